/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The plugin's arguments, a line KEY or KEY=VALUE each, up to a line "=", and behind it
 * what @FILE has.  options.cc and mark/clauses.cc themselves, with what they take of GCC. */
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

extern "C" {
#include "fuzz.h"
}

#define ALGOPROF_GCC_COMPAT_H   /* this instead of GCC's headers */
#define ISDIGIT(c) ((c) >= '0' && (c) <= '9')
#define ISSPACE(c) ((c) == ' ' || ((c) >= '\t' && (c) <= '\r'))
#define ARRAY_SIZE(a) (sizeof (a) / sizeof *(a))
#define G_(text) text
enum { OPT_Wpragmas };
struct plugin_argument
{
  char *key, *value;
};
static unsigned complaints;
static void error(const char *, ...) { complaints++; }
static void warning(int, const char *, ...) { }
/* GCC's vector and its search for what was meant; any of the names will do. */
template <typename T> struct auto_vec : std::vector<T> {
    void safe_push(const T &item) { this->push_back(item); }
};
static const char *find_closest_string(const char *key, const auto_vec<const char *> *known)
{
    return key[0] == 't' ? known->front() : nullptr;
}

#include "../../gcc-plugin/mark/clauses.cc"
#include "../../gcc-plugin/options.cc"

/* Lines that say something, where each is a target. */
static size_t count_lines(const std::string &file)
{
    size_t n = 0;
    for (size_t from = 0, end; from < file.size(); from = end + 1) {
        end = std::min(file.find('\n', from), file.size());
        std::string line = file.substr(from, end - from);
        n += line.substr(0, line.find('#')).find_first_not_of(" \t\r") != std::string::npos;
    }
    return n;
}

static void check_targets(size_t lines)
{
    if (complaints == 0 && options.targets.size() != lines)
        abort();
    for (const target_spec &spec : options.targets)
        if (spec.text.empty() || spec.file.empty() != (spec.line == 0) ||
            spec.function.empty() != (spec.line != 0))
            abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    std::string text((const char *)data, size), file;
    std::vector<std::string> lines;
    std::vector<plugin_argument> arguments;
    size_t from = 0, end;
    for (; (end = text.find('\n', from)) != std::string::npos; from = end + 1) {
        std::string line = text.substr(from, end - from);
        if (line == "=")
            break;
        lines.push_back(line.c_str());          /* an argument has no zeros */
    }
    if (end != std::string::npos)
        file = text.substr(end + 1);
    /* Whatever @FILE is called, it is ours. */
    const char *path = fuzz_path((const uint8_t *)file.data(), file.size());
    size_t all = 0;
    for (std::string &line : lines) {
        if (line.compare(0, 8, "target=@") == 0) {
            line = std::string("target=@") + path;
            all += count_lines(file);
        } else {
            all += line.compare(0, 7, "target=") == 0;
        }
    }
    for (std::string &line : lines) {
        size_t equals = line.find('=');
        char *key = &line[0], *value = NULL;
        if (equals != std::string::npos) {
            line[equals] = '\0';
            value = key + equals + 1;
        }
        arguments.push_back({ key, value });
    }
    options = plugin_options();
    complaints = 0;
    if (parse_options((int)arguments.size(), arguments.data()) != (complaints == 0))
        abort();
    check_targets(all);
    unsigned flags;
    for (const std::string &line : lines)
        if (parse_limit(line, &flags) && (flags & 15))
            abort();
    return 0;
}
