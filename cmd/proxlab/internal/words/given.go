package words

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Given are what penalties are on where it is at hand, and in no file: features count from 0, and nil is for what is
// not given.
type Given struct {
	Groups       [][]int    `json:"groups"`
	GroupWeights []float64  `json:"group_weights"`
	Edges        [][2]int   `json:"edges"`
	EdgeWeights  []float64  `json:"edge_weights"`
	Sorted       []float64  `json:"slope_weights"`
	Lower        []float64  `json:"lower"` // one for all weights, or one for each
	Upper        []float64  `json:"upper"`
	Factors      []float64  `json:"penalty_weights"` // of features
	Map          linalg.Map `json:"-"`
}

// check says what is wrong with what is given for so many features and weights.
func (g Given) check(groups, edges, sorted, d, outputs int) error {
	for i, group := range g.Groups {
		for _, j := range group {
			if j < 0 || j >= groups {
				return fmt.Errorf("group %d has feature %d, and there are %d, from 0", i+1, j, groups)
			}
		}
	}
	for i, e := range g.Edges {
		if min(e[0], e[1]) < 0 || max(e[0], e[1]) >= edges || e[0] == e[1] {
			return fmt.Errorf("edge %d is between %d and %d: two are due of %d, from 0", i+1, e[0], e[1], edges)
		}
	}
	for _, c := range []struct {
		what      string
		got, want int
		alone     bool // one stands for all
	}{
		{"weights of groups", len(g.GroupWeights), len(g.Groups), false},
		{"weights of edges", len(g.EdgeWeights), len(g.Edges), false},
		{"weights of slope", len(g.Sorted), sorted, false},
		{"lower bounds", len(g.Lower), d * outputs, true}, {"upper bounds", len(g.Upper), d * outputs, true},
		{"penalty weights", len(g.Factors), d, false},
	} {
		if c.got != 0 && c.got != c.want && !(c.alone && c.got == 1) {
			return fmt.Errorf("there are %d %s, and %d are due", c.got, c.what, c.want)
		}
	}
	return nil
}
