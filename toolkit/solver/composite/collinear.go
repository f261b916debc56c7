package composite

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/lapack/lapack64"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/independent"
	"github.com/proxlab/proxlab/toolkit/solver/composite/internal/functions"
)

// anyTerm is true.
func anyTerm(*term) bool { return true }

// isLoss tells whether a term is one that x is to be accurate for first.
func isLoss(t *term) bool {
	_, ok := t.of.(functions.Sloped)
	return ok
}

// dependent tells whether a column without ridge is nearly a combination of others in some terms, by the Cholesky
// factor of their products.
func dependent(terms []*term, mu []float64, by func(*term) bool) bool {
	n := len(mu)
	if n >= leastSparse && !slices.ContainsFunc(terms, func(t *term) bool { return t.full }) {
		return false
	}
	h := make([]float64, n*n)
	for _, t := range terms {
		if t.free {
			return false
		}
		if s := t.s; by(t) {
			t.whole, t.s = true, 1 // as at the start
			t.addTo(h, n)
			t.s = s
		}
	}
	size := make([]float64, n)
	for j := range size {
		if size[j] = math.Sqrt(h[j*n+j]); mu[j] > 0 || size[j] == 0 {
			clear(h[j*n : (j+1)*n])
			for i := range j {
				h[i*n+j] = 0
			}
			h[j*n+j], size[j] = 1, 1
		}
	}
	for i := range size {
		for j := i; j < n; j++ {
			h[i*n+j] /= size[i] * size[j]
		}
	}
	factored := system{n: n, h: h}
	if _, ok := lapack64.Potrf(factored.symmetric()); !ok {
		return true
	}
	for j := range size {
		if d := h[j*n+j]; d*d < independent.Collinear {
			return true
		}
	}
	return false
}

// rebase takes maps and c into coordinates in which no column without ridge is nearly a combination of others in some
// terms.
func rebase(terms []*term, linear, mu []float64, by func(*term) bool) *independent.Basis {
	may := make([]bool, len(mu))
	columns := make([][]float64, len(mu))
	for j := range mu {
		may[j] = mu[j] == 0
		for _, t := range terms {
			if !by(t) {
				continue
			}
			column := make([]float64, len(t.z))
			linalg.Column(column, t.k, j)
			columns[j] = append(columns[j], column...)
		}
	}
	basis := independent.New(columns, may)
	for _, t := range terms {
		if t.k = basis.Map(t.own); !t.full {
			t.k = linalg.ToCSR(t.k)
		}
		t.measure()
	}
	basis.Row(linear)
	return basis
}
