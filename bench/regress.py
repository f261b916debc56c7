"""Ratios new ÷ old of benchmarks from lines «name round side nanoseconds», with the 95 % interval of the median.

The interval is between two of the sorted ratios, as the binomial distribution has it: no shape of the noise is assumed.
"""

import collections, math, statistics, sys

SLOWER = 1.03


def interval(ratios):
    """Bounds of the median that hold in 95 of 100 cases at least; the least and the greatest where there are too few."""
    x, n = sorted(ratios), len(ratios)
    k, below = 0, 0.5**n  # the chance that at most k of n are below the median
    while k + 1 < n / 2 and below + math.comb(n, k + 1) * 0.5**n <= 0.025:
        k += 1
        below += math.comb(n, k) * 0.5**n
    return x[k], x[n - 1 - k]


def main():
    times = collections.defaultdict(dict)
    for line in sys.stdin:
        name, turn, side, taken = line.split()
        times[name][int(turn), side] = float(taken)
    slower, compared = [], 0
    for name, of in sorted(times.items()):
        ratios = [of[k, "new"] / of[k, "old"] for k, side in of if side == "new" and (k, "old") in of]
        if not ratios:
            print(f"{name}: in one of the commits alone")
            continue
        compared += 1
        low, high = interval(ratios)
        print(f"{statistics.median(ratios):6.3f}  [{low:.3f}, {high:.3f}]  {name}")
        if low > SLOWER:
            slower.append(name)
    print(f"{compared} benchmarks, slower than {SLOWER}: {', '.join(slower) or 'none'}")
    sys.exit(bool(slower) or not compared)


if __name__ == "__main__":
    main()
