package exact

// Problem is P(W, b). Weights are d×k row by row, those of features that are divided by their scales; intercepts, k
// where there are any, are behind them.
type Problem struct {
	X         [][]*Float // n rows of d features, divided by their scales
	C         []*Float   // c_i > 0
	Loss      Loss
	Outputs   int   // k
	Column    []int // of examples: the one output that their loss depends on; nil where it is all of them
	Intercept bool
	Blocks    []Block // λΩ, or
	Trace     *Float  // λ of the trace norm; nil without
	Mu        *Float
}

// Block is a ‖w_J‖, a part of λΩ. Blocks may overlap.
type Block struct {
	Coordinates []int
	Weight      *Float // a
}

// dim is the number of weights, and size that of variables.
func (p *Problem) dim() int { return len(p.X[0]) * p.Outputs }

func (p *Problem) size() int {
	if p.Intercept {
		return p.dim() + p.Outputs
	}
	return p.dim()
}

// span is what outputs example i depends on.
func (p *Problem) span(i int) (lo, hi int) {
	if p.Column == nil {
		return 0, p.Outputs
	}
	return p.Column[i], p.Column[i] + 1
}

// Predict is f_i, of the outputs that the example depends on.
func (p *Problem) Predict(i int, x []*Float) []*Float {
	lo, hi := p.span(i)
	f, scratch := Zeros(hi-lo), zero()
	for c := range f {
		if p.Intercept {
			f[c].Set(x[p.dim()+lo+c])
		}
		for j, v := range p.X[i] {
			accumulate(f[c], v, x[j*p.Outputs+lo+c], scratch)
		}
	}
	return f
}

// spread adds s aᵢ ⊗ u to a vector of variables, u of the outputs that example i depends on.
func (p *Problem) spread(dst []*Float, s *Float, i int, u []*Float) {
	lo, _ := p.span(i)
	scratch := zero()
	for c, v := range u {
		scaled := mul(s, v)
		for j, a := range p.X[i] {
			accumulate(dst[j*p.Outputs+lo+c], a, scaled, scratch)
		}
		if p.Intercept {
			at := dst[p.dim()+lo+c]
			at.Add(at, scaled)
		}
	}
}

// Objective is P.
func (p *Problem) Objective(x []*Float) *Float {
	sum := zero()
	for i, c := range p.C {
		sum.Add(sum, mul(c, p.Loss.Value(i, p.Predict(i, x))))
	}
	w := x[:p.dim()]
	for _, b := range p.Blocks {
		part := b.of(w)
		sum.Add(sum, mul(b.Weight, sqrt(dot(part, part))))
	}
	if p.Trace != nil {
		values, _ := p.gram(w).eigen()
		for _, v := range values {
			if v.Sign() > 0 {
				sum.Add(sum, mul(p.Trace, sqrt(v)))
			}
		}
	}
	return sum.Add(sum, half(mul(p.Mu, dot(w, w))))
}

// of is w_J.
func (b Block) of(w []*Float) []*Float {
	part := make([]*Float, len(b.Coordinates))
	for l, j := range b.Coordinates {
		part[l] = w[j]
	}
	return part
}

// gram is WᵀW.
func (p *Problem) gram(w []*Float) matrix {
	b, k, scratch := newMatrix(p.Outputs), p.Outputs, zero()
	for j := 0; j < len(w); j += k {
		for i := range k {
			for l := range i + 1 {
				accumulate(b[i][l], w[j+i], w[j+l], scratch)
			}
		}
	}
	return b
}

// free are the variables that neither Ω nor the ridge depends on.
func (p *Problem) free() []int {
	bound := make([]bool, p.size())
	for j := range p.dim() {
		bound[j] = p.Trace != nil || p.Mu.Sign() > 0
	}
	for _, b := range p.Blocks {
		for _, j := range b.Coordinates {
			bound[j] = bound[j] || b.Weight.Sign() > 0
		}
	}
	var out []int
	for j, is := range bound {
		if !is {
			out = append(out, j)
		}
	}
	return out
}
