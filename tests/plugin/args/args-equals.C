// A value may have `=' in it.
// { dg-do run }
// { dg-options "-fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=operator+= -fplugin-arg-algoprof-target=operator== -fplugin-arg-algoprof-log=a==b.%p.aplog -fplugin-arg-algoprof-target=nothing=like==this" }
// { dg-warning "target .nothing=like==this. matches nothing" "" { target *-*-* } 0 }
#include <cstdio>

struct vec
{
    int data[4];
    vec &operator+=(const vec &b)
    {
        for (int i = 0; i < 4; i++) // { dg-note "profiled" }
            data[i] += b.data[i];
        return *this;
    }
    int operator+(const vec &b) const
    {
        int sum = 0;
        for (int i = 0; i < 4; i++)
            sum += data[i] + b.data[i];
        return sum;
    }
    bool operator==(const vec &b) const
    {
        for (int i = 0; i < 4; i++) // { dg-note "profiled" }
            if (data[i] != b.data[i])
                return false;
        return true;
    }
};

int main()
{
    vec a = { { 1, 2, 3, 4 } }, b = a;
    a += b;
    std::printf("%d %d\n", a + b, a == b); // { dg-output "30 0" }
}
