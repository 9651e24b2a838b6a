"""Checks that no two modules give one name to types of namespace saltus.

Two different types of one name are undefined behaviour as soon as both are linked, and no compiler says so. Types within
functions, other types and anonymous namespaces are free. Within a module a .cpp may not repeat a name of another file either.
"""

import collections
import pathlib
import re
import sys

repository, module_graph = map(pathlib.Path, sys.argv[1:])

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\''  # no code
    r"|\btemplate\s*<(?:[^<>{};]|<[^<>{};]*>)*>"
    r"|\bnamespace\s+(?P<namespace>[\w:]*)\s*\{"
    r"|\b(?:enum\s+(?:class\s+|struct\s+)?|(?:class|struct|union)\s+)(?P<name>\w+)(?!\w*::)[^;{}()=]*\{"
    r"|(?P<open>\{)|(?P<close>\})", re.DOTALL)


def types_of(text):
    """The names of the types that a file defines in a named namespace, with their lines."""
    scopes, found = [], []
    for token in TOKEN.finditer(text):
        if token["namespace"] is not None:
            scopes.append(token["namespace"] or "anonymous")
        elif token["name"]:
            if all(scope not in ("anonymous", "{") for scope in scopes):
                found.append(("::".join([*scopes, token["name"]]), text.count("\n", 0, token.start()) + 1))
            scopes.append("{")
        elif token["open"]:
            scopes.append("{")
        elif token["close"] and scopes:
            scopes.pop()
    return found


def self_test():
    text = 'namespace a { namespace { struct B {}; } struct C { struct D {}; }; enum class E : int { f };\n' \
           'void g() { struct H {}; } // struct I {}\nclass J final : public C { };\n' \
           'template <class K> struct L { class M {}; }; struct L::N { int o; }; struct P* q(struct R); }'
    names = [name for name, _ in types_of(text)]
    assert names == ["a::C", "a::E", "a::J", "a::L"], names


self_test()
modules = {}
for line in module_graph.read_text().splitlines():
    module, folder, *_ = re.split(r"[ ;]+", line.strip())
    modules[folder] = module
modules["apps/saltus"] = "apps/saltus"

places = collections.defaultdict(list)
for folder in sorted(modules):
    for file in sorted((repository / folder).glob("*.[hc]*")):
        for name, line in types_of(file.read_text()):
            places[name].append(f"{file.relative_to(repository)}:{line}")

violations = [f"`{name}` is defined at {', '.join(where)}" for name, where in sorted(places.items()) if len(where) > 1]
print("\n".join(violations) or f"{len(places)} types have names of their own")
sys.exit(bool(violations) or not places)
