// Package arc searches along straight steps, and along Newton steps on which weights stop at 0.
package arc

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Objective is, near some weights w,
//
//	F(w + e) = F(w) + ⟨∇, e⟩ + ½⟨e, (LLᵀ − D) e⟩ + Σ_g s_g(‖w_g + e_g‖ − ‖w_g‖ − ⟨u_g, e_g⟩),    u_g = w_g/‖w_g‖,
//
// with the Hessian LLᵀ at w, of which D is the part of the norms, (s_g/‖w_g‖)(I − u_g u_gᵀ). A block of one weight has
// none, and its norm is linear up to 0. Where the weights of each block are those of as many outputs, LLᵀ may be M ⊗ I
// with one M, of as many rows as there are blocks, for all of them: D is then (s_g/‖w_g‖) I.
type Objective struct {
	Fall    []float64             // −∇
	Row     func(i int) []float64 // row i of L, or of the factor of M, up to its diagonal
	Blocks  []Block
	Outputs int // that share M; 0 where LLᵀ is the Hessian
}

// Block are the weights from one index to another, which have a kink where all of them are 0, and s.
type Block struct {
	From, To int
	Strength float64
}

// point is one on an arc that begins at w: where it is, the direction it goes on in, and Lᵀ of the way from w to it and
// of the direction.
type point struct {
	*Objective
	w, at, direction, way, ahead []float64
}

// Search goes from weights along a step, to where F falls no more. A block that comes nearest to 0 before, where
// ⟨d_g, w_g + t d_g⟩ = 0, becomes 0 and stays there, unless F is larger then. With blocks of one weight the minimum on
// each piece of the arc is exact.
//
// Source: Bertsekas, Projected Newton Methods for Optimization Problems with Simple Constraints, SIAM J. Control Optim.
// 1982; piece by piece, Conn, Gould, Toint, Testing a Class of Methods for Solving Minimization Problems with Simple
// Bounds on the Variables, Math. Comp. 1988.
func (f Objective) Search(w, step []float64) []float64 {
	type stop struct {
		after float64
		block Block
	}
	var stops []stop
	for _, b := range f.Blocks {
		d := step[b.From:b.To]
		if turn := floats.Dot(w[b.From:b.To], d); turn < 0 {
			stops = append(stops, stop{-turn / floats.Dot(d, d), b})
		}
	}
	slices.SortFunc(stops, func(a, b stop) int { return cmp.Compare(a.after, b.after) })
	p := point{&f, w, slices.Clone(w), slices.Clone(step), make([]float64, len(w)), make([]float64, len(w))}
	f.add(p.ahead, 1, step, 0)
	t := 0.
	for _, s := range stops {
		if !p.advance(s.after - t) {
			return p.at
		}
		t = s.after
		p.stop(s.block)
	}
	p.advance(math.Inf(1))
	return p.at
}

// add adds c times Lᵀ times numbers from an index on.
func (f *Objective) add(dst []float64, c float64, x []float64, from int) {
	if k := f.Outputs; k > 0 {
		for at := 0; at < len(x); at += k {
			for i, v := range f.Row((from + at) / k) {
				floats.AddScaled(dst[i*k:(i+1)*k], c*v, x[at:at+k])
			}
		}
		return
	}
	for i, v := range x {
		if v != 0 {
			row := f.Row(from + i)
			floats.AddScaled(dst[:len(row)], c*v, row)
		}
	}
}

// As many Newton steps on the length of a piece are taken at most, which is good to a share.
const (
	lengthSteps = 8
	lengthShare = 1e-3
)

// advance goes on by a length, or less, to where F falls no more, and tells whether it falls all the way.
func (p *point) advance(most float64) bool {
	t, low, high := 0., 0., most
	slope, bend := p.slope(t)
	if !(slope < 0) || !(bend > 0) {
		return false
	}
	for range lengthSteps {
		if t -= slope / bend; !(t < high) {
			t = high
		}
		if t = math.Max(t, low); math.IsInf(t, 1) {
			return false
		}
		if slope, bend = p.slope(t); slope > 0 {
			high = t
		} else {
			low = t
		}
		if low == most || !(bend > 0) || math.Abs(slope) <= lengthShare*bend*t {
			break
		}
	}
	floats.AddScaled(p.at, t, p.direction)
	floats.AddScaled(p.way, t, p.ahead)
	return t == most
}

// slope is the first and the second derivative of F by the length, at a length ahead.
func (p *point) slope(t float64) (slope, bend float64) {
	bend = floats.Dot(p.ahead, p.ahead)
	slope = floats.Dot(p.ahead, p.way) + t*bend - floats.Dot(p.Fall, p.direction)
	for _, b := range p.Blocks {
		if b.To-b.From == 1 {
			continue
		}
		var dd, ww, xx, dx, dw, wx float64
		for i := b.From; i < b.To; i++ {
			d, w, x := p.direction[i], p.w[i], p.at[i]+t*p.direction[i]
			dd, ww, xx = dd+d*d, ww+w*w, xx+x*x
			dx, dw, wx = dx+d*x, dw+d*w, wx+w*x
		}
		if dd == 0 {
			continue
		}
		was, is, along := math.Sqrt(ww), math.Sqrt(xx), -math.Sqrt(dd) // at 0, of what is before it
		if is > 0 {
			along = dx / is
			bend += b.Strength * (dd - along*along) / is
		}
		if p.Outputs > 0 {
			slope += b.Strength * (along - dx/was)
			bend -= b.Strength * dd / was
			continue
		}
		slope += b.Strength * (along - dw/was - (dx-dw*wx/ww)/was)
		bend -= b.Strength * (dd - dw*dw/ww) / was
	}
	return slope, bend
}

// stop makes a block 0, unless F is larger then.
func (p *point) stop(b Block) {
	x, d := p.at[b.From:b.To], p.direction[b.From:b.To]
	if len(x) > 1 && !(p.change(b) <= 0) {
		return
	}
	p.add(p.way, -1, x, b.From)
	p.add(p.ahead, -1, d, b.From)
	clear(x)
	clear(d)
}

// change is what F changes by where a block becomes 0.
func (p *point) change(b Block) float64 {
	x, w := p.at[b.From:b.To], p.w[b.From:b.To]
	image := make([]float64, b.To)
	p.add(image, 1, x, b.From)
	ww, xx, wx := floats.Dot(w, w), floats.Dot(x, x), floats.Dot(w, x)
	was := math.Sqrt(ww)
	bent := xx - wx*wx/ww // of which D is
	if p.Outputs > 0 {
		bent = xx - 2*wx
	}
	return floats.Dot(p.Fall[b.From:b.To], x) + floats.Dot(image, image)/2 - floats.Dot(image, p.way[:b.To]) +
		b.Strength*(wx/was-math.Sqrt(xx)+bent/(2*was))
}
