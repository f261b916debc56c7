package proxsvm

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/reproduce"
)

// The tables of the study.
const (
	tableLiteral     = "table1"
	tableSound       = "table1-sound"
	tableGrid        = "figure1"     // losses and test errors at λ_best, 10 λ_best and 100 λ_best
	tableSweep       = "sweep"       // the loss reached, over eight decades of λ
	tableLambda      = "lambda-best" // λ chosen by cross-validation
	tableRegret      = "regret"      // beside Theorem 1 and Corollaries 2 and 3
	tableCertificate = "certificate" // the averaged iterate's duality gap
)

var tableIDs = []string{tableLiteral, tableSound, tableGrid, tableSweep, tableLambda, tableRegret, tableCertificate}

// gridSets have the learning curves of Figures 1 and 2, sweepSets the sweep over λ, theorySets the regret; the
// certificate is that of a9a.
var (
	gridSets   = []string{"combined", "covtype", "ijcnn1", "w8a", synthetic.id}
	sweepSets  = []string{"a9a", "ijcnn1", "w8a", synthetic.id}
	theorySets = []string{"a9a", "w8a", synthetic.id}
)

// certified is the set of the certificate and its λ.
var certified = set{id: "a9a", lambda: 1e-4}

// decades are the λ of the sweep and of the cross-validation.
var decades = []float64{1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2}

// tablesWanted returns the tables named in Only, or what the mode and the scale ask for.
func tablesWanted(c reproduce.Config) []string {
	named := slices.DeleteFunc(slices.Clone(tableIDs), func(id string) bool { return !slices.Contains(c.Only, id) })
	if len(named) > 0 {
		return named
	}
	var out []string
	if c.Mode != reproduce.Sound {
		out = append(out, tableLiteral)
	}
	if c.Mode != reproduce.Literal {
		out = append(out, tableSound)
	}
	out = append(out, tableGrid, tableSweep)
	if c.Scale == reproduce.Paper {
		out = append(out, tableLambda, tableRegret, tableCertificate)
	}
	return out
}

// seeds returns one seed at quick scale and five at paper scale, from the config's seed on.
func seeds(c reproduce.Config) []uint64 {
	n := 1
	if c.Scale == reproduce.Paper {
		n = 5
	}
	out := make([]uint64, n)
	for i := range out {
		out[i] = c.Seed + uint64(i)
	}
	return out
}

// gridLambdas returns λ_best, 10 λ_best and 100 λ_best, without rounding errors.
func gridLambdas(s set) []float64 {
	out := make([]float64, 3)
	for k := range out {
		out[k] = math.Pow(10, math.Round(math.Log10(s.lambda))+float64(k))
	}
	return out
}

// sweeps tells whether a set is in the sweep: at quick scale, one is enough.
func sweeps(c reproduce.Config, s set) bool {
	if c.Scale != reproduce.Paper && s.id != "w8a" && s.id != synthetic.id {
		return false
	}
	return slices.Contains(sweepSets, s.id)
}

// plan lists the cells of a set that the wanted tables need, each once.
func plan(c reproduce.Config, s set, features int) []task {
	var out []task
	add := func(t task) {
		if (t.method != optimum || features <= referenceLimit) && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for _, table := range tablesWanted(c) {
		switch table {
		case tableLiteral, tableSound:
			add(task{method: optimum, lambda: s.lambda})
			for _, seed := range seeds(c) {
				for _, m := range columnsOf(table) {
					add(task{method: m, lambda: s.lambda, seed: seed})
				}
			}
		case tableGrid:
			if slices.Contains(gridSets, s.id) {
				for _, lambda := range gridLambdas(s) {
					for _, m := range methods {
						add(task{method: m, lambda: lambda, seed: c.Seed})
					}
					add(task{method: optimum, lambda: lambda})
				}
			}
		case tableSweep:
			if sweeps(c, s) {
				for _, lambda := range decades {
					for _, m := range append(methods[:], sound) {
						add(task{method: m, lambda: lambda, seed: c.Seed})
					}
					add(task{method: optimum, lambda: lambda})
				}
			}
		case tableLambda:
			for _, lambda := range decades {
				for fold := range validationFolds {
					add(task{method: validator(features), lambda: lambda, seed: c.Seed, fold: fold + 1})
				}
			}
		}
	}
	return out
}

// columnsOf returns the methods of a form of the table.
func columnsOf(table string) []string {
	if table == tableSound {
		return []string{pegasos, adaptive, sound}
	}
	return methods[:]
}
