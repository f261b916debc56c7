package blocks_test

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// matrix is a source in memory that counts what is read.
type matrix struct {
	columns linalg.Rows // Aᵀ
	sparse  *linalg.CSR // Aᵀ; nil where dense
	dense   *linalg.Dense
	y       []float64
	rows    int // of a block
	fail    error
}

func (m *matrix) Dims() (n, d int) {
	d, n = m.columns.Dims()
	return n, d
}

func (m *matrix) Blocks() int { return (len(m.y) + m.rows - 1) / m.rows }

func (m *matrix) Read(_ context.Context, k int, columns []int, b *linalg.RowBlock) error {
	if m.fail != nil {
		return m.fail
	}
	from, to := k*m.rows, min(len(m.y), (k+1)*m.rows)
	b.Y = append(b.Y[:0], m.y[from:to]...)
	if columns == nil {
		_, d := m.Dims()
		columns = make([]int, d)
		for j := range columns {
			columns[j] = j
		}
	}
	if m.dense != nil {
		into := b.MakeDense(len(columns), to-from)
		for at, j := range columns {
			copy(into.Row(at), m.dense.Row(j)[from:to])
		}
		return nil
	}
	b.Sparse = &linalg.CSR{R: len(columns), C: to - from, Ptr: []int{0}}
	for _, j := range columns {
		rows, values := m.sparse.Row(j)
		for at, i := range rows {
			if from <= int(i) && int(i) < to {
				b.Sparse.Col = append(b.Sparse.Col, i-int32(from))
				b.Sparse.Val = append(b.Sparse.Val, values[at])
			}
		}
		b.Sparse.Ptr = append(b.Sparse.Ptr, len(b.Sparse.Val))
	}
	return nil
}

// example draws n correlated examples of d features, with labels ±1 or targets.
func example(seed uint64, n, d int, labels, sparse bool) (*matrix, *linalg.Dense) {
	rng := rand.New(rand.NewPCG(seed, 5))
	x, y := linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		row := x.Row(i)
		f := 0.3
		for j := range row {
			row[j] = rng.NormFloat64()
			if j > 0 {
				row[j] = 0.6*row[j-1] + 0.8*row[j]
			}
			if j%7 == 0 {
				f += row[j] * math.Cos(float64(j))
			}
		}
		for j := range row {
			if sparse && rng.Float64() < 0.8 {
				row[j] = 0
			}
		}
		if y[i] = f + rng.NormFloat64(); labels {
			y[i] = math.Copysign(1, y[i])
		}
	}
	m := &matrix{columns: linalg.Columns(x), y: y, rows: n/6 + 1}
	if sparse {
		m.sparse = linalg.ToCSR(m.columns)
		m.columns = m.sparse
	} else {
		m.dense = linalg.ToDense(m.columns)
	}
	return m, x
}
