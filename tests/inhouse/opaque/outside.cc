// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled without the plugin.
struct shape
{
    virtual int area(int n) const;
    virtual ~shape() {}
};
struct square : shape
{
    int area(int n) const override { return n * n; }
};
int outside(int n) { return 3 * n; }
int thrower(int n)
{
    if (n % 2)
        throw n;
    return n;
}
int back(int (*f)(int), int n) { return f(n); }
const shape *foreign_shape()
{
    static const square s;
    return &s;
}
