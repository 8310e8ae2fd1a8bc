# rules of this component
