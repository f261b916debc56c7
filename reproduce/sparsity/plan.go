package sparsity

import (
	"slices"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/fit"
)

// The tables of the study.
const (
	tableFigure1   = "figure1"   // multi-task learning against single tasks
	tableSchool    = "school"    // the same on real tasks
	tableFigure2   = "figure2"   // prediction, selection and iterations over d, n and μ
	tableInstances = "instances" // the same for other members of the family
	tableFigure3   = "figure3"   // fixed over adaptive steps
	tableRules     = "rules"     // all step rules
	tableTheory    = "theory"    // contraction factors, and the projection's decrease
	tableImages    = "images"    // total variation
	tablePenalties = "penalties" // composite absolute penalties
)

var tableIDs = []string{tableFigure1, tableSchool, tableFigure2, tableInstances, tableFigure3, tableRules, tableTheory,
	tableImages, tablePenalties}

// soundTables need more than the paper's own choices of step and dual start.
var soundTables = []string{tableRules}

func modeOf(table string) reproduce.Mode {
	if slices.Contains(soundTables, table) {
		return reproduce.Sound
	}
	return reproduce.Literal
}

// plan says how much of the protocol a scale has.
type plan struct {
	replications int
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

var paperAlphas = []float64{0, 0.001, 0.01, 0.1}

func planOf(c reproduce.Config) plan {
	if c.Scale == reproduce.Paper {
		return plan{
			replications: 20,
			together:     comparison{D: 100, Relevant: 10},
			tasks:        []int{2, 4, 8, 16},
			sizes:        []int{20, 50, 100},
			splits:       10,
			schoolShares: fit.Geometric(1, 1e-4, 30),
			dims:         []int{10, 100, 1000},
			examples:     []int{8, 16, 32, 64, 128},
			alphas:       paperAlphas,
			others:       []int{8, 16, 32, 64, 128},
			otherDim:     100,
			stepDims:     []int{10, 100, 500},
			stepExamples: []int{8, 16, 32, 64, 128},
			pictures:     []string{"cameraman", "house", "camera", "moon"},
			side:         512,
			sigmas:       []float64{0.05, 0.1, 0.2},
			lambdas:      15,
			steps:        40,
			features:     60,
		}
	}
	return plan{
		replications: 3,
		together:     comparison{D: 50, Relevant: 5}, tasks: []int{2, 8}, sizes: []int{20, 40},
		splits: 1, schoolShares: fit.Geometric(1, 1e-4, 15),
		dims: []int{10, 100}, examples: []int{8, 16, 32}, alphas: paperAlphas, others: []int{16, 64}, otherDim: 50,
		stepDims: []int{10, 100}, stepExamples: []int{8, 16, 32},
		pictures: []string{"cameraman", "house"}, side: 128, sigmas: []float64{0.1}, lambdas: 8, steps: 16, features: 60,
	}
}

// tablesWanted returns the tables named in Only, those of the instances named there, or all of the mode's.
func tablesWanted(c reproduce.Config) []string {
	named := slices.DeleteFunc(slices.Clone(tableIDs), func(id string) bool { return !slices.Contains(c.Only, id) })
	for _, i := range instances {
		if !slices.Contains(c.Only, i.id) {
			continue
		}
		id := tableInstances
		if i.id == multitask {
			id = tableFigure2
		}
		if !slices.Contains(named, id) {
			named = append(named, id)
		}
	}
	if len(named) > 0 {
		return named
	}
	return slices.DeleteFunc(slices.Clone(tableIDs), func(id string) bool {
		return c.Mode != reproduce.Both && c.Mode != modeOf(id)
	})
}

// wantsInstance tells whether an instance is wanted: where none is named, all are.
func wantsInstance(c reproduce.Config, id string) bool {
	named := slices.ContainsFunc(instances, func(i instance) bool { return slices.Contains(c.Only, i.id) })
	return !named || slices.Contains(c.Only, id)
}
