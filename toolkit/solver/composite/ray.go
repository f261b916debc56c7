package composite

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg/independent"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/composite/internal/functions"
)

// farther is how much farther than x a ray is followed, and every other time its square, and steep the least length of
// one, as a share of ‖c‖: where there is none y is of the order of 1/farther.
const (
	farther = 1e6
	steep   = 1e-7
)

// ray looks for a direction in which P falls without end: y of
//
//	min_y P(ty)/t + ½‖y‖²
//
// in units of the columns, for a large t, or where that is one but for rounding, what is nearest to it on its face. It
// is nil where there is none.
func (m *machine) ray(solve func(size float64) search) *Unbounded {
	most := math.Max(1, floats.Norm(m.bestX, math.Inf(1)))
	t := farther * math.Min(most, farther)
	if m.followed++; m.followed%2 == 0 {
		t *= farther
	}
	own := m.basis != nil && m.followed%4 > 2 // in turns in x̃ and in u
	receded := &Problem{Linear: m.linear, Ridge: make([]float64, len(m.mu))}
	for j, mu := range m.mu {
		receded.Ridge[j] = 1 + t*mu
	}
	if own {
		receded.Linear = floats.MulTo(make([]float64, len(m.mu)), m.problem.Linear, m.columns)
	}
	for _, of := range m.terms {
		term := Term{Function: functions.Receding(of.of, t), Map: of.k}
		if own {
			term.Map = of.own
		}
		if of.offset != nil {
			term.Offset = floats.ScaleTo(make([]float64, len(of.offset)), 1/t, of.offset)
		}
		receded.Terms = append(receded.Terms, term)
	}
	outward := m.scaled
	if own {
		outward = slices.Clone[[]float64]
	}
	least := floats.Norm(receded.Linear, 2)
	for _, size := range []float64{least * least / 2, 0} { // either says little
		if found := m.raysOf(receded, outward, solve(size)); found != nil {
			return found
		}
	}
	return nil
}

// raysOf follows solutions.
func (m *machine) raysOf(receded *Problem, outward func([]float64) []float64, solve search) *Unbounded {
	least := floats.Norm(receded.Linear, 2)
	for st, err := range solve(m.ctx, receded) {
		if err != nil || st.Iter > mostSearched {
			break
		}
		u := st.X(nil)
		if !(floats.Norm(u, 2) > steep*least) {
			continue
		}
		y := outward(u)
		if _, near := m.falls(y, nearly, floats.Norm(y, math.Inf(1))); near {
			every, some := m.onFace(receded, st, u, nil), m.onFace(receded, st, u, m.keeping(y))
			if found := m.proved(y, outward(every), outward(some)); found != nil {
				return found
			}
		}
		if st.Gap <= 1e-9*math.Abs(st.Objective) {
			break
		}
	}
	return nil
}

// Shares of Σ_j |K_ij||y_j| that count as 0 of (Ky)_i: of a ray, and of what may be near one.
const (
	exact  = 0x1p-46
	nearly = 1e-5
)

// proved is the first of some directions that is a ray, with what is dust beside its largest number as 0, or not.
func (m *machine) proved(directions ...[]float64) *Unbounded {
	for _, dust := range []float64{0x1p-20, 0x1p-40, 0} {
		for _, y := range directions {
			ray, least := append([]float64(nil), y...), dust*floats.Norm(y, math.Inf(1))
			for j, v := range y {
				if math.Abs(v) <= least {
					ray[j] = 0
				}
			}
			floats.Mul(ray, m.columns)
			if slope, ok := m.falls(floats.DivTo(make([]float64, len(ray)), ray, m.columns), exact, 0); ok {
				return &Unbounded{Ray: ray, Slope: slope}
			}
		}
	}
	return nil
}

// falls is by how much P falls with a step along y of the columns at last, and whether it is more than rounding, and y
// a ray. What numbers of K_ky are sums of is told by |y_j|, or so much where that is more.
func (m *machine) falls(y []float64, share, least float64) (slope float64, ok bool) {
	var size float64
	u, sizes := m.sizesOf(y, least)
	for j, c := range m.linear {
		if m.mu[j] > 0 && math.Abs(u[j]) > share*least {
			return 0, false
		}
		slope, size = slope-c*u[j], size+math.Abs(c*u[j])
	}
	for _, t := range m.terms {
		rise := t.recession(m.bestX, u, sizes, share)
		slope, size = slope-rise, size+math.Abs(rise)
	}
	return slope, slope > share*size && solver.Finite(size)
}

