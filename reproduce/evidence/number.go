package evidence

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/reproduce"
)

// Number is a number that a paper prints of one run, beside what our runs gave. What is printed is known to within
// Half, half a unit of its last digit.
type Number struct {
	Name        string
	Paper, Half float64
	Runs        []float64
}

// farLevel is how often a number may be farther off than what fails a claim.
const farLevel = 0.01

// leastRuns are needed to say what one more run would give.
const leastRuns = 5

// OneMore returns the finding of a claim that one more run could have given what a paper prints. It holds where every
// number is in its 95 % prediction interval, Student's, from the mean and the deviation of our runs; it fails where one
// is beyond that of 99 %, and is open in between, as more runs of ours tell nothing of the paper's: of several numbers
// together (Bonferroni). With fewer than five runs it is open, and a run without a number makes it not testable.
func OneMore(ours string, numbers ...Number) reproduce.Finding {
	f := reproduce.Finding{Ours: ours, Verdict: reproduce.Holds}
	worst := 0.
	for _, x := range numbers {
		n := len(x.Runs)
		mean, spread := stat.MeanStdDev(x.Runs, nil)
		switch {
		case n == 0 || math.IsNaN(mean):
			return reproduce.Finding{}
		case n < leastRuns:
			return reproduce.Finding{
				Ours: ours, Verdict: reproduce.Open, Needed: leastRuns,
				Spread: fmt.Sprintf("%d runs do not say how far one more may be from them", n),
			}
		}
		reach := func(level float64) float64 {
			certainty := 1 - level/2/float64(len(numbers))
			return student(float64(n-1), certainty)*spread*math.Sqrt(1+1/float64(n)) + x.Half
		}
		off := math.Abs(x.Paper - mean)
		switch {
		case off > reach(farLevel):
			f.Verdict = reproduce.Fails
		case off > reach(level) && f.Verdict == reproduce.Holds:
			f.Verdict = reproduce.Open
		}
		if share := off / reach(level); share >= worst {
			worst = share
			f.Spread = fmt.Sprintf("%s: the paper's %s, and one more run of ours between %s and %s (95 %%, from %d runs)",
				x.Name, number(x.Paper, 4), number(mean-reach(level), 4), number(mean+reach(level), 4), n)
		}
	}
	return f
}
