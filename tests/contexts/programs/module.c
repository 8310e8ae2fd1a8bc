static volatile int sink;
static void inner(int n) { sink += n; }
void module_shared(int n);
void module_shared(int n) { inner(n); }
void module_entry(void (*callback)(void));
void module_entry(void (*callback)(void)) { inner(1); callback(); module_shared(2); callback(); }
