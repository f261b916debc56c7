package tracenorm

import (
	"math"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/reproduce"
)

// panel is a pair of panels of Figure 1: a correlation and an amount of regularization.
type panel struct {
	id          string
	correlation float64
	heavy       bool
}

var panels = []panel{
	{"light-0.9", 0.9, false}, {"heavy-0.9", 0.9, true}, {"light-0.1", 0.1, false}, {"heavy-0.1", 0.1, true},
}

// The regularization of Figure 1: a share of λ_max, and an absolute number.
const (
	heavyShare = 0.5
	lightValue = 0.001
)

func (p panel) lambda(most float64) float64 {
	if p.heavy {
		return heavyShare * most
	}
	return lightValue
}

// protocol says how much of the paper's a scale has.
type protocol struct {
	classes      generate.GaussianClassesConfig
	replications map[string]int            // by panel
	budgets      map[string]map[string]int // evaluations of a race, by panel and method
	some         int                       // replications, the first, on which some methods run; see most
	sets         []column
	seconds      map[string]float64 // that a race takes, about, by panel and set; 1 where nothing is said
}

// cost returns about how many seconds some races take.
func (p protocol) cost(id string, races int) float64 {
	if each, ok := p.seconds[id]; ok {
		return each * float64(races)
	}
	return float64(races)
}

// column is a column of Figure 2.
type column struct {
	id, title     string
	folds, choose int            // cross-validation splits, and those λ is chosen on
	budgets       map[string]int // evaluations of a race, by method
	shares        []float64      // of λ_max, for the choice and the path
	starts        int            // random starts of alternating minimization on a split
	low           []int          // ranks of further starts of it
	lowSplits     int            // the first, on which those run
	iterations    int            // at most for a solution of the path
	side, classes int            // of pictures
}

// The columns of Figure 2.
const (
	conjoint1 = "conjoint1"
	conjoint2 = "conjoint2"
	pictures  = "pictures"
)

// bytes is about what the set takes in memory.
func (s column) bytes() float64 {
	drawings := 20 * 250 // of a small alphabet's character, and of characters
	return 10<<20 + 8*float64(drawings*s.side*s.side)
}

// sharesTo returns shares of λ_max that fall, finely at first, to 2^−last.
func sharesTo(last int) (out []float64) {
	out = []float64{math.Pow(2, -0.25), math.Pow(2, -0.5), math.Pow(2, -0.75)}
	for e := 1; e <= last; e++ {
		out = append(out, math.Pow(2, -float64(e)))
	}
	return out
}

// forms returns the forms of rank-one descent that run: the sound one always, as the reference for the optimum.
func forms(c reproduce.Config) []string {
	if c.Mode == reproduce.Sound {
		return []string{sound}
	}
	return []string{literal, sound}
}

// most returns the number of replications of a panel, the first ones, on which a method runs at most: rank-one descent
// on all, and the forms of Prox++, which some replications tell apart from it, on some; but at light regularization,
// where a race takes a minute, those that the paper does not have on one.
func (w work) most(p panel, method string) int {
	switch {
	case method == literal || method == sound || p.heavy && method == proxThin:
		return w.replications[p.id]
	case !p.heavy && (method == proxFree || method == proxGram):
		return 1
	}
	return w.some
}

// cardOfPanel lists the races of a replication of a panel.
func (w work) cardOfPanel(p panel, replication int) (c card) {
	for _, m := range append(forms(w.Config), proxH, proxTrue, proxThin, proxGram, proxFree) {
		if replication < w.most(p, m) {
			c.Races = append(c.Races, race{Method: m, Evals: w.budgets[p.id][m], Steps: m == literal})
		}
	}
	return c
}

// cardOfSet lists the races on a split of a set: all methods, and alternating minimization from further starts and at
// low ranks.
func (w work) cardOfSet(s column, fold int) (c card) {
	for _, m := range append(forms(w.Config), proxH, proxTrue, proxThin, proxFree, rescaling, alternate) {
		if n := s.budgets[m]; n > 0 {
			c.Races = append(c.Races, race{Method: m, Evals: n, Seed: w.Seed, Tests: true})
		}
	}
	again := race{Method: alternate, Evals: s.budgets[alternate], Seed: w.Seed, Tests: true}
	for range s.starts - 1 {
		again.Seed++
		c.Starts = append(c.Starts, again)
	}
	for _, rank := range s.low {
		if fold < s.lowSplits {
			again.Seed++
			again.Rank = rank
			c.Low = append(c.Low, again)
		}
	}
	return c
}
