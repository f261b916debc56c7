package solve

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// apart are features that have a weight for each output: row i of a problem of tasks has those of example i in the
// columns of its task, and zeros elsewhere. Of one output they are the features.
func apart(p *solver.Problem, a linalg.Map) linalg.Map {
	of, several := p.Loss.(toolkit.MultiOutput)
	if !several || p.Outputs() == 1 {
		return a
	}
	n, d := a.Dims()
	k, rows := p.Outputs(), a.(linalg.Entries) //nolint:errcheck // entries makes them so
	ptr, col, val := []int{0}, []int32{}, []float64{}
	for i := range n {
		task, _ := of.Span(i)
		rows.VisitRow(i, func(j int, v float64) {
			col, val = append(col, int32(j*k+task)), append(val, v)
		})
		ptr = append(ptr, len(val))
	}
	return linalg.NewCSR(n, d*k, ptr, col, val)
}

// freeOf are the unpenalized columns as rows, one for each of them and output, without those that are left out.
func freeOf(p *solver.Problem, out func(r int) bool) *linalg.Dense {
	n, k := p.Loss.Len(), p.Outputs()
	var rows []float64
	for r := range p.Unpenalized.R {
		if out(r) {
			continue
		}
		for c := range k {
			row := make([]float64, n)
			for i, v := range p.Unpenalized.Row(r) {
				if of, several := p.Loss.(toolkit.MultiOutput); several && k > 1 {
					if task, _ := of.Span(i); task != c {
						continue
					}
				}
				row[i] = v
			}
			rows = append(rows, row...)
		}
	}
	return linalg.NewDense(len(rows)/max(1, n), n, rows)
}
