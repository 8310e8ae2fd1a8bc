/* SPDX-License-Identifier: GPL-3.0-or-later
 * Empty hooks of -finstrument-functions: what calling out at each function's begin and end costs by itself. */
void __cyg_profile_func_enter(void *function, void *caller);
void __cyg_profile_func_exit(void *function, void *caller);

__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *caller)
{
    (void)function;
    (void)caller;
}

__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, void *caller)
{
    (void)function;
    (void)caller;
}
