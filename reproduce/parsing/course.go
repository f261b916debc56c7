package parsing

import (
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// shares returns β_k = ‖θ_k‖/Σ_l ‖θ_l‖; zeros for the zero model.
func shares(norms []float64) []float64 {
	out := slices.Clone(norms)
	if sum := floats.Sum(norms); sum > 0 {
		floats.Scale(1/sum, out)
	}
	return out
}

// heldByBest is the share of Σ_l ‖θ_l‖, in percent, that the largest few have.
func heldByBest(norms []float64) float64 {
	beta := shares(norms)
	slices.Sort(beta)
	return 100 * floats.Sum(beta[max(0, len(beta)-fewTemplates):])
}

// living tells which templates can tell trees apart: those without the head, direction and distance give all trees of a
// sentence the same features, and their weights stay 0.
func living() (out []bool) {
	for _, t := range templates.Reconstructed() {
		out = append(out, len(t.Head) > 0 || t.Direction || t.Distance)
	}
	return out
}

// of returns the numbers of those that are wanted.
func of(norms []float64, wanted []bool) (out []float64) {
	for k, v := range norms {
		if wanted[k] {
			out = append(out, v)
		}
	}
	return out
}

// spearman is Spearman's rank correlation: that of ranks, of equal numbers their mean.
func spearman(a, b []float64) float64 { return stat.Correlation(ranks(a), ranks(b), nil) }

func ranks(v []float64) []float64 {
	sorted := slices.Clone(v)
	slices.Sort(sorted)
	out := make([]float64, len(v))
	for k, x := range v {
		first, _ := slices.BinarySearch(sorted, x)
		last := first
		for last+1 < len(sorted) && sorted[last+1] == x {
			last++
		}
		out[k] = float64(first+last) / 2
	}
	return out
}

// shownRanks are the ranks after the last epoch of the templates whose weights are drawn over the epochs, from 1.
var shownRanks = []int{1, 2, 4, 8, 16, 32, 64, 107, 207, 307, 407, 494}

// weights are the curves of Figure 1 on the left: β of some templates after each epoch of MKL, in the first
// replication.
func (s *study) weights() []reproduce.Curve {
	all, _ := s.followed()
	if len(all) == 0 {
		return nil
	}
	list := templates.Reconstructed()
	out := reproduce.Curve{ID: curveWeights + s.id, Columns: []string{"epoch"}, Values: [][]float64{{}}}
	places := best(all[0].last(), allTemplates)
	for _, rank := range shownRanks {
		out.Columns, out.Values = append(out.Columns, list[places[rank-1]].String()), append(out.Values, nil)
	}
	for e, norms := range all[0].Norms {
		out.Values[0] = append(out.Values[0], float64(e+1))
		beta := shares(norms)
		for k, rank := range shownRanks {
			out.Values[k+1] = append(out.Values[k+1], beta[places[rank-1]])
		}
	}
	return []reproduce.Curve{out}
}
