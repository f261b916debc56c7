package evidence

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/proxlab/proxlab/reproduce"
)

// level is how often an interval may miss the mean: intervals are of 95 %.
const level = 0.05

// All returns the finding of a claim that holds where all effects are at least 0 on average.
//
// It holds where the 95 % interval of every effect is at or above 0 (an intersection-union test: no correction is
// needed, as every effect has to be shown; Berger, Technometrics 24, 1982). It fails where the interval of some effect
// is below 0, at 95 % for all effects together (Bonferroni). In between the spread does not decide: the claim is open,
// and Needed is about the number of replications that would decide it if means and deviations stayed as they are. An
// effect that is NaN makes the claim not testable.
//
// The intervals are Student's: the number of replications has to be planned, and never raised because it did not
// decide. From(m).All has intervals that hold whatever is added.
func All(ours string, effects ...Effect) reproduce.Finding { return all(ours, 0, effects) }

// All returns the same finding by intervals that hold from so many replications on.
func (m From) All(ours string, effects ...Effect) reproduce.Finding { return all(ours, m, effects) }

func all(ours string, first From, effects []Effect) reproduce.Finding {
	if len(effects) == 0 {
		return reproduce.Finding{}
	}
	each, together := certainty{first, level}, certainty{first, level / float64(len(effects))}
	f := reproduce.Finding{Ours: ours, Verdict: reproduce.Holds}
	least := 0
	for i, e := range effects {
		if math.IsNaN(e.Mean) {
			return reproduce.Finding{}
		}
		if e.clarity() < effects[least].clarity() {
			least = i
		}
		switch {
		case e.Mean+e.halfWidth(together) < 0:
			f.Verdict = reproduce.Fails
		case f.Verdict == reproduce.Holds && !(e.Mean-e.halfWidth(each) >= 0):
			f.Verdict = reproduce.Open
		}
	}
	f.Spread = effects[least].String()
	if len(effects) > 1 {
		f.Spread += fmt.Sprintf(", the least clear of %d comparisons", len(effects))
	}
	if f.Verdict == reproduce.Open {
		f.Needed = needed(effects, each, together)
	}
	return f
}

// Interval is the one in which the mean of the effect is, and which misses it so often: Student's where m is 0, and of
// one replication without ends.
func (e Effect) Interval(m From, miss float64) (low, high float64) {
	half := e.halfWidth(certainty{m, miss})
	return e.Mean - half, e.Mean + half
}

// Needed is about how many replications would leave 0 out of that interval, if the mean and the deviation of those
// there are stayed; 0 where no number up to a million would, or nobody knows.
func (e Effect) Needed(m From, miss float64) int {
	if e.Mean == 0 || math.IsNaN(e.Mean) || math.IsNaN(e.Error) {
		return 0
	}
	n := e.until(certainty{m, miss})
	if math.IsInf(n, 1) {
		return 0
	}
	return int(n)
}

// certainty is that of an interval: the number of replications from which on it holds, and how often it misses.
type certainty struct {
	From
	miss float64
}

// halfWidth is that of the interval in which the mean is; +Inf where one replication tells nothing of others.
func (e Effect) halfWidth(c certainty) float64 {
	own := 0.
	switch {
	case e.Error == 0:
	case e.Freedom <= 0 || math.IsNaN(e.Error):
		return math.Inf(1)
	default:
		own = e.Error * c.reach(e.N, c.miss)(e.Freedom)
	}
	return math.Hypot(own, e.sharedWidth(c))
}

// sharedWidth is that of the interval of what all replications share.
func (e Effect) sharedWidth(c certainty) float64 {
	if e.Shared == 0 {
		return 0
	}
	return e.Shared * student(e.SharedFreedom, 1-c.miss/2)
}

// clarity is the mean in standard errors.
func (e Effect) clarity() float64 {
	switch {
	case e.Error > 0:
		return e.Mean / e.Error
	case e.Error == 0 && e.Mean != 0:
		return math.Inf(int(math.Copysign(1, e.Mean)))
	}
	return 0
}

// String writes an effect with its standard error.
func (e Effect) String() string {
	switch {
	case e.Error == 0:
		return fmt.Sprintf("%s: margin %s, which does not vary", e.Name, number(e.Mean, 3))
	case math.IsNaN(e.Error):
		return fmt.Sprintf("%s: margin %s, of one replication", e.Name, number(e.Mean, 3))
	}
	return fmt.Sprintf("%s: margin %s ± %s (standard error, %d replications)", e.Name, number(e.Mean, 3),
		number(e.Error, 2), e.N)
}

// mostNeeded is the number of replications beyond which nobody is told to go.
const mostNeeded = 1_000_000

// needed returns about how many replications would decide the claim: where some mean is against it, to show the
// clearest of those, or else to show all. It is 0 where no number would, or one replication is all there is.
func needed(effects []Effect, each, together certainty) int {
	against, all := math.Inf(1), 0.
	for _, e := range effects {
		switch {
		case math.IsNaN(e.Error):
			return 0
		case e.Mean < 0:
			against = min(against, e.until(together))
		case !(e.Mean-e.halfWidth(each) >= 0):
			all = max(all, e.until(each))
		}
	}
	if !math.IsInf(against, 1) {
		all = against
	}
	if math.IsInf(all, 1) {
		return 0
	}
	return int(all)
}

// until returns the least number of replications at which the interval of the effect no longer has 0 in it, if its mean
// and its deviation stay; +Inf beyond mostNeeded. Where a normal distribution would end it is not yet decided.
func (e Effect) until(c certainty) float64 {
	deviation, reach, shared := e.Error*math.Sqrt(float64(e.N)), c.reach(e.N, c.miss), e.sharedWidth(c)
	root := deviation * distuv.UnitNormal.Quantile(1-c.miss/2) / math.Abs(e.Mean)
	if root*root > mostNeeded {
		return math.Inf(1)
	}
	n := firstOf(max(e.N, int(root*root)), func(n int) bool {
		freedom := (e.Freedom+1)*float64(n)/float64(e.N) - 1 // n − 1 of paired ones
		return math.Hypot(deviation/math.Sqrt(float64(n))*reach(freedom), shared) < math.Abs(e.Mean)
	})
	if n == 0 {
		return math.Inf(1)
	}
	return float64(n)
}

// firstOf returns the least number above one at which something is not decided at which it is, once for all; 0 beyond
// mostNeeded.
func firstOf(undecided int, decided func(n int) bool) int {
	enough := 2 * undecided
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
