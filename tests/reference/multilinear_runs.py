#!/usr/bin/env python3
"""Writes multilinear_runs.json: runs of hybrid multilinear models, computed with 40 digits and without Saltus. Needs mpmath.

usage: multilinear_runs.py > multilinear_runs.json

1. The three tanks of three_tank.json from other valves and temperatures. With fixed valves the system is linear: exact exponentials by the
   eigenvalues of a symmetric matrix, roots by bisection.
2. Random models over v = [x'; x; u; y; z] with two-point controllers. Each state has a valve that opens at its lower and closes at its upper
   bound; y multiplies all derivatives, inputs are tables over time:
       y x_i' = R_i(x, u, z),   y = Y(x, z),   R_i and Y sums of products of factors (1 - |s| + s v).
   Taylor series of order 30 with 40 digits, steps that end at the corners of the tables, roots by bisection on the series.
"""

import itertools
import json
import random
import sys

from mpmath import mp, mpf

mp.dps = 40


def bisect(function, low, high):
    """The root between two times, and the first time from which on it has been crossed."""
    sign = function(low) > 0
    for _ in range(140):
        middle = (low + high) / 2
        if (function(middle) > 0) == sign:
            low = middle
        else:
            high = middle
    return high


# Three tanks

C, M, ALPHA, FLOW = mpf(4200), mpf(5), mpf(125), mpf("0.09")
INLET = mpf(80)
LOWER, UPPER = [mpf(30), mpf(25), mpf(35)], [mpf(40), mpf(35), mpf(45)]


class TankMode:
    """x' = A x + b with fixed valves, solved by the eigenvectors of A."""

    def __init__(self, valves):
        z1, z3, z5 = valves
        y = 1 + z1 * z3 + z1 * z5 + z3 * z5 - z1 * z3 * z5
        matrix = mp.matrix(3, 3)
        drive = mp.matrix(3, 1)
        for i in range(3):
            heating = FLOW * valves[i] / (M * y)
            for j in range(3):
                matrix[i, j] = ALPHA / (C * M)
            matrix[i, i] = -3 * ALPHA / (C * M) - heating
            drive[i] = heating * INLET
        self.matrix, self.drive = matrix, drive
        self.rest = mp.lu_solve(matrix, -drive)
        self.rates, self.vectors = mp.eigsy(matrix)

    def motion(self, x):
        """The state as a function of the time since it was x."""
        weights = self.vectors.T * (x - self.rest)

        def state(t):
            return self.rest + self.vectors * mp.matrix([w * mp.exp(r * t) for w, r in zip(weights, self.rates)])
        return state

    def slope(self, x):
        return self.matrix * x + self.drive


MODES = {valves: TankMode(valves) for valves in itertools.product((0, 1), repeat=3)}


def run_tanks(x0, valves, stop):
    x, valves, time, events = mp.matrix(x0), tuple(valves), mpf(0), []
    # A valve that is closed at the lower bound of a tank that cools is open from the start.
    while True:
        slope = MODES[valves].slope(x)
        opened = tuple(1 if x[i] <= LOWER[i] and slope[i] < 0 else valves[i] for i in range(3))
        if opened == valves:
            break
        valves = opened
    while True:
        state = MODES[valves].motion(x)
        bounds = [UPPER[i] if valves[i] else LOWER[i] for i in range(3)]

        def distance(i, t):
            return (bounds[i] - state(t)[i]) if valves[i] else (state(t)[i] - bounds[i])
        first, since = None, mpf(0)
        width = mpf("0.5")
        while first is None and time + since < stop:
            end = state(since + width)
            for i in range(3):
                if (bounds[i] - end[i] if valves[i] else end[i] - bounds[i]) > 0:
                    continue
                root = bisect(lambda t, i=i: distance(i, t), since, since + width)
                if first is None or root < first[0]:
                    first = (root, i)
            since += width
        if first is None or time + first[0] > stop:
            return events, state(stop - time)
        time, x = time + first[0], state(first[0])
        valves = tuple(1 - v if i == first[1] else v for i, v in enumerate(valves))
        events.append((time, first[1], valves[first[1]]))


def tank_cases():
    generator = random.Random(4)
    levels = [[37, 30, 40], [31, 34.5, 44], [39.5, 25.25, 36], [30, 25, 35]]
    levels += [[round(generator.uniform(float(a) + 0.2, float(b) - 0.2), 3) for a, b in zip(LOWER, UPPER)] for _ in range(3)]
    for x0 in levels:
        for valves in itertools.product((0, 1), repeat=3):
            events, final = run_tanks([mpf(str(v)) for v in x0], valves, mpf(300))
            yield {"x0": x0, "z135": list(valves), "stop": 300,
                   "events": [{"time": float(t), "tank": i + 1, "valve": v} for t, i, v in events],
                   "final_x": [float(v) for v in final]}


