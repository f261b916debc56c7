package evidence

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mathext"

	"github.com/proxlab/proxlab/reproduce"
)

// Runs are runs of one experiment, as on one set of data, and of each whether it is as a claim says.
type Runs struct {
	Name string
	Seen []bool
}

// MostRuns returns the finding of a claim about single runs, where a paper has one of each experiment and another may
// end otherwise: it holds where, in at least so many of the experiments, more than half of all runs are as it says.
//
// An experiment is decided where the interval of the share of all its runs is above one half, or below. The interval is
// that of Share, which asks nothing of how runs are distributed, nor of when one stopped adding some. The claim
// holds where enough experiments are above, and fails where too many are below, each at 95 % (partial conjunctions by
// Bonferroni: Benjamini and Heller, Biometrics 64, 2008); else it is open, and Needed is the number of runs at which
// the shares, if they stayed, would be decided. An experiment without runs makes the claim not testable.
func MostRuns(what string, least int, of ...Runs) reproduce.Finding {
	if len(of) == 0 {
		return reproduce.Finding{}
	}
	atMost := len(of) - least // may be otherwise
	var above, below, undecided []string
	needed := 0
	var ours []string
	for _, r := range of {
		hits, n := r.count()
		if n == 0 {
			return reproduce.Finding{}
		}
		ours = append(ours, fmt.Sprintf("%s %d of %d", r.Name, hits, n))
		lo, _ := shareOf(hits, n, level/float64(atMost+1))
		_, hi := shareOf(hits, n, level/float64(least))
		switch {
		case lo > 0.5:
			above = append(above, r.String())
		case hi < 0.5:
			below = append(below, r.String())
		default:
			undecided = append(undecided, r.String())
			needed = max(needed, runsNeeded(hits, n))
		}
	}
	f := reproduce.Finding{Ours: what + " in runs: " + strings.Join(ours, ", "), Verdict: reproduce.Open, Needed: needed}
	switch {
	case len(above) >= least:
		f.Verdict, f.Needed, f.Spread = reproduce.Holds, 0, strings.Join(above, "; ")
	case len(below) > atMost:
		f.Verdict, f.Needed, f.Spread = reproduce.Fails, 0, strings.Join(below, "; ")
	default:
		f.Spread = strings.Join(undecided, "; ")
	}
	f.Spread = "share of all runs with 95 %: " + f.Spread
	return f
}

// count returns how many of how many runs are as the claim says.
func (r Runs) count() (hits, n int) {
	for _, s := range r.Seen {
		if s {
			hits++
		}
	}
	return hits, len(r.Seen)
}

// String writes the interval of the share.
func (r Runs) String() string {
	hits, n := r.count()
	lo, hi := Share(hits, n)
	return fmt.Sprintf("%s %.0f to %.0f %%", r.Name, 100*lo, 100*hi)
}

// Share returns the interval, of 95 %, of the share of all draws of which hits of n were seen: one of a confidence
// sequence, which holds at all n at once, however many were added and why. A share p is in it as long as a coin that
// falls so is not 20 times less likely to have fallen so than the mixture of all coins by Beta(½, ½) of Krichevsky and
// Trofimov, which a true one is at some n with a probability of 5 % at most (Ville's inequality; Robbins, Annals of
// Mathematical Statistics 41, 1970).
func Share(hits, n int) (low, high float64) { return shareOf(hits, n, level) }

// shareOf returns the interval of the share of all runs of which hits were found among n, which misses it so often.
func shareOf(hits, n int, miss float64) (lo, hi float64) {
	k, rest := float64(hits), float64(n-hits)
	mixture := mathext.Lbeta(k+0.5, rest+0.5) - mathext.Lbeta(0.5, 0.5) + math.Log(miss)
	out := func(p float64) bool { return mixture >= xlogy(k, p)+xlogy(rest, 1-p) }
	hi = 1
	if hits > 0 {
		lo = crossing(0, k/float64(n), func(p float64) bool { return !out(p) })
	}
	if hits < n {
		hi = crossing(k/float64(n), 1, out)
	}
	return lo, hi
}

// xlogy is x log y, 0 for x = 0.
func xlogy(x, y float64) float64 {
	if x == 0 {
		return 0
	}
	return x * math.Log(y)
}

// runsNeeded returns the number of runs at which a share that stays would be decided; 0 for one half, and beyond
// mostNeeded.
func runsNeeded(hits, n int) int {
	share := float64(hits) / float64(n)
	return firstOf(n, func(n int) bool {
		lo, hi := shareOf(int(math.Round(share*float64(n))), n, level)
		return lo > 0.5 || hi < 0.5
	})
}
