// Exceptions over calls of all kinds, virtual calls, destructors, members through pointers.
#include <cstdio>
#include <cstdlib>
static volatile int sink;
static void leaf () { sink = sink + 1; }
struct guard { guard () { leaf (); } ~guard (); };
guard::~guard () { leaf (); }
static void thrower (int n) { guard g; if (n == 0) throw 1; thrower (n - 1); leaf (); }
static void catcher (int n) { try { thrower (n); } catch (int) { leaf (); } leaf (); }
static int plain (const void *a, const void *b) { leaf (); return *(const int *) a - *(const int *) b; }
static int throwing (const void *a, const void *b) { leaf (); if (sink % 5 == 0) throw 2; return *(const int *) a - *(const int *) b; }
static void sort (int (*order) (const void *, const void *)) { int l[] = { 5, 3, 1, 4, 2, 9, 8 }; qsort (l, 7, sizeof *l, order); leaf (); }
static void catch_foreign () { try { guard g; sort (throwing); } catch (int) { sort (plain); } sort (plain); leaf (); }
static void rethrow (int n) { try { catch_foreign (); thrower (n); } catch (int) { leaf (); throw; } }
static void outer (int n) { try { rethrow (n); } catch (...) { sort (plain); } leaf (); }
struct base { virtual void f (int n) = 0; void g (int n); virtual ~base (); };
base::~base () { leaf (); }
void base::g (int n) { f (n); leaf (); }
struct one : base { void f (int n) override; };
struct two : base { void f (int n) override; };
void one::f (int n) { leaf (); if (n > 0) g (n - 1); }
void two::f (int n) { leaf (); leaf (); if (n == 3) throw 4; }
static void polymorph (base *b, int n) { try { b->g (n); (b->*(&base::f)) (n); } catch (int) { leaf (); } }
int main ()
{
  one a; two b;
  for (int i = 0; i < 40; i++)
    {
      catcher (i % 5);
      catch_foreign ();
      outer (i % 3);
      polymorph (i & 1 ? static_cast<base *> (&a) : &b, i % 5);
      auto lambda = [&] (int n) { leaf (); return n; };
      sink = sink + lambda (i) % 2;
    }
  printf ("%d\n", sink);
  return 0;
}
