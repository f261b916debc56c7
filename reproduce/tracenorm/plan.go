package tracenorm

import (
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// The tables of the study; a form of Figures 1 and 2 for each mode.
const (
	tableFigure1      = "figure1"
	tableFigure1Sound = "figure1-sound"
	tableFigure2      = "figure2"
	tableFigure2Sound = "figure2-sound"
	tableReadings     = "readings" // of the paper's two λ
	tableSpeed        = "speed"    // the sound method over each form of Prox++
	tablePath         = "path"     // rank and test error over λ
	tableGauges       = "figure3"  // a gauge, measured
)

var tableIDs = []string{
	tableFigure1, tableFigure1Sound, tableFigure2, tableFigure2Sound, tableReadings, tableSpeed, tablePath, tableGauges,
}

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

// plan says how much of the protocol a scale has.
type plan struct {
	classes      datasets.GaussianClassesConfig
	replications map[float64]int           // by correlation
	budgets      map[string]map[string]int // evaluations of a race, by panel and method
	reference    map[string]int            // of a longer run of the sound method for the optimum, by panel; 0 for none
	staircase    int                       // of the literal method on the first replication of heavy-0.9; 0 for none
	sets         []setPlan
}

// setPlan is a column of Figure 2.
type setPlan struct {
	id, title     string
	folds, choose int            // cross-validation splits, and those λ is chosen on
	budgets       map[string]int // evaluations of a race, by method
	reference     int            // of a longer run for the optimum; 0 for none
	shares        []float64      // of λ_max, for the choice and the path
	starts        int            // random starts of alternating minimization on the first split
	iterations    int            // at most for a solution of the path; 0 for pathIterations
	side, classes int            // of pictures
}

// The columns of Figure 2.
const (
	conjoint1 = "conjoint1"
	conjoint2 = "conjoint2"
	pictures  = "pictures"
)

// sharesTo returns shares of λ_max that fall, finely at first, to 2^−last.
func sharesTo(last int) (out []float64) {
	out = []float64{math.Pow(2, -0.25), math.Pow(2, -0.5), math.Pow(2, -0.75)}
	for e := 1; e <= last; e++ {
		out = append(out, math.Pow(2, -float64(e)))
	}
	return out
}

// crowded are the methods that run at light regularization on the first replication alone at paper scale: a minute or
// two each, and never the strongest there.
var crowded = []string{proxThin, proxFree}

// racers returns the methods of Figure 1 on a replication.
func racers(c reproduce.Config, p panel, replication int) []string {
	out := append(forms(c), proxThin, proxGram, proxFree)
	if c.Scale == reproduce.Paper && !p.heavy && replication > 0 {
		out = slices.DeleteFunc(out, func(m string) bool { return slices.Contains(crowded, m) })
	}
	return out
}

// contestants returns the methods of Figure 2.
func contestants(c reproduce.Config) []string {
	return append(forms(c), proxThin, proxFree, rescaling, alternate)
}

// forms returns the forms of rank-one descent that run: the sound one always, as the reference for the optimum.
func forms(c reproduce.Config) []string {
	if c.Mode == reproduce.Sound {
		return []string{sound}
	}
	return []string{literal, sound}
}

// tablesWanted returns the tables named in Only, or all of the mode's.
func tablesWanted(c reproduce.Config) []string {
	if named := slices.DeleteFunc(slices.Clone(tableIDs),
		func(id string) bool { return !slices.Contains(c.Only, id) }); len(named) > 0 {
		return named
	}
	return slices.DeleteFunc(slices.Clone(tableIDs), func(id string) bool {
		switch id {
		case tableFigure1, tableFigure2:
			return c.Mode == reproduce.Sound
		case tableFigure1Sound, tableFigure2Sound:
			return c.Mode == reproduce.Literal
		}
		return false
	})
}

// modeOf returns a table's mode.
func modeOf(table string) reproduce.Mode {
	if table == tableFigure1Sound || table == tableFigure2Sound || table == tableSpeed {
		return reproduce.Sound
	}
	return reproduce.Literal
}

func (p plan) problemID(correlation float64, replication int) string {
	return fmt.Sprintf("gaussian/%d/%d/%g/%d", p.classes.Features, p.classes.Classes, correlation, replication)
}
