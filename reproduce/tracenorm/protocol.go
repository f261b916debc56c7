package tracenorm

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/datasets"
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
	classes      datasets.GaussianClassesConfig
	replications map[float64]int           // by correlation
	budgets      map[string]map[string]int // evaluations of a race, by panel and method
	reference    map[string]int            // of a longer run of the sound method for the optimum, by panel; 0 for none
	staircase    int                       // of the literal method on the first replication of heavy-0.9; 0 for none
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
	reference     int            // of a longer run for the optimum; 0 for none
	shares        []float64      // of λ_max, for the choice and the path
	starts        int            // random starts of alternating minimization on the first split
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

// crowded are the methods that run at light regularization on the first replication alone at paper scale: a minute or
// two each, and never the strongest there.
var crowded = []string{proxThin, proxFree}

// cardOfPanel lists the races of a replication of a panel.
func (w work) cardOfPanel(p panel, replication int) (c card) {
	for _, m := range append(forms(w.Config), proxThin, proxGram, proxFree) {
		if w.Scale == reproduce.Paper && !p.heavy && replication > 0 && slices.Contains(crowded, m) {
			continue
		}
		c.Races = append(c.Races, race{Method: m, Evals: w.budgets[p.id][m]})
	}
	if n := w.reference[p.id]; n > 0 {
		c.Reference = &race{Method: sound, Evals: n}
	}
	if w.staircase > 0 && replication == 0 && p.id == "heavy-0.9" && slices.Contains(forms(w.Config), literal) {
		c.Staircase = &race{Method: literal, Evals: w.staircase, Every: true}
	}
	return c
}

// cardOfSet lists the races on a split of a set: all methods, and on the first split alternating minimization from
// further starts.
func (w work) cardOfSet(s column, fold int) (c card) {
	for _, m := range append(forms(w.Config), proxThin, proxFree, rescaling, alternate) {
		c.Races = append(c.Races, race{Method: m, Evals: s.budgets[m], Seed: w.Seed, Tests: true})
	}
	if s.reference > 0 {
		c.Reference = &race{Method: sound, Evals: s.reference, Seed: w.Seed}
	}
	for k := 1; k < s.starts && fold == 0; k++ {
		c.Starts = append(c.Starts, race{
			Method: alternate, Evals: s.budgets[alternate], Seed: w.Seed + uint64(k),
			Rank: startRanks[(k-1)%len(startRanks)], Tests: true,
		})
	}
	return c
}
