/* What GCC warns of late is not said of copies, whose flow graph is another one. */
/* { dg-do compile } */
/* { dg-options "-O2 -Wall -Wextra -fplugin-arg-algoprof-target=*" } */
int read_number (int *);
int parse (const char *, int);
int show (const char *, int);

/* In a copy that another one is left for x seemed to have ended. */
int
sum (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      int x;
      if (read_number (&x) != 1)
        break;
      s += x;
    }
  return s;
}

struct list { struct list *next; int number; const char *text; };

/* That `line' is set where something was found. */
int
find (struct list *l, int number, const char *condition)
{
  int line;
  struct list *found = 0;
  for (struct list *p = l; p; p = p->next)
    if (p->number == number)
      {
        found = p;
        line = p->number + 1;
        break;
      }
  if (found && condition && parse (condition, number))
    return show (found->text, line);
  return 0;
}

/* What is said without copies is said once, of the original. */
int
last (const int *a, int n)
{
  int line;
  for (int i = 0; i < n; i++)
    if (a[i])
      line = a[i];
  return line;                  /* { dg-warning "may be used uninitialized" "" { target *-*-* } } */
}
