package onlinemkl

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/datasets/dataset"
)

// ruleEpochs is after how many epochs the paper's rule compares the objectives.
const ruleEpochs = 5

// onceC is the C at which the paper's rule is run where it is run once: λ = 1/m, where R(θ) weighs as much as the loss
// of one word.
const onceC = 1.

// ruled stands for the η0 of a cell that runs the rule first, at onceC.
const ruled = 0.

// selection is how the C and the η0 of a row on a fold are chosen: the best C, with one of the rates tried there.
type selection struct {
	// rates returns the η0 that are tried at the k-th C; nil while the cells that say so are not done.
	rates func(f results, c cell, k int) []float64
	// heldOut takes what is best on held-out words. Otherwise it is what is best on the test folds.
	heldOut bool
}

// selections are those of the tables.
var selections = map[string]selection{
	tableEta1:      fixedRate(1),
	tableVariants:  fixedRate(1),
	tableRuleOnce:  ruleOnce(onceC),
	tableMoreFolds: ruleOnce(onceC),
	tableRuleEvery: ruleEvery(),
	tableBest:      {rates: allRates},
	tableHeldOut:   {rates: allRates, heldOut: true},
}

func allRates(results, cell, int) []float64 { return rates }

// fixedRate does not choose η0.
func fixedRate(eta0 float64) selection {
	return selection{rates: func(results, cell, int) []float64 { return []float64{eta0} }}
}

// ruleOnce chooses η0 by the paper's rule at one C, for all C.
func ruleOnce(at float64) selection {
	return selection{rates: func(f results, c cell, _ int) []float64 {
		if c.fold >= dataset.OCRFolds { // of those drawn anew, which are learned at the rate of the rule alone
			return []float64{ruled}
		}
		return f.byRule(c, indexOf(at))
	}}
}

// ruleEvery chooses η0 by the paper's rule for each C.
func ruleEvery() selection {
	return selection{rates: func(f results, c cell, k int) []float64 { return f.byRule(c, k) }}
}

// byRule returns the η0 of the least objective after 5 epochs at the k-th C; nil while the cells are not all done.
func (f results) byRule(c cell, k int) []float64 {
	objectives := make([]float64, len(rates))
	for i, eta0 := range rates {
		c.eta0, c.holdOut = eta0, false
		learned, ok := f.get(c)
		if !ok {
			return nil
		}
		objectives[i] = learned.Objective[k][ruleEpochs-1]
	}
	return []float64{rates[least(objectives)]}
}

// least returns the index of the least of some objectives, the first where there are several.
func least(objectives []float64) (at int) {
	for i, o := range objectives {
		if o < objectives[at] || math.IsNaN(objectives[at]) {
			at = i
		}
	}
	return at
}

// choice is a model of a row on a fold: a cell with what it learned, and the index of its C.
type choice struct {
	cell
	Learned
	c int
}

func (ch choice) accuracy() float64 { return ch.Accuracy[ch.c] }

// choose picks the model of a row under a variant on a fold, those of c; ok is false while its cells are not all done.
func (f results) choose(how selection, c cell) (best choice, ok bool) {
	top := math.Inf(-1)
	for k := range grid {
		tried := how.rates(f, c, k)
		if tried == nil {
			return choice{}, false
		}
		for _, c.eta0 = range tried {
			score, learned, done := f.score(how, c, k)
			if !done {
				return choice{}, false
			}
			if score > top {
				top, best = score, choice{c, learned, k}
			}
		}
	}
	return best, true
}

// score returns by what a selection judges a cell at the k-th C, and what it learned.
func (f results) score(how selection, c cell, k int) (score float64, learned Learned, ok bool) {
	if learned, ok = f.get(c); !ok {
		return 0, learned, false
	}
	if !how.heldOut {
		return learned.Accuracy[k], learned, true
	}
	c.holdOut = true
	held, ok := f.get(c)
	if !ok {
		return 0, learned, false
	}
	return held.HeldOut[k][epochs-1], learned, true
}

// indexOf returns the index of a C of the grid.
func indexOf(c float64) int { return slices.Index(grid, c) }
