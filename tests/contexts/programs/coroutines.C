// Coroutines: what one calls is below whoever resumed it.
#include <coroutine>
#include <cstdio>
static volatile int sink;
static void leaf () { sink = sink + 1; }
struct task
{
  struct promise_type
  {
    task get_return_object () { return { std::coroutine_handle<promise_type>::from_promise (*this) }; }
    std::suspend_always initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    void return_void () {}
    void unhandled_exception () {}
  };
  std::coroutine_handle<promise_type> handle;
};
static task steps (int n) { for (int i = 0; i < n; i++) { leaf (); co_await std::suspend_always {}; } }
static void resume_here (task &t) { t.handle.resume (); }
static void resume_there (task &t) { t.handle.resume (); }
int main ()
{
  task t = steps (100);
  for (int i = 0; i < 100; i++)
    if (i % 4 == 0) resume_here (t); else resume_there (t);
  t.handle.destroy ();
  printf ("%d\n", sink);
  return 0;
}
