// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <stdexcept>
#include <csetjmp>
#include <vector>
#include <string>
#include <map>
__attribute__((noinline)) int deep(int n,int*p){ if(!n) throw std::runtime_error("x"); return deep(n-1,p)+p[n]; }
jmp_buf jb; volatile int g;
__attribute__((noinline)) void jump(int n){ g+=n; if(!n) longjmp(jb,1); jump(n-1); g++; }
__attribute__((noinline)) int odd(int n); 
__attribute__((noinline)) int even(int n){ g=n; if(!n) return 1; return odd(n-1);} 
__attribute__((noinline)) int odd(int n){ if(!n) return 0; return even(n-1);} 
int main(){ std::vector<int> v(2000); int c=0; try { deep(1000,v.data()); } catch(std::exception&e){ c++; }
 if(!setjmp(jb)) jump(1000); else c+=g;
 std::map<std::string,int> m; for(int i=0;i<300;i++) m.insert({std::to_string(i*7%100),0}).first->second++; /* m[...] hands an empty object on, whose cell another variable may have written */
 printf("%d %zu %d\n", c, m.size(), even(3000)); }
