package prox

import (
	"math"
	"runtime"
	"sync"

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

// ProxTo minimizes ½‖v − γλ∇ᵀp‖² over ‖p_ij‖ ≤ 1 by projected gradient steps of 1/(8γλ) with momentum, which starts
// afresh when the gap has grown, or by Chambolle's iteration p ← (p − η∇(∇ᵀp − v/(γλ)))/(1 + η‖·‖), η = ¼. dst is v −
// γλ∇ᵀp, and gap = λ Σ_ij (‖(∇dst)_ij‖ − ⟨(∇dst)_ij, p_ij⟩).
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
				return value, gap, k
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

// variationStep is the dual iteration on an image: r is the extrapolated dual point. Bands of rows are worked on side
// by side.
type variationStep struct {
	rows, cols int
	y, r       []float64
	c          float64
	bands      []band
}

// band is the rows lo ≤ i < hi; first is the image's row lo, formed before any band changes the dual variables.
type band struct {
	lo, hi           int
	first, row, next []float64
}

// bandPixels is how many pixels are worth a band.
const bandPixels = 1 << 14

func newVariationStep(rows, cols int, y, dual []float64, c float64) *variationStep {
	s := &variationStep{rows: rows, cols: cols, y: y, r: append([]float64(nil), dual...), c: c}
	count := max(1, min(runtime.GOMAXPROCS(0), rows*cols/bandPixels, rows))
	for k := range count {
		b := band{lo: rows * k / count, hi: rows * (k + 1) / count}
		b.first, b.row, b.next = make([]float64, cols), make([]float64, cols), make([]float64, cols)
		s.bands = append(s.bands, b)
	}
	return s
}

// each runs a step over the rows of every band, from their image as it is at the dual point p.
func (s *variationStep) each(p []float64, step func(i int, row, below []float64)) {
	for _, b := range s.bands {
		s.imageRow(b.first, p, b.lo)
	}
	if len(s.bands) == 1 {
		s.band(0, p, step)
		return
	}
	var group sync.WaitGroup
	for k := range s.bands {
		group.Go(func() { s.band(k, p, step) })
	}
	group.Wait()
}

// band runs a step over the rows of a band. A row of the image is formed just before the dual variables that it
// depends on change; below the last row of the image there is none.
func (s *variationStep) band(k int, p []float64, step func(i int, row, below []float64)) {
	b := &s.bands[k]
	row, next, spare := b.first, b.next, b.row
	for i := b.lo; i < b.hi; i++ {
		below := next
		switch {
		case i+1 == s.rows:
			below = nil
		case i+1 == b.hi:
			below = s.bands[k+1].first
		default:
			s.imageRow(next, p, i+1)
		}
		step(i, row, below)
		if row, next = next, row; i == b.lo {
			next = spare // first is another band's to read
		}
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
	n, cols, c := s.rows*s.cols, s.cols, s.c
	y, across := s.y[i*cols:(i+1)*cols], p[n+i*cols:n+(i+1)*cols]
	dst, across = dst[:len(y)], across[:len(y)]
	end := len(y) - 1
	switch {
	case i > 0 && i+1 < s.rows:
		up, down := p[(i-1)*cols : i*cols][:len(y)], p[i*cols : (i+1)*cols][:len(y)]
		dst[0] = y[0] + float64(c*(across[0]+down[0]-up[0]))
		if end == 0 {
			dst[0] = y[0] + float64(c*(down[0]-up[0]))
			return
		}
		linalg.VariationImage(dst[1:end], y[1:end], across[1:end], across[:end-1], down[1:end], up[1:end], c)
		dst[end] = y[end] + float64(c*(-across[end-1]+down[end]-up[end]))
		return
	case i > 0:
		for j, up := range p[(i-1)*cols : i*cols][:len(y)] {
			dst[j] = y[j] - c*up
		}
	case i+1 < s.rows:
		for j, down := range p[i*cols : (i+1)*cols][:len(y)] {
			dst[j] = y[j] + c*down
		}
	default:
		copy(dst, y)
	}
	left := 0.
	for j, right := range across[:end] {
		dst[j] += c * (right - left)
		left = right
	}
	dst[end] -= c * left
}

// accelerated is a step p⁺ = Π(r + ∇(y − c∇ᵀr)/(8c)), r⁺ = p⁺ + β(p⁺ − p), in one pass.
func (s *variationStep) accelerated(p []float64, beta float64) {
	n, cols, end := s.rows*s.cols, s.cols, s.cols-1
	step := 1 / (8 * s.c)
	s.each(s.r, func(i int, row, below []float64) {
		p1, p2 := p[i*cols:(i+1)*cols], p[n+i*cols:n+(i+1)*cols]
		r1, r2 := s.r[i*cols:(i+1)*cols], s.r[n+i*cols:n+(i+1)*cols]
		if below == nil {
			below = row // no difference
		}
		linalg.VariationStep(p1[:end], p2[:end], r1[:end], r2[:end], row, below[:end], step, beta)
		alone := []float64{row[end], row[end]} // the last pixel has no right neighbour
		linalg.VariationStep(p1[end:], p2[end:], r1[end:], r2[end:], alone, below[end:], step, beta)
	})
}

// chambolleStep is η. His proof takes η ≤ 1/8; it converges to 1/4.
const chambolleStep = 0.25

// chambolle is a step of the fixed-point iteration, in one pass as well.
func (s *variationStep) chambolle(p []float64) {
	n, cols := s.rows*s.cols, s.cols
	s.each(p, func(i int, row, below []float64) {
		p1, p2 := p[i*cols:(i+1)*cols], p[n+i*cols:n+(i+1)*cols]
		if below == nil {
			below = row
		}
		for j := range p1 {
			down, right := (below[j]-row[j])/s.c, 0.
			if j+1 < cols {
				right = (row[j+1] - row[j]) / s.c
			}
			scale := 1 / (1 + chambolleStep*math.Sqrt(down*down+right*right))
			p1[j] = (p1[j] + chambolleStep*down) * scale
			p2[j] = (p2[j] + chambolleStep*right) * scale
		}
	})
}
