// Package explorables holds the figures of the notebooks that solve again in the reader's browser: one for each
// notebook, in a file of its own. They are small enough for a page: a step takes a tenth of a second at most.
package explorables

import "github.com/proxlab/proxlab/figures/explore"

// All are those that the page's program knows.
func All() []explore.Explorable {
	return []explore.Explorable{
		Lasso, Ridge, Balls, Rank, SupportVector, Table, Threshold, Fold, Letter, Sentence, Trend, Grid, Atoms, Width,
	}
}
