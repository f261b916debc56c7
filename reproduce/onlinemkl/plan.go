package onlinemkl

import (
	"slices"

	"github.com/proxlab/proxlab/reproduce"
)

// The tables of the study, by how C and η0 were chosen.
const (
	tableEta1      = "table1-eta0-1"     // η0 = 1, C the best on the test folds
	tablePaperRule = "table1-paper-rule" // η0 of least objective after 5 epochs, then C the best on the test folds
	tableBest      = "table1-best"       // both the best on the test folds
	tableHeldOut   = "table1-heldout"    // both the best on every tenth training word, held out: sound mode
	tableVariants  = "variants"          // η0 = 1, C the best on the test folds, the setting varied
	tableRegret    = "regret"            // regret and its bounds, by learning rate
)

// The paper's grids of C = 1/(λm) and of η0.
var (
	grid  = []float64{0.1, 1, 10, 100, 1000, 10000}
	rates = []float64{0.01, 0.1, 1, 10}
)

// variantRows are the rows of the table of variants, variantFolds its folds at paper scale.
var (
	variantRows  = []string{"quadratic", "gaussian", "average-lqg", "mkl-lqg"}
	variantFolds = []int{0, 1, 2, 3}
)

// task is one cell of work: a row under a variant on one fold, at one η0 and all C.
type task struct {
	fold    int
	row     string
	variant string
	eta0    float64
	holdOut bool
}

// tablesWanted returns the tables to make: those named in Only, or else what the mode and the scale ask for.
func tablesWanted(c reproduce.Config) []string {
	all := []string{tableEta1, tablePaperRule, tableBest, tableVariants, tableRegret, tableHeldOut}
	named := slices.DeleteFunc(slices.Clone(all), func(id string) bool { return !slices.Contains(c.Only, id) })
	if len(named) > 0 {
		return named
	}
	var out []string
	if c.Mode != reproduce.Sound {
		out = append(out, tableEta1)
		if c.Scale == reproduce.Paper {
			out = append(out, tablePaperRule, tableBest, tableVariants, tableRegret)
		}
	}
	if c.Mode != reproduce.Literal {
		out = append(out, tableHeldOut)
	}
	return out
}

// rowsWanted returns the rows named in Only, all when none is.
func rowsWanted(c reproduce.Config) []row {
	named := slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return !slices.Contains(c.Only, r.id) })
	if len(named) > 0 {
		return named
	}
	return rows
}

// foldsOf returns the training folds asked for: the first at quick scale, all ten at paper scale, or those of the
// config.
func foldsOf(c reproduce.Config) []int {
	switch {
	case len(c.Folds) > 0:
		return c.Folds
	case c.Scale == reproduce.Paper:
		return []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	}
	return []int{0}
}

func foldsOfVariants(c reproduce.Config) []int {
	if len(c.Folds) == 0 && c.Scale == reproduce.Paper {
		return variantFolds
	}
	return foldsOf(c)
}

// plan lists the cells of accuracies that the wanted tables need, each once, fold by fold.
func plan(c reproduce.Config) []task {
	var out []task
	seen := map[task]bool{}
	add := func(t task) {
		if !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	wanted := tablesWanted(c)
	for _, fold := range foldsOf(c) {
		for _, r := range rowsWanted(c) {
			for _, table := range wanted {
				switch table {
				case tableEta1:
					add(task{fold, r.id, literal.ID, 1, false})
				case tableRegret:
				case tableVariants:
					if slices.Contains(foldsOfVariants(c), fold) && slices.Contains(variantRows, r.id) {
						for _, v := range variants {
							add(task{fold, r.id, v.ID, 1, false})
						}
					}
				default:
					for _, eta0 := range rates {
						add(task{fold, r.id, literal.ID, eta0, false})
						if table == tableHeldOut {
							add(task{fold, r.id, literal.ID, eta0, true})
						}
					}
				}
			}
		}
	}
	return out
}
