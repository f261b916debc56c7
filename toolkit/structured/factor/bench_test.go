package factor_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// grid is a grid of n × n with normal scores of nodes: pairs that attract by up to 2, or that are normal, as weight
// says.
func grid(seed uint64, n, k int, weight func(rng *rand.Rand) float64) *factor.Graph {
	rng := rand.New(rand.NewPCG(seed, uint64(n*100+k)))
	states := make([]int, n*n)
	for s := range states {
		states[s] = k
	}
	g, err := factor.New(states)
	must(err)
	for s := range states {
		copy(g.Node(s), normals(rng, k, 1))
	}
	for r := range n {
		for c := range n {
			if c+1 < n {
				must(g.Potts(r*n+c, r*n+c+1, weight(rng)))
			}
			if r+1 < n {
				must(g.Potts(r*n+c, r*n+n+c, weight(rng)))
			}
		}
	}
	return g
}

func attracting(rng *rand.Rand) float64 { return 2 * rng.Float64() }
func mixed(rng *rand.Rand) float64      { return rng.NormFloat64() }

// BenchmarkGrids decodes the grids of the documents; gap is relative, in parts of a million.
func BenchmarkGrids(b *testing.B) {
	for _, c := range []struct {
		name   string
		n, k   int
		weight func(*rand.Rand) float64
		d      factor.Decoder
	}{
		{"Potts20x20x10/exact", 20, 10, attracting, factor.BranchAndBound{}},
		{"Potts50x50x5/exact", 50, 5, attracting, factor.BranchAndBound{}},
		{"Potts100x100x10/1e-3", 100, 10, attracting, factor.TRWS{Gap: 1e-3}},
		{"Attractive100x100/cut", 100, 2, attracting, factor.GraphCut{}},
		{"Attractive100x100/TRW-S", 100, 2, attracting, factor.TRWS{}},
		{"Potts100x100x10/expansion", 100, 10, attracting, factor.GraphCut{}},
		{"Mixed30x30/200nodes", 30, 2, mixed, factor.BranchAndBound{Nodes: 200}},
		{"Potts1000x1000x5/10passes", 1000, 5, attracting, factor.TRWS{Iterations: 10}},
	} {
		if testing.Short() && c.n > 100 {
			continue
		}
		for seed := range uint64(2) {
			g := grid(seed, c.n, c.k, c.weight)
			b.Run(c.name, func(b *testing.B) {
				var r *factor.Result
				before := machine.ProcessorSeconds()
				for b.Loop() {
					var err error
					r, err = c.d.Decode(b.Context(), g)
					must(err)
				}
				b.ReportMetric((machine.ProcessorSeconds()-before)/float64(b.N)*1e3, "processor-ms/op")
				b.ReportMetric((r.Bound-r.Score)/r.Score*1e6, "gap/ppm")
				b.ReportMetric(float64(r.Iter), "passes")
			})
		}
	}
}
