/* The values of -fplugin-arg-algoprof-callees. */
/* { dg-options "-fplugin-arg-algoprof-callees=some" } */
/* { dg-error "-fplugin-arg-algoprof-callees=some.: expected .all., .auto. or .unit." "" { target *-*-* } 0 } */
int x;
