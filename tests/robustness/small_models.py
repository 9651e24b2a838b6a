"""Random small models that are hard to start and whose events are hard to settle.

Nearly all of them are wrong, singular or contradictory: the question is not what their solution is but whether Saltus comes to an
end, and with a message. Same seed, same text.
"""

import random

CONSTANTS = ["0", "1", "-1", "2", "0.5", "-0.5", "3", "1e-3", "-2", "0.1", "10", "1e6", "1e-9"]
RELATIONS = ["<", "<=", ">", ">="]


class Model:
    def __init__(self, seed):
        self.draw = random.Random(seed)
        draw = self.draw
        self.states = [f"x{i}" for i in range(draw.randint(0, 3))]
        self.algebraic = [f"y{i}" for i in range(draw.randint(0 if self.states else 1, 3))]
        self.reals = [f"d{i}" for i in range(draw.choice([0, 0, 1, 1, 2]))]
        self.integers = [f"n{i}" for i in range(draw.choice([0, 0, 1, 1]))]
        self.booleans = [f"b{i}" for i in range(draw.choice([0, 0, 1, 2]))]
        self.binaries = [f"z{i}" for i in range(draw.choice([0, 0, 0, 0, 1, 1, 2]))]
        self.continuous = self.states + self.algebraic
        self.clauses = []

    def chance(self, probability):
        return self.draw.random() < probability

    def pick(self, words):
        return self.draw.choice(words)

    def leaf(self):
        kind = self.draw.random()
        if kind < 0.6:
            return self.pick(self.continuous)
        if kind < 0.75:
            return f"({self.pick(CONSTANTS)})"
        if kind < 0.82:
            return "time"
        if kind < 0.9 and self.reals + self.integers + self.binaries:
            return self.pick(self.reals + self.integers + self.binaries)
        if kind < 0.95:
            return f"pre({self.pick(self.continuous + self.reals + self.integers)})"
        return self.pick(self.continuous) if not self.states else f"der({self.pick(self.states)})"

    def value(self, depth):
        if depth == 0 or self.chance(0.2):
            return self.leaf()
        kind = self.draw.random()
        a = self.value(depth - 1)
        if kind < 0.5:
            b = self.value(depth - 1)
            return f"({a} {self.pick(['+', '-', '-', '*', '*', '/'])} {b})"
        if kind < 0.56:
            return f"{a if a.startswith('(') or a.isalnum() else f'({a})'}^{self.pick(['2', '3', '0.5', '(-1)', '1.5', '(1/3)'])}"
        if kind < 0.68:
            return f"{self.pick(['sin', 'cos', 'exp', 'tanh', 'tan', 'atan'])}({a})"
        if kind < 0.78:
            return f"{self.pick(['sqrt', 'log', 'asin', 'acos', 'sqrt', 'log10'])}({a})"
        if kind < 0.86:
            return f"{self.pick(['abs', 'sign', 'floor', 'ceil', 'integer'])}({a})"
        if kind < 0.92:
            return f"{self.pick(['min', 'max', 'mod', 'div', 'rem', 'atan2'])}({a}, {self.value(depth - 1)})"
        if kind < 0.95:
            return f"noEvent({a})"
        return f"(if {self.condition(1)} then {a} else {self.value(depth - 1)})"

    def condition(self, depth):
        kind = self.draw.random()
        if depth > 0 and kind < 0.2:
            return f"({self.condition(depth - 1)} {self.pick(['and', 'or'])} {self.condition(depth - 1)})"
        if depth > 0 and kind < 0.27:
            return f"not ({self.condition(depth - 1)})"
        if kind < 0.4 and self.booleans:
            b = self.pick(self.booleans)
            return self.pick([b, f"pre({b})", f"edge({b})", f"change({b})"])
        if kind < 0.44:
            return f"edge({self.relation()})"
        return self.relation()

    def relation(self):
        left = self.value(self.draw.randint(0, 2))
        right = self.pick(CONSTANTS) if self.chance(0.6) else self.value(1)
        return f"{left} {self.pick(RELATIONS)} {right}"

    def tick(self):
        return self.pick(["initial()", "sample(0, 0.1)", "sample(0.05, 0.25)", "terminal()"])

    def event(self):
        conditions = [self.condition(1) for _ in range(self.draw.randint(1, 2))]
        if self.chance(0.2):
            conditions[0] = self.tick()
        return conditions[0] if len(conditions) == 1 else "{" + ", ".join(conditions) + "}"

    def declaration(self, name):
        if self.chance(0.35):
            return f"  Real {name};"
        fixed = ", fixed = true" if self.chance(0.5 if name in self.states else 0.15) else ""
        return f"  Real {name}(start = {self.pick(CONSTANTS)}{fixed});"

    def equation(self, variable):
        """One equation that mentions the variable, in one of the forms that authors write."""
        left = f"der({variable})" if variable in self.states else variable
        kind = self.draw.random()
        if kind < 0.5:
            return [f"{left} = {self.value(2)};"]
        if kind < 0.62:
            return [f"{self.value(1)} = {left}*{self.value(1)};"]
        if kind < 0.7:
            return [f"0 = {self.pick(['min', 'max'])}({left}, {self.value(1)});"]
        if kind < 0.76:
            return [f"{left}*{left} = {self.value(1)};"]
        return [f"if {self.condition(1)} then", f"  {left} = {self.value(1)};", "else",
                f"  {self.pick([left, self.pick(self.continuous)])} = {self.value(1)};", "end if;"]

    def discrete(self, name):
        """A discrete variable is determined by an equation or by one `when`."""
        if name in self.booleans:
            value = self.condition(1)
        elif name in self.integers:
            value = self.pick([f"pre({name}) + 1", f"integer({self.value(1)})", "3", f"1 - pre({name})", f"pre({name})*2"])
        else:
            value = self.pick([self.value(2), f"pre({name}) + {self.value(1)}", f"pre({name})/2", f"-pre({name})"])
        if self.chance(0.35):
            return [f"{name} = {value};"]
        return [f"when {self.event()} then", f"  {name} = {value};", "end when;"]

    def reinit(self):
        state = self.pick(self.states)
        value = self.pick([f"-0.5*pre({state})", self.value(1), "0", f"-{state}", f"{state} + 1"])
        return [f"when {self.event()} then", f"  reinit({state}, {value});", "end when;"]

    def text(self):
        types = {**dict.fromkeys(self.reals, "discrete Real"), **dict.fromkeys(self.integers, "Integer"),
                 **dict.fromkeys(self.booleans, "Boolean")}
        lines = ["model R"]
        lines += [self.declaration(name) for name in self.continuous]
        for name, kind in types.items():
            start = self.pick(["true", "false"]) if kind == "Boolean" else self.pick(["0", "1", "2"])
            lines.append(f"  {kind} {name}" + (f"(start = {start});" if self.chance(0.6) else ";"))
        lines += [f"  Integer {name}(min = 0, max = 1);" for name in self.binaries]
        if self.chance(0.25):
            lines += ["initial equation", f"  {self.pick(self.continuous)} = {self.value(1)};"]
        equations = [self.equation(name) for name in self.continuous] + [self.discrete(name) for name in types]
        equations += [[f"{self.value(1)}*(1 - 2*{z}) <= 0;"] for z in self.binaries]
        if self.states and self.chance(0.35):
            equations.append(self.reinit())
        self.draw.shuffle(equations)
        lines += ["equation"] + ["  " + line for equation in equations for line in equation]
        return "\n".join([*lines, "end R;", ""])


