"""Intervals by arithmetic of its own: nothing but Python's standard library."""
import functools
import math


def cut(f, low, high):
    """The point at which the increasing f changes its sign."""
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if f(middle) > 0 else (middle, high)
    return (low + high) / 2


def incomplete_beta(a, b, x):
    """I_x(a, b) by Lentz's continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    h = d
    for m in range(1, 1000):
        for t in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                  -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d, c = 1 / (1 + t * d), 1 + t / c
            h *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * h


def student_above(t, freedom):
    """The chance that Student's t is above t > 0."""
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2


@functools.cache
def student(freedom, miss):
    """The value that |t| is above with a chance of miss."""
    return cut(lambda t: miss - 2 * student_above(t, freedom), 0, 1e9)


def density(t, freedom):
    """Student's."""
    front = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    return front * (1 + t * t / freedom) ** (-(freedom + 1) / 2)


@functools.cache
def boundary(first, miss):
    """Where Lai's t-sequence begins that holds from so many replications on."""
    return cut(lambda a: miss - 2 * (student_above(a, first - 1) + a * density(a, first - 1)), 1, 1e8)


def sequence(first, n, miss):
    """Standard errors by which a mean of n normal numbers is off at some n from the first on, with a chance of miss."""
    a = boundary(first, miss)
    return math.sqrt((n - 1) * (((1 + a * a / (first - 1)) ** first * n / first) ** (1 / n) - 1))


def share(hits, n, miss=0.05):
    """The shares against which the mixture of coins by Beta(1/2, 1/2) has not gained 1/miss: at all n at once."""
    mixture = math.lgamma(hits + 0.5) + math.lgamma(n - hits + 0.5) - math.lgamma(n + 1) - math.log(math.pi)

    def gain(p):
        coin = sum(k * math.log(x) if k else 0 for k, x in ((hits, p), (n - hits, 1 - p)))
        return mixture - coin + math.log(miss)
    low = cut(lambda p: -gain(p), 1e-300, hits / n) if hits else 0.0
    high = cut(gain, hits / n, 1 - 1e-16) if hits < n else 1.0
    return low, high


def scaled(by, v):
    return [by * x for x in v]


def mean(v):
    return math.fsum(v) / len(v)


def variance(v):
    m = mean(v)
    return math.fsum((x - m) ** 2 for x in v) / (len(v) - 1)


class Effect:
    """What is at least 0 on average where a claim holds: a mean, its standard error, and that one's freedom."""

    def __init__(self, a, b=None, by=0.0, paired=True):
        """Values a, or a above b by at least by: replication by replication where there are as many, else Welch's."""
        self.n, self.shared = min(len(a), len(b or a)), None  # a variance that all replications share, with its freedom
        if b is None or paired and len(a) == len(b):
            v = a if b is None else [x - y for x, y in zip(a, b)]
            self.mean, self.freedom = mean(v) - by, len(v) - 1
            self.error = math.sqrt(variance(v) / len(v)) if len(v) > 1 else math.nan
            return
        x, y = variance(a) / len(a), variance(b) / len(b)
        self.mean, self.error = mean(a) - mean(b) - by, math.sqrt(x + y)
        self.freedom = (x + y) ** 2 / (x * x / (len(a) - 1) + y * y / (len(b) - 1)) if x + y else 0

    def reach(self, miss, planned):
        """How far off the mean may be: a plan of fewer than were planned first was itself the first."""
        shared = math.sqrt(self.shared[0]) * student(self.shared[1], miss) if self.shared else 0.0
        if self.error == 0 or not self.error > 0:
            return shared if self.error == 0 else math.inf
        return math.hypot(self.error * sequence(min(planned, self.n), self.freedom + 1, miss), shared)

    def clarity(self):
        if self.error > 0:
            return self.mean / self.error
        return math.copysign(math.inf, self.mean) if self.error == 0 and self.mean else 0.0


def every(effects, planned):
    """All have to be at least 0: the verdict, and the numbers of the one that is least clear."""
    least = min(effects, key=Effect.clarity)
    numbers = [least.mean] + ([least.error, least.n] if least.error > 0 else []) + (
        [len(effects)] if len(effects) > 1 else [])
    if any(e.mean + e.reach(0.05 / len(effects), planned) < 0 for e in effects):
        return "fails", numbers
    return "holds" if all(e.mean - e.reach(0.05, planned) >= 0 for e in effects) else "open", numbers


def always(n, exceptions):
    """One exception is enough to fail."""
    low, high = share(exceptions, n)
    return "fails" if exceptions else "holds", [exceptions, n, 100 * low, 100 * high]


def most(least, runs):
    """In at least so many experiments, (hits, n) of each, more than half of all runs are as the claim says."""
    may_miss = len(runs) - least
    above = sum(share(h, n, 0.05 / (may_miss + 1))[0] > 0.5 for h, n in runs)
    below = sum(share(h, n, 0.05 / least)[1] < 0.5 for h, n in runs)
    verdict = "holds" if above >= least else "fails" if below > may_miss else "open"
    return verdict, [x for run in runs for x in run]


def one_more(numbers):
    """(printed, half a unit of its last digit, our runs): one more run of ours could have given what is printed."""
    verdict, worst = "holds", (-1.0, [])
    for paper, half, runs in numbers:
        if len(runs) < 5:
            return "open", []
        def reach(miss):
            return student(len(runs) - 1, miss / len(numbers)) * math.sqrt(variance(runs) * (1 + 1 / len(runs))) + half
        off = abs(paper - mean(runs))
        if off > reach(0.01):
            verdict = "fails"
        elif off > reach(0.05) and verdict == "holds":
            verdict = "open"
        worst = max(worst, (off / reach(0.05), [paper, mean(runs) - reach(0.05), mean(runs) + reach(0.05), len(runs)]))
    return verdict, worst[1]
