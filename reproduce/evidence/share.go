package evidence

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/proxlab/proxlab/reproduce"
)

// MostRuns returns the finding of a claim about one run, where a paper has one and another may end otherwise: it holds
// where more than half of all runs are as the claim says. Every entry of seen is a run of ours, and whether it is.
//
// It holds, or fails, where the 95 % interval of the share of all runs is above, or below, one half. The interval is
// the exact one of Clopper and Pearson (Biometrika 26, 1934), which asks nothing of how runs are distributed; Needed is
// the number of runs at which it would leave one half if the share stayed. Without any run the claim is not testable.
func MostRuns(ours string, seen []bool) reproduce.Finding {
	n, hits := len(seen), 0
	for _, s := range seen {
		if s {
			hits++
		}
	}
	if n == 0 {
		return reproduce.Finding{}
	}
	lo, hi := shareOf(hits, n)
	f := reproduce.Finding{
		Ours: ours, Verdict: reproduce.Open,
		Spread: fmt.Sprintf("seen in %d of %d runs, which is %.0f to %.0f %% of all runs", hits, n, 100*lo, 100*hi),
	}
	switch {
	case lo > 0.5:
		f.Verdict = reproduce.Holds
	case hi < 0.5:
		f.Verdict = reproduce.Fails
	default:
		f.Needed = runsNeeded(hits, n)
	}
	return f
}

// shareOf returns the 95 % interval of the share of all runs of which hits were found among n.
func shareOf(hits, n int) (lo, hi float64) {
	k, rest := float64(hits), float64(n-hits)
	hi = 1
	if hits > 0 {
		lo = distuv.Beta{Alpha: k, Beta: rest + 1}.Quantile(level / 2)
	}
	if hits < n {
		hi = distuv.Beta{Alpha: k + 1, Beta: rest}.Quantile(1 - level/2)
	}
	return lo, hi
}

// runsNeeded returns the number of runs at which a share that stays would be decided; 0 for one half, and beyond
// mostNeeded.
func runsNeeded(hits, n int) int {
	share := float64(hits) / float64(n)
	decided := func(n int) bool {
		lo, hi := shareOf(int(math.Round(share*float64(n))), n)
		return lo > 0.5 || hi < 0.5
	}
	undecided, enough := n, 2*n
	for !decided(enough) {
		if undecided, enough = enough, 2*enough; enough > mostNeeded {
			return 0
		}
	}
	for enough-undecided > 1 {
		if mid := (undecided + enough) / 2; decided(mid) {
			enough = mid
		} else {
			undecided = mid
		}
	}
	return enough
}