class CalmModel(Model):
    """Models that can be run: no loop without a state, no operation that leaves its domain, starts that are free to choose."""

    def __init__(self, seed):
        super().__init__(seed)
        self.states = self.states or ["x0"]
        self.binaries = []
        self.continuous = self.states + self.algebraic
        self.known = list(self.states)

    def leaf(self):
        kind = self.draw.random()
        if kind < 0.65:
            return self.pick(self.known)
        if kind < 0.8:
            return f"({self.pick(['0.5', '1', '-1', '2', '0.3', '-0.7'])})"
        if kind < 0.9 or not self.reals + self.integers:
            return "time"
        return self.pick(self.reals + self.integers)

    def value(self, depth):
        if depth == 0 or self.chance(0.2):
            return self.leaf()
        kind, a = self.draw.random(), self.value(depth - 1)
        if kind < 0.45:
            return f"({a} {self.pick(['+', '-', '*'])} {self.value(depth - 1)})"
        if kind < 0.7:
            return f"{self.pick(['sin', 'cos', 'tanh', 'atan'])}({a})"
        if kind < 0.8:
            return f"{self.pick(['abs', 'sign'])}({a})"
        if kind < 0.9:
            return f"{self.pick(['min', 'max'])}({a}, {self.value(depth - 1)})"
        return f"(if {self.relation()} then {a} else {self.value(depth - 1)})"

    def condition(self, depth):
        if self.booleans and self.chance(0.2):
            return f"pre({self.pick(self.booleans)})"
        if depth > 0 and self.chance(0.2):
            return f"({self.relation()} {self.pick(['and', 'or'])} {self.relation()})"
        return self.relation()

    def relation(self):
        return f"{self.value(1)} {self.pick(RELATIONS)} {self.pick(['0.11', '0.37', '-0.23', '0.71'])}"

    def declaration(self, name):
        start = self.pick(["0.13", "-0.4", "0.9", "1.7", "-1.1"])
        return f"  Real {name}(start = {start}, fixed = true);" if name in self.states else f"  Real {name};"

    def equation(self, variable):
        if variable in self.states:
            return [f"der({variable}) = tanh({self.value(2)}) - 0.5*{variable};"]
        lines = [f"{variable} = {self.value(2)};"]
        if self.chance(0.4):
            lines = [f"if {self.condition(1)} then", f"  {variable} = {self.value(1)};", "else",
                     f"  {variable} = {self.value(1)};", "end if;"]
        self.known.append(variable)
        return lines

    def discrete(self, name):
        value = {"b": f"not pre({name})", "n": f"pre({name}) + 1", "d": f"0.5*pre({name}) + 0.1"}[name[0]]
        event = self.pick(["sample(0.05, 0.25)", self.relation(), self.relation()])
        return [f"when {event} then", f"  {name} = {value};", "end when;"]

    def reinit(self):
        state = self.pick(self.states)
        return [f"when {state} < -0.31 then", f"  reinit({state}, 0.5);", "end when;"]

    def text(self):
        text = super().text()
        before, _, equations = text.partition("initial equation\n")
        return before + equations.split("\n", 1)[1] if equations else text


def text_of(seed, calm=False):
    return (CalmModel if calm else Model)(seed).text()