# Random models

class Factor:
    def __init__(self, kind, index, s):
        self.kind, self.index, self.s = kind, index, s


def term(coefficient, *factors):
    return coefficient, [Factor(*f) for f in factors]


class RandomModel:
    """Rows R_i and Y as lists of (coefficient, factors); numbers with few digits, so that they are the same everywhere."""

    def __init__(self, seed):
        draw = random.Random(seed)
        self.n = draw.choice((2, 3, 4))
        number = lambda low, high: round(draw.uniform(low, high), 3)
        self.lower = [number(0.8, 1.2) for _ in range(self.n)]
        self.upper = [low + number(0.5, 1.0) for low in self.lower]
        self.upper = [round(v, 3) for v in self.upper]
        self.x0 = [round(low + (high - low) * draw.uniform(0.2, 0.8), 3) for low, high in zip(self.lower, self.upper)]
        self.valves = [draw.choice((0, 1)) for _ in range(self.n)]
        self.stop = 8
        self.tables = [self.draw_table(draw, linear) for linear in (True, False)]
        self.rows = []
        for i in range(self.n):
            row = [term(-number(0.5, 0.9), ("x", i, 1)), term(number(3.0, 4.0), ("z", i, 1)),
                   term(number(-0.3, 0.3), ("u", 0, 1), ("x", i, number(-0.9, 0.9))),
                   term(number(-0.2, 0.2), ("u", 1, number(0.2, 0.9)), ("z", i, -0.5))]
            for j in range(self.n):
                if j != i:
                    row.append(term(number(-0.1, 0.1), ("x", i, number(-0.8, 0.8)), ("x", j, 1)))
            row.append(term(number(-0.05, 0.05), *[("x", j, number(-0.7, 0.7)) for j in range(self.n)], ("z", i, 1)))
            self.rows.append([t for t in row if t[0] != 0])
        self.y = [(1.0, [])] + [term(number(0.05, 0.2), ("x", j, 1), ("z", (j + 1) % self.n, number(0.3, 0.9))) for j in range(self.n)]

    def draw_table(self, draw, linear):
        times = [0.0]
        while len(times) < 6:
            times.append(round(times[-1] + draw.uniform(0.4, 1.6), 2))
        return {"time": times, "value": [round(draw.uniform(-1, 1), 2) for _ in times], "between": "linear" if linear else "held"}

    def input_series(self, time, order):
        """Taylor coefficients of the inputs just after a time, and the next corner."""
        rows, corner = [], None
        for table in self.tables:
            times, values = [mpf(str(t)) for t in table["time"]], [mpf(str(v)) for v in table["value"]]
            k = max((i for i, t in enumerate(times) if t <= time), default=0)
            row = [mpf(0)] * (order + 1)
            row[0] = values[k]
            if table["between"] == "linear" and k + 1 < len(times):
                slope = (values[k + 1] - values[k]) / (times[k + 1] - times[k])
                row[0], row[1] = values[k] + slope * (time - times[k]), slope
            rows.append(row)
            for t in times:
                if t > time and (corner is None or t < corner):
                    corner = t
        return rows, corner

    def matrices(self):
        """As a file of docs/imti_file.md; z has a valve and its partner for each state, as in the three tanks."""
        n = self.n
        first = {"d": 0, "x": n, "u": 2 * n, "y": 2 * n + 2, "z": 2 * n + 3}
        s, f, g, column = [], [], [], 0

        def add(factors, f_rows=(), g_rows=()):
            nonlocal column
            column += 1
            for row, value in sorted(factors):
                s.append([row + 1, column, value])
            f.extend([row + 1, column, value] for row, value in f_rows)
            g.extend([row + 1, column, value] for row, value in g_rows)

        def place(factor):
            return first[factor.kind] + (2 * factor.index if factor.kind == "z" else factor.index), factor.s
        for i in range(n):
            add([(i, 1), (first["y"], 1)], [(i, 1)])
            for coefficient, factors in self.rows[i]:
                add([place(factor) for factor in factors], [(i, -coefficient)])
        add([(first["y"], 1)], [(n, 1)])
        for coefficient, factors in self.y:
            add([place(factor) for factor in factors], [(n, -coefficient)])
        # (l - x)(1 - z + w) <= 0 and (x - h)(1 - w + z) <= 0
        for i in range(n):
            x, z, w = first["x"] + i, first["z"] + 2 * i, first["z"] + 2 * i + 1
            low, high = (2 * i, self.lower[i]), (2 * i + 1, self.upper[i])
            for row, bound, sign in ((*low, 1), (*high, -1)):
                for factors, factor in (([], 1), ([(z, 1)], -sign), ([(w, 1)], sign)):
                    add(factors, (), [(row, sign * factor * bound)])
                    add([(x, 1)] + factors, (), [(row, -sign * factor)])
        names = {"x": [f"x{i + 1}" for i in range(n)], "u": ["u1", "u2"], "y": ["y"],
                 "z": [f"{kind}{i + 1}" for i in range(n) for kind in "zw"]}
        start = {"x": self.x0, "z": [value for valve in self.valves for value in (valve, 1)]}
        sizes = {"S": 4 * n + 3, "Phi_f": n + 1, "Phi_g": 2 * n}
        return {"imti": 1, "name": "Random", **names, "u_value": self.tables, "start": start,
                **{name: {"rows": sizes[name], "columns": column, "entries": entries}
                   for name, entries in (("S", s), ("Phi_f", f), ("Phi_g", g))}}


