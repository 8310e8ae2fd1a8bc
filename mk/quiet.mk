# "  CC file" lines; V=1 shows the commands.
ifeq ($(V),1)
Q :=
say =
else
Q := @
say = @printf '  %-7s %s\n' '$(1)' '$(2)';
endif
