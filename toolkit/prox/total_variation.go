package prox

import "math"

// TotalVariation is λ Σ_ij ‖(∇x)_ij‖ of a Rows × Cols image given row by row, where (∇x)_ij = (x_{i+1,j} − x_ij, x_{i,j+1} − x_ij), with 0
// for a difference across the edge: isotropic total variation. Flat regions and sharp edges cost little.
//
// Source: Rudin, Osher, Fatemi, Nonlinear Total Variation Based Noise Removal Algorithms, Physica D 1992.
type TotalVariation struct {
	Lambda     float64
	Rows, Cols int
	// Chambolle takes the fixed-point iteration of Chambolle (2004) in the prox in place of the accelerated projected gradient.
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

// variation is TV(x) and, where p is not nil, TV(x) − ⟨∇x, p⟩, summed pixel by pixel so that nothing cancels.
func (g TotalVariation) variation(x, p []float64) (value, slack float64) {
	n := g.Rows * g.Cols
	for i := range g.Rows {
		for j := range g.Cols {
			at := i*g.Cols + j
			var down, right float64
			if i+1 < g.Rows {
				down = x[at+g.Cols] - x[at]
			}
			if j+1 < g.Cols {
				right = x[at+1] - x[at]
			}
			norm := math.Sqrt(down*down + right*right)
			value += norm
			if p != nil {
				slack += norm - down*p[at] - right*p[n+at]
			}
		}
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

// ProxTo minimizes ½‖v − γλ∇ᵀp‖² over ‖p_ij‖ ≤ 1 by projected gradient steps of 1/(8γλ) with momentum, which starts afresh when the gap
// has grown, or by Chambolle's iteration p ← (p − η∇(∇ᵀp − v/(γλ)))/(1 + η‖·‖), η = ¼. dst is v − γλ∇ᵀp, and
// gap = λ Σ_ij (‖(∇dst)_ij‖ − ⟨(∇dst)_ij, p_ij⟩).
//
// Source: Beck, Teboulle, Fast Gradient-Based Algorithms for Constrained Total Variation Image Denoising and Deblurring Problems, IEEE Trans.
// Image Processing 2009, algorithm FGP; Chambolle, An Algorithm for Total Variation Minimization and Applications, J. Math. Imaging and
// Vision 2004.
func (g TotalVariation) ProxTo(dst, dual, v []float64, gamma, tol float64) (value, gap float64) {
	check(dst, v, gamma)
	if len(v) != g.Rows*g.Cols || len(dual) != 2*len(v) {
		panic(badLength)
	}
	c := gamma * g.Lambda
	if c == 0 || len(v) == 0 {
		copy(dst, v)
		return g.Value(dst), 0
	}
	y := append([]float64(nil), v...) // dst may be v
	s := newVariationStep(g.Rows, g.Cols, y, dual, c)
	before, best, momentum, stalled := math.Inf(1), math.Inf(1), 1., 0
	for k := 0; ; k++ {
		if k%variationEvery == 0 {
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
			var far float64
			for i, x := range dst {
				far += (x - y[i]) * (x - y[i])
			}
			if scale := value + far/(2*gamma); !(gap > tol*scale) || k >= variationMost || stalled == 200 || math.IsNaN(scale) {
				return value, gap
			}
		}
		if g.Chambolle {
			s.chambolle(dual)
			continue
		}
		next := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
		s.accelerated(dual, (momentum-1)/next)
		momentum = next
	}
}

// variationStep is the dual iteration on an image: r is the extrapolated dual point.
type variationStep struct {
	rows, cols int
	y, r       []float64
	c          float64
	row, below []float64 // of the image, as the iteration passes
}

func newVariationStep(rows, cols int, y, dual []float64, c float64) *variationStep {
	return &variationStep{
		rows: rows, cols: cols, y: y, r: append([]float64(nil), dual...), c: c, row: make([]float64, cols), below: make([]float64, cols),
	}
}

// image is y − c∇ᵀp.
func (s *variationStep) image(dst, p []float64) {
	for i := range s.rows {
		s.imageRow(dst[i*s.cols:(i+1)*s.cols], p, i)
	}
}

// imageRow is a row of it: ∇ᵀp at ij is p1_{i−1,j} − p1_ij + p2_{i,j−1} − p2_ij, without what lies beyond the edges.
func (s *variationStep) imageRow(dst, p []float64, i int) {
	n, cols := s.rows*s.cols, s.cols
	y, across := s.y[i*cols:(i+1)*cols], p[n+i*cols:n+(i+1)*cols]
	dst = dst[:len(y)]
	c := s.c
	left := 0.
	for j := range dst {
		right := across[j]
		if j == cols-1 {
			right = 0
		}
		dst[j] = y[j] - c*(left-right)
		left = right
	}
	if i > 0 {
		up := p[(i-1)*cols : i*cols]
		for j, v := range up[:len(dst)] {
			dst[j] -= c * v
		}
	}
	if i+1 < s.rows {
		down := p[i*cols : (i+1)*cols]
		for j, v := range down[:len(dst)] {
			dst[j] += c * v
		}
	}
}

// accelerated is a step p⁺ = Π(r + ∇(y − c∇ᵀr)/(8c)), r⁺ = p⁺ + β(p⁺ − p), in one pass: a row of the image is formed just before the dual
// variables that it depends on change.
func (s *variationStep) accelerated(p []float64, beta float64) {
	n, cols := s.rows*s.cols, s.cols
	step := 1 / (8 * s.c)
	s.imageRow(s.row, s.r, 0)
	for i := range s.rows {
		last := i+1 == s.rows
		if !last {
			s.imageRow(s.below, s.r, i+1)
		}
		row, below := s.row[:cols], s.below[:cols]
		p1, p2 := p[i*cols:(i+1)*cols], p[n+i*cols:n+(i+1)*cols]
		r1, r2 := s.r[i*cols:(i+1)*cols], s.r[n+i*cols:n+(i+1)*cols]
		p2, r1, r2 = p2[:len(p1)], r1[:len(p1)], r2[:len(p1)]
		row, below = row[:len(p1)], below[:len(p1)]
		for j := range p1 {
			a, b := r1[j], r2[j]
			if !last {
				a += step * (below[j] - row[j])
			}
			if j+1 < len(row) {
				b += step * (row[j+1] - row[j])
			}
			if square := a*a + b*b; square > 1 {
				norm := 1 / math.Sqrt(square)
				a *= norm
				b *= norm
			}
			r1[j], r2[j] = a+beta*(a-p1[j]), b+beta*(b-p2[j])
			p1[j], p2[j] = a, b
		}
		s.row, s.below = s.below, s.row
	}
}

// chambolleStep is η. His proof takes η ≤ 1/8; it converges to 1/4.
const chambolleStep = 0.25

// chambolle is a step of the fixed-point iteration, in one pass as well.
func (s *variationStep) chambolle(p []float64) {
	n, cols := s.rows*s.cols, s.cols
	s.imageRow(s.row, p, 0)
	for i := range s.rows {
		last := i+1 == s.rows
		if !last {
			s.imageRow(s.below, p, i+1)
		}
		p1, p2 := p[i*cols:(i+1)*cols], p[n+i*cols:n+(i+1)*cols]
		for j := range p1 {
			var down, right float64
			if !last {
				down = (s.below[j] - s.row[j]) / s.c
			}
			if j+1 < cols {
				right = (s.row[j+1] - s.row[j]) / s.c
			}
			scale := 1 / (1 + chambolleStep*math.Sqrt(down*down+right*right))
			p1[j] = (p1[j] + chambolleStep*down) * scale
			p2[j] = (p2[j] + chambolleStep*right) * scale
		}
		s.row, s.below = s.below, s.row
	}
}
