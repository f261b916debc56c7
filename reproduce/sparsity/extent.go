package sparsity

import (
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/fit"
)

// extent says how much of the protocol a scale has.
type extent struct {
	replications int
	more         map[cell]int // replications of what the spread of so few decides nothing about
	// Figure 1
	together     comparison // sizes
	tasks, sizes []int
	splits       int // of the school data
	schoolShares []float64
	// Figure 2
	dims, examples []int
	alphas         []float64
	others         []int // examples for the other instances
	otherDim       int
	// Figure 3
	stepDims, stepExamples []int
	// images and penalties
	pictures []string
	side     int
	sigmas   []float64
	lambdas  int
	steps    int // along the path
	features int
}

// cell is a place in a table: a number of features, or in Figure 1 of tasks, and of examples.
type cell struct {
	table  string
	of, by int
}

// atPaperScale are the cells that decide claims only after more replications than the paper's 20: about half as many
// again as those before them would have needed, written down before any was run; see docs/studies.md.
var atPaperScale = map[cell]int{
	{tableFigure1, 2, 20}: 400, {tableFigure1, 2, 50}: 200, {tableFigure1, 2, 100}: 120,
	{tableFigure1, 4, 50}: 200, {tableFigure1, 4, 100}: 120, {tableFigure1, 8, 50}: 200,
	{tableFigure1, 8, 100}: 120, {tableFigure1, 16, 50}: 200, {tableFigure1, 16, 100}: 120,
	{tableFigure2, 10, 8}: 900, {tableFigure2, 10, 32}: 60, {tableFigure2, 10, 64}: 60,
	{tableFigure2, 10, 128}: 100, {tableFigure2, 100, 8}: 60, {tableFigure2, 100, 16}: 60,
	{tableFigure2, 100, 32}: 60, {tableFigure2, 100, 64}: 60, {tableFigure2, 1000, 8}: 40,
	{tableFigure2, 1000, 16}: 60, {tableFigure2, 1000, 32}: 60, {tableFigure2, 1000, 64}: 60,
	{tableFigure2Centred, 10, 8}: 1000, {tableFigure2Centred, 10, 32}: 40,
	{tableFigure2Centred, 100, 8}: 900, {tableFigure2Centred, 100, 16}: 200,
	{tableFigure2Centred, 1000, 8}: 60, {tableFigure2Centred, 1000, 16}: 200,
	{tableFigure2Centred, 1000, 32}: 120,
	{tableInstances, 100, 8}:        80, {tableInstances, 100, 16}: 500,
	{tableInstancesCentred, 100, 8}: 250,
	{tableFigure3, 500, 8}:          60, {tableFigure3, 500, 128}: 60,
}

// in returns the replications of a cell.
func (e extent) in(c cell) int { return max(e.replications, e.more[c]) }

var paperAlphas = []float64{0, 0.001, 0.01, 0.1}

func extentOf(s reproduce.Scale) extent {
	if s == reproduce.Paper {
		return extent{
			replications: 20, more: atPaperScale,
			together: comparison{D: 100, Relevant: 10}, tasks: []int{2, 4, 8, 16}, sizes: []int{20, 50, 100},
			splits: 10, schoolShares: fit.Geometric(1, 1e-4, 30),
			dims: []int{10, 100, 1000}, examples: []int{8, 16, 32, 64, 128}, alphas: paperAlphas,
			others: []int{8, 16, 32, 64, 128}, otherDim: 100,
			stepDims: []int{10, 100, 500}, stepExamples: []int{8, 16, 32, 64, 128},
			pictures: []string{"cameraman", "house", "camera", "moon"}, side: 512, sigmas: []float64{0.05, 0.1, 0.2},
			lambdas: 15, steps: 40, features: 60,
		}
	}
	return extent{
		replications: 3,
		together:     comparison{D: 50, Relevant: 5}, tasks: []int{2, 8}, sizes: []int{20, 40},
		splits: 1, schoolShares: fit.Geometric(1, 1e-4, 15),
		dims: []int{10, 100}, examples: []int{8, 16, 32}, alphas: paperAlphas, others: []int{8, 32}, otherDim: 50,
		stepDims: []int{10, 100}, stepExamples: []int{8, 16, 32},
		pictures: []string{"cameraman", "house"}, side: 128, sigmas: []float64{0.1}, lambdas: 8, steps: 16, features: 60,
	}
}
