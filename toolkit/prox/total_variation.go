package prox

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TotalVariation is λ Σ_ij ‖(∇x)_ij‖ of a Rows × Cols image given row by row, where (∇x)_ij = (x_{i+1,j} − x_ij,
// x_{i,j+1} − x_ij), with 0 for a difference across the edge: isotropic total variation. Flat regions and sharp edges
// cost little.
//
// Source: Rudin, Osher, Fatemi, Nonlinear Total Variation Based Noise Removal Algorithms, Physica D 1992.
type TotalVariation struct {
	Lambda     float64
	Rows, Cols int
	// Chambolle takes the fixed-point iteration of Chambolle (2004) in the prox in place of the accelerated projected
	// gradient.
	Chambolle bool
}

// Duals is two numbers a pixel: p_ij ∈ R², ‖p_ij‖ ≤ 1, the first components of all pixels before the second.
func (g TotalVariation) Duals(int) int { return 2 * g.Rows * g.Cols }

// Value is λ TV(x).
func (g TotalVariation) Value(x []float64) float64 {
	if len(x) != g.Rows*g.Cols {
		panic(badLength)
	}
	value, _ := g.variation(x, nil)
	return g.Lambda * value
}

// variation is TV(x) and TV(x) − ⟨∇x, p⟩, summed pixel by pixel so that nothing cancels; p = nil is 0.
func (g TotalVariation) variation(x, p []float64) (value, slack float64) {
	n, cols, end := g.Rows*g.Cols, g.Cols, g.Cols-1
	if n == 0 {
		return 0, 0
	}
	values, slacks := make([]float64, g.Rows), make([]float64, g.Rows)
	inBands(g.Rows, cols, func(lo, hi int) {
		norm, terms, ones := make([]float64, cols), make([]float64, cols), make([]float64, cols)
		p1, p2 := make([]float64, cols), make([]float64, cols)
		for j := range ones {
			ones[j] = 1
		}
		for i := lo; i < hi; i++ {
			row, below := x[i*cols:(i+1)*cols], x[min(i+1, g.Rows-1)*cols:] // below the last row: no difference
			if p != nil {
				p1, p2 = p[i*cols:(i+1)*cols], p[n+i*cols:n+(i+1)*cols]
			}
			simd.VariationTerms(norm[:end], terms[:end], row, below[:end], p1[:end], p2[:end])
			alone := []float64{row[end], row[end]} // the last pixel has no right neighbour
			simd.VariationTerms(norm[end:], terms[end:], alone, below[end:cols], p1[end:], p2[end:])
			values[i], slacks[i] = linalg.Dot(ones, norm), linalg.Dot(ones, terms)
		}
	})
	for i, v := range values {
		value += v
		slack += slacks[i]
	}
	return value, slack
}

// Prox denoises v, to rounding.
func (g TotalVariation) Prox(dst, v []float64, gamma float64) float64 {
	value, _ := g.ProxTo(dst, make([]float64, g.Duals(len(v))), v, gamma, proxTol)
	return value
}

// The iterations of the prox: the most of them, and how often the gap is looked at.
const (
	variationMost  = 20000
	variationEvery = 10
)

// ProxTo minimizes ½‖v − γλ∇ᵀp‖² over ‖p_ij‖ ≤ 1 by projected gradient steps of 1/(8γλ) with momentum, which starts
// afresh when the gap has grown, or by Chambolle's iteration p ← (p − η∇(∇ᵀp − v/(γλ)))/(1 + η‖·‖), η = ¼. dst is v −
// γλ∇ᵀp, and gap = λ Σ_ij (‖(∇dst)_ij‖ − ⟨(∇dst)_ij, p_ij⟩).
//
// Dual variables that are all 0 begin from an image of half the resolution (fromHalf).
//
// Source: Beck, Teboulle, Fast Gradient-Based Algorithms for Constrained Total Variation Image Denoising and
// Deblurring Problems, IEEE Trans. Image Processing 2009, algorithm FGP; Chambolle, An Algorithm for Total Variation
// Minimization and Applications, J. Math. Imaging and Vision 2004.
func (g TotalVariation) ProxTo(dst, dual, v []float64, gamma, tol float64) (value, gap float64) {
	value, gap, _ = g.proxTo(dst, dual, v, gamma, tol)
	return value, gap
}

// proxTo is ProxTo, and the iterations it took.
func (g TotalVariation) proxTo(dst, dual, v []float64, gamma, tol float64) (value, gap float64, iterations int) {
	check(dst, v, gamma)
	if len(v) != g.Rows*g.Cols || len(dual) != 2*len(v) {
		panic(badLength)
	}
	c := gamma * g.Lambda
	if c == 0 || len(v) == 0 {
		copy(dst, v)
		return g.Value(dst), 0, 0
	}
	y := slices.Clone(v) // dst may be v
	if given := slices.ContainsFunc(dual, func(p float64) bool { return p != 0 }); !given && !g.Chambolle {
		g.fromHalf(dual, y, c, tol)
	}
	s := newVariationStep(g.Rows, g.Cols, y, dual, c)
	before, best, momentum, stalled := math.Inf(1), math.Inf(1), 1., 0
	for k := 0; ; k += variationEvery {
		s.image(dst, dual)
		tv, slack := g.variation(dst, dual)
		value, gap = g.Lambda*tv, math.Max(0, g.Lambda*slack)
		if gap > before {
			copy(s.r, dual)
			momentum = 1
		}
		before = gap
		if stalled++; gap < 0.9*best {
			best, stalled = gap, 0
		}
		scale := value + s.far(dst)/(2*gamma)
		if !(gap > tol*scale) || k >= variationMost || stalled == 200 || math.IsNaN(scale) {
			return value, gap, k
		}
		if g.Chambolle {
			s.chambolle(dual)
			continue
		}
		var beta [variationEvery]float64
		for i := range beta {
			next := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
			beta[i], momentum = (momentum-1)/next, next
		}
		s.accelerated(dual, beta)
	}
}
