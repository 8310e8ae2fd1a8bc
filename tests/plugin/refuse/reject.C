// { dg-do compile }
struct s
{
#pragma algoprof loop // { dg-warning "is not followed by a loop" }
    int field;
};

int f(int *a, int n)
{
    int sum = 0;
#pragma algoprof loop // { dg-warning "is not followed by a loop" }
    sum = a[0];
    for (int i = 0; i < n; i++)
        sum += a[i];
    auto g = [&] {
#pragma algoprof loop // { dg-warning "is not followed by a loop" }
        return sum;
    };
    return g();
}

template <class T> T never(T n)
{
    T sum = 0;
    while (n) // not marked, and never instantiated
        sum += n--;
    return sum;
}
