#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Computes match statistics independently of crates/arena: the expected values in its tests.

Elo and its interval follow the definitions. Wilson's interval is found by bisection of its defining equation. The maximum
likelihood distribution under a hypothesis is found by damped Newton iteration; for normalised Elo, where crates/arena
iterates on one condition, this script searches over the deviation, with mean and variance as two linear conditions.

Needs only Python; takes a minute.
"""

from math import erf, inf, log, log10, sqrt

SCORES = [0, 0.25, 0.5, 0.75, 1]
SCALE = 800 / log(10)
Z = 1.959963984540054


def elo(score):
    return inf if score >= 1 else -inf if score <= 0 else -400 * log10(1 / score - 1)


def print_elo(pairs):
    n = sum(pairs)
    mean = sum(a * x for a, x in zip(SCORES, pairs)) / n
    variance = sum(x * (a - mean) ** 2 for a, x in zip(SCORES, pairs)) / n
    error = sqrt(variance / n)
    print(f"{pairs}: Elo {elo(mean):.9f} from {elo(mean - Z * error):.9f} to {elo(mean + Z * error):.9f}", end=", ")
    print(f"normalised {(mean - 0.5) / sqrt(2 * variance) * SCALE:.9f} +- {Z * SCALE / sqrt(2 * n):.9f}", end=", ")
    print(f"LOS {(1 + erf((mean - 0.5) / error / sqrt(2))) / 2:.9f}")


def wilson_end(score, trials, extreme):
    """Returns the expected score between `score` and `extreme` that lies Z deviations away."""
    near, far = score + (extreme - score) * 1e-12, extreme
    for _ in range(200):
        middle = (near + far) / 2
        if abs(score - middle) < Z * sqrt(middle * (1 - middle) / trials):
            near = middle
        else:
            far = middle
    return near


def likelihood(seen, conditions):
    """Returns the maximum of sum p ln q over distributions q for which each condition (five values) has mean 0, or None."""
    rows = list(zip(seen, zip(*conditions)))
    theta = [0.0] * len(conditions)

    def dual(theta):
        factors = [1 + sum(t * x for t, x in zip(theta, row)) for _, row in rows]
        return sum(p * log(f) for (p, _), f in zip(rows, factors)) if min(factors) > 0 else -inf

    for _ in range(200):
        factors = [1 + sum(t * x for t, x in zip(theta, row)) for _, row in rows]
        gradient = [sum(p * row[i] / f for (p, row), f in zip(rows, factors)) for i in range(len(theta))]
        if max(map(abs, gradient)) < 1e-14:
            break
        hessian = [[sum(p * row[i] * row[j] / f**2 for (p, row), f in zip(rows, factors)) for i in range(len(theta))]
                for j in range(len(theta))]
        if len(theta) == 1:
            step = [gradient[0] / hessian[0][0]]
        else:
            determinant = hessian[0][0] * hessian[1][1] - hessian[0][1] ** 2
            if determinant <= 0:
                return None
            step = [(hessian[1][1] * gradient[0] - hessian[0][1] * gradient[1]) / determinant,
                    (hessian[0][0] * gradient[1] - hessian[0][1] * gradient[0]) / determinant]
        size = 1.0
        while size > 1e-14 and dual([t + size * s for t, s in zip(theta, step)]) < dual(theta) - 1e-16:
            size /= 2
        theta = [t + size * s for t, s in zip(theta, step)]
    if max(map(abs, gradient)) > 1e-9:
        return None
    return sum(p * log(p / f) for (p, _), f in zip(rows, factors))


def logistic(seen, elo):
    mean = 1 / (1 + 10 ** (-elo / 400))
    return likelihood(seen, [[a - mean for a in SCORES]])


def normalized(seen, elo):
    def at(deviation):
        mean = 0.5 + elo / SCALE * sqrt(2) * deviation
        part = mean * 4 % 1
        if not part * (1 - part) / 16 < deviation**2 < mean * (1 - mean):
            return -inf
        found = likelihood(seen, [[a - mean for a in SCORES], [(a - mean) ** 2 - deviation**2 for a in SCORES]])
        return -inf if found is None else found

    best = max(range(1, 1000), key=lambda i: at(i / 2000)) / 2000
    low, high = best - 1 / 2000, best + 1 / 2000
    for _ in range(100):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, b) if at(a) > at(b) else (a, high)
    return at((low + high) / 2)


def print_llr(pairs, elo0, elo1):
    counts = [x or 1e-3 for x in pairs]
    seen = [x / sum(counts) for x in counts]
    llr = [sum(counts) * (model(seen, elo1) - model(seen, elo0)) for model in (logistic, normalized)]
    print(f"{pairs} elo0={elo0},elo1={elo1}: logistic {llr[0]:.9f}, normalized {llr[1]:.9f}", flush=True)


if __name__ == "__main__":
    print_elo([34, 54, 63, 64, 75])
    print_elo([332, 433, 498, 333, 334])
    print_elo([0, 7, 40, 9, 1])
    for score, trials in [(1, 20), (0, 3), (0.5, 40), (0.75, 2)]:
        low, high = (elo(wilson_end(score, trials, end)) if score != end else elo(end) for end in (0, 1))
        print(f"{score} of {trials}: Elo from {low:.9f} to {high:.9f}")
    print_llr([64, 405, 1013, 485, 93], 0, 5)
    print_llr([3, 40, 110, 80, 7], 0, 20)
    print_llr([0, 0, 12, 8, 0], 0, 30)
    print_llr([0, 7, 40, 9, 1], -3, 10)
    print_llr([0, 0, 0, 0, 30], 0, 40)
