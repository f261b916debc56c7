package evidence

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/proxlab/proxlab/reproduce"
)

// level is how often an interval may miss the mean: intervals are Student's, of 95 %.
const level = 0.05

// All returns the finding of a claim that holds where all effects are at least 0 on average.
//
// It holds where the 95 % interval of every effect is at or above 0 (an intersection-union test: no correction is
// needed, as every effect has to be shown; Berger, Technometrics 24, 1982). It fails where the interval of some effect
// is below 0, at 95 % for all effects together (Bonferroni). In between the spread does not decide: the claim is open,
// and Needed is about the number of replications that would decide it if means and deviations stayed as they are. An
// effect that is NaN makes the claim not testable.
func All(ours string, effects ...Effect) reproduce.Finding {
	if len(effects) == 0 {
		return reproduce.Finding{}
	}
	each, together := 1-level/2, 1-level/2/float64(len(effects))
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

// halfWidth is that of the interval in which the mean is with so much certainty on either side; +Inf where one
// replication tells nothing of others.
func (e Effect) halfWidth(certainty float64) float64 {
	switch {
	case e.Error == 0:
		return 0
	case e.Freedom <= 0 || math.IsNaN(e.Error):
		return math.Inf(1)
	}
	return e.Error * student(e.Freedom, certainty)
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
func needed(effects []Effect, each, together float64) int {
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
// and its deviation stay; +Inf beyond mostNeeded. It counts up from where a normal distribution would end: Student's is
// wider by a few replications.
func (e Effect) until(certainty float64) float64 {
	deviation := e.Error * math.Sqrt(float64(e.N))
	root := deviation * distuv.UnitNormal.Quantile(certainty) / math.Abs(e.Mean)
	for n := max(2, math.Ceil(root*root)); n <= mostNeeded; n++ {
		again := Effect{Error: deviation / math.Sqrt(n), Freedom: (e.Freedom+1)*n/float64(e.N) - 1} // n − 1 of paired ones
		if again.halfWidth(certainty) < math.Abs(e.Mean) {
			return n
		}
	}
	return math.Inf(1)
}

// student returns the quantile of Student's distribution.
func student(freedom, certainty float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile(certainty)
}