def product(a, b, m):
    return mp.fsum(a[k] * b[m - k] for k in range(m + 1))


class Series:
    """x and y of a random model as Taylor series at one point."""

    def __init__(self, model, time, x, valves, order):
        n = model.n
        inputs, self.corner = model.input_series(time, order)
        xs = [[x[i]] for i in range(n)]
        signals = {"x": xs, "u": inputs, "z": [[mpf(v)] + [mpf(0)] * order for v in valves]}
        partial = {}

        def value(row, key, m):
            """Coefficient m of a sum of products; the products so far are kept."""
            total = mpf(0)
            for t, (coefficient, factors) in enumerate(row):
                running = None
                for k, factor in enumerate(factors):
                    s = mpf(str(factor.s))
                    series = partial.setdefault((key, t, k, 0), [])
                    series.append((1 - abs(s) if m == 0 else 0) + s * signals[factor.kind][factor.index][m])
                    if running is None:
                        running = series
                    else:
                        target = partial.setdefault((key, t, k, 1), [])
                        target.append(product(running, series, m))
                        running = target
                part = running[m] if running is not None else mpf(1 if m == 0 else 0)
                total += mpf(str(coefficient)) * part
            return total
        ys, slopes = [], [[] for _ in range(n)]
        for m in range(order):
            ys.append(value(model.y, "y", m))
            for i in range(n):
                right = value(model.rows[i], i, m)
                right -= mp.fsum(ys[k] * slopes[i][m - k] for k in range(1, m + 1))
                slopes[i].append(right / ys[0])
            for i in range(n):
                xs[i].append(slopes[i][m] / (m + 1))
        self.x = xs
        size = max(abs(row[order]) for row in xs)
        self.radius = (mpf(10) ** -33 / size) ** (mpf(1) / order)

    def at(self, i, h):
        return mp.polyval(self.x[i][::-1], h)


def run_random(model, order=30):
    time, x, valves, events = mpf(0), [mpf(str(v)) for v in model.x0], list(model.valves), []
    lower, upper = [mpf(str(v)) for v in model.lower], [mpf(str(v)) for v in model.upper]
    while time < model.stop:
        series = Series(model, time, x, valves, order)
        step = min(series.radius, model.stop - time)
        if series.corner is not None:
            step = min(step, series.corner - time)
        first = None
        for i in range(model.n):
            def distance(h, i=i):
                return upper[i] - series.at(i, h) if valves[i] else series.at(i, h) - lower[i]
            # The valve that has just switched moves away from its bound.
            pieces = 24
            for k in range(pieces):
                if distance(step * (k + 1) / pieces) <= 0:
                    root = bisect(distance, step * k / pieces, step * (k + 1) / pieces)
                    if first is None or root < first[0]:
                        first = (root, i)
                    break
        h = step if first is None else first[0]
        at_corner = first is None and series.corner is not None and h == series.corner - time
        x = [series.at(i, h) for i in range(model.n)]
        time = series.corner if at_corner else time + h
        if first is not None:
            i = first[1]
            x[i] = upper[i] if valves[i] else lower[i]
            valves[i] = 1 - valves[i]
            events.append((time, i, valves[i]))
    return events, x


def random_cases():
    for seed in range(12):
        model = RandomModel(seed)
        events, final = run_random(model)
        yield {"seed": seed, "stop": model.stop, "matrices": model.matrices(),
               "events": [{"time": float(t), "state": i + 1, "valve": v} for t, i, v in events],
               "final_x": [float(v) for v in final]}


def main():
    out = {"method": "see multilinear_runs.py", "three_tank": list(tank_cases()), "random": list(random_cases())}
    lines = ["{", f' "method": {json.dumps(out["method"])},']
    for name in ("three_tank", "random"):
        lines.append(f' "{name}": [')
        lines.append(",\n".join("  " + json.dumps(case) for case in out[name]))
        lines.append(" ]," if name == "three_tank" else " ]")
    print("\n".join(lines + ["}"]))


if __name__ == "__main__":
    sys.exit(main())
