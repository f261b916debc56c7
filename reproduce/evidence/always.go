package evidence

import (
	"fmt"

	"github.com/proxlab/proxlab/reproduce"
)

// Always returns the finding of a claim that every one of n replications has to bear out: one exception is enough for
// it to fail. Its spread is the interval, of 95 %, of the share of exceptions among all draws; see Share.
func Always(ours string, n, exceptions int) reproduce.Finding {
	if n == 0 {
		return reproduce.Finding{}
	}
	f := reproduce.Decided(ours, exceptions == 0, "")
	low, high := Share(exceptions, n)
	f.Spread = fmt.Sprintf("exceptions in %d of %d replications: of all draws, between %s and %s %% at 95 %% confidence",
		exceptions, n, number(100*low, 2), number(100*high, 2))
	return f
}