// sizesOf are u of x̃, and |x̃_j|, or so much where that is more.
func (m *machine) sizesOf(y []float64, least float64) (u, sizes []float64) {
	sizes = make([]float64, len(y))
	for j, v := range y {
		sizes[j] = math.Max(math.Abs(v), least)
	}
	return m.inward(floats.MulTo(make([]float64, len(y)), y, m.columns)), sizes
}

// recession is that function of h at z = Ky, with numbers of z that are a share of sums of K's with sizes as 0: the
// limit of (h(p + tz) − h(p))/t, which rises with t, from p = Kx + d. It is +Inf where that rises still at t so large,
// or where z points out of a set.
func (t *term) recession(x, y, sizes []float64, share float64) (rise float64) {
	p, z, far := make([]float64, len(t.z)), make([]float64, len(t.z)), make([]float64, len(t.z))
	t.predict(p, x)
	t.k.MulVec(z, y)
	var off float64
	for i, v := range z {
		size := share * t.rowSize(i, sizes)
		off += size * size
		if math.Abs(v) <= size {
			z[i] = 0
		}
	}
	const large = 0x1p200
	first := large * (1 + floats.Norm(p, math.Inf(1)))
	at := func(s float64) float64 {
		floats.AddScaledTo(far, p, s, z)
		if t.set == nil {
			return (t.Value(far) - t.Value(p)) / s
		}
		if t.set.Violation(far)/s > math.Sqrt(off)+1/large {
			return math.Inf(1)
		}
		return 0
	}
	rise = at(first)
	if more := at(0x1p100 * first); !(more-rise <= share*(math.Abs(rise)+1/large)) {
		return math.Inf(1)
	}
	return rise
}

// rowSize is Σ_j |K_ij| sizes_j, in columns.
func (t *term) rowSize(i int, sizes []float64) (sum float64) {
	col, val := t.own.Stored(i)
	for k, v := range val {
		j := k
		if col != nil {
			j = int(col[k])
		}
		sum += math.Abs(v) * sizes[j]
	}
	return sum
}

// keeping tells of which terms a y that is near a ray is to be brought nearer to the recession cone: of sets, and of
// what has no end along y. Of others, as norms, any y is in theirs, and what is nearest on their faces may be 0.
func (m *machine) keeping(y []float64) []bool {
	u, sizes := m.sizesOf(y, 0)
	out := make([]bool, len(m.terms))
	for k, t := range m.terms {
		out[k] = t.set != nil || math.IsInf(t.recession(m.bestX, u, sizes, exact), 1)
	}
	return out
}

// mostOnFace is how many numbers a matrix may have whose null space is computed.
const mostOnFace = 1 << 22

// onFace is the point nearest to y that has M_kK_ky = 0 for all terms, and y_j = 0 where there is a ridge, M_k being
// those of the solution of the problem whose y is near to do so; or for some of the terms alone.
func (m *machine) onFace(p *Problem, st *State, y []float64, some []bool) []float64 {
	n := len(y)
	ones := make([]float64, n)
	floats.AddConst(1, ones)
	var rows []float64
	for k, of := range p.Terms {
		if some != nil && !some[k] {
			continue
		}
		t := newTerm(of, ones, false)
		v := st.Multipliers(nil, k)
		if v == nil || len(rows)+len(t.z)*n > mostOnFace {
			return y
		}
		t.predict(t.w, y)
		floats.Add(t.w, v)
		t.ProxJacobian(&t.jacobian, t.w, 1)
		for i := range t.z {
			clear(t.u)
			t.u[i] = 1
			t.jacobian.MulVec(t.scratch, t.u)
			row := make([]float64, n)
			t.addTransposed(row, t.scratch)
			if size := floats.Norm(row, 2); size > nearly*t.widest {
				rows = append(rows, floats.ScaleTo(row, 1/size, row)...)
			}
		}
	}
	for j, mu := range m.mu {
		if mu > 0 {
			row := make([]float64, n)
			row[j] = 1
			rows = append(rows, row...)
		}
	}
	out := independent.Orthogonal(y, rows)
	for j, mu := range m.mu {
		if mu > 0 {
			out[j] = 0
		}
	}
	return out
}
