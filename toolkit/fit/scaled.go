package fit

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/fit/internal/nonzero"
	"github.com/proxlab/proxlab/toolkit/fit/internal/sweep"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// scaled are features as solvers have them: centred, scaled, those that nothing penalizes set apart. It is made once,
// and never changed.
type scaled struct {
	units
	x       linalg.Map
	penalty toolkit.Proxable // Ω on the features of x, in their units; nil for none
	whole   toolkit.Proxable // Ω before sets of features became columns of their own; nil where none did
	// unpenalized are columns as rows: features that Ω does not depend on, then ones for the intercept; nil for none.
	unpenalized *linalg.Dense
	norms       []float64 // of the columns of x; nil where they are not known
	slopes      []float64 // of the loss at W = 0; nil where they are not known
	all         *scaled   // with columns of zeros, where these are left out; else nil
}

// newScaled makes features ready for settings, by units where these are known.
func newScaled(c Linear, in *input, found *sweep.Columns, known *units) *scaled {
	s := &scaled{units: units{input: in}, x: in.features(), norms: found.Norms}
	if known == nil {
		s.standardize(c, found)
	} else {
		s.units = *known
		if s.mean != nil {
			s.x = linalg.CenterColumns(s.x, s.mean)
		}
		if s.scale != nil {
			s.x = linalg.DivideColumns(s.x, s.scale)
		}
	}
	s.penalty = s.rescaled()
	s.setApart(c.Mu)
	return s.withoutZeros(c.Mu, found)
}

// withoutZeros are the same features without columns of zeros, whose weights are 0 then.
func (s *scaled) withoutZeros(mu float64, found *sweep.Columns) *scaled {
	which := nonzero.Columns(s.x, found.Norms)
	if which == nil || s.k > 1 || s.penalized != nil || s.flat != nil {
		return s
	}
	rest, ok := nonzero.Penalty(s.penalty, mu, s.d, which)
	if !ok {
		return s
	}
	out := *s
	out.nonzero, out.penalty, out.norms, out.all = which, rest, nonzero.Of(s.norms, which), s
	out.x = linalg.SelectColumns(s.x, which)
	return &out
}

// standardize centres features where there is an intercept, or the loss sees no shifts, and scales them where that is
// asked: the first changes no solution, and helps solvers and the certificate. A sparse column is centred where more
// than half of it, by weight, is not 0: it then takes at most twice the memory, and the mean of others is at most their
// standard deviation.
func (s *scaled) standardize(c Linear, found *sweep.Columns) {
	shifted := c.Intercept || losses.ShiftInvariant(s.loss)
	if !c.Standardize && !shifted || s.data.byProducts() {
		return
	}
	centre := make([]float64, s.d)
	if shifted {
		centre = found.Centres(s.x, s.share)
		if slices.ContainsFunc(centre, func(m float64) bool { return m != 0 }) {
			s.mean = centre
			s.x = s.centred(c, found)
		}
	}
	if !c.Standardize {
		return
	}
	mean, square := make([]float64, s.d), make([]float64, s.d)
	linalg.ForEach(s.x, func(i, j int, v float64) {
		mean[j] += s.share(i) * v
		square[j] += s.share(i) * v * v
	})
	s.scale = make([]float64, s.d)
	for j := range s.scale {
		if shifted {
			square[j] -= mean[j] * mean[j] // what is left of a mean that is rounded, or of a sparse column
		}
		s.scale[j] = math.Sqrt(math.Max(0, square[j]))
		if !(s.scale[j] > 1e-12*math.Max(math.Abs(mean[j]), math.Abs(centre[j]))) { // constant
			s.scale[j] = 1
		}
	}
	s.x, s.norms = linalg.DivideColumns(s.x, s.scale), nil
}

// centred are the features less their means: a view where the method goes through few columns.
func (s *scaled) centred(c Linear, found *sweep.Columns) linalg.Map {
	norms := s.norms
	s.norms = nil
	groups, _, _, ok := coordinate.BlocksOf(s.input.penalty, s.d)
	few := c.Method.Free() || c.Method.FewColumns
	if ok && few && losses.Squares(s.loss) && s.k == 1 && s.c == nil && !c.Standardize && norms != nil {
		view, known, ok := linalg.CentredView(s.x, s.mean, norms)
		if ok && groups == nil {
			s.norms, s.slopes = known, found.Slopes(s.share(0), s.mean)
			return view
		}
	}
	return linalg.CenterColumns(s.x, s.mean)
}

// rescaled is the penalty with bounds in the units of the scaled features.
func (u *units) rescaled() toolkit.Proxable {
	g, ok := u.penalty.(prox.Rescaled)
	if !ok || u.scale == nil {
		return u.penalty
	}
	scale := make([]float64, 0, u.d*u.k)
	for _, s := range u.scale {
		scale = append(scale, slices.Repeat([]float64{s}, u.k)...)
	}
	return g.WithScale(scale)
}

// setApart makes unpenalized columns of the features that Ω does not depend on, and of sets that it lets move together,
// where no ridge is on them, and of the intercept.
func (s *scaled) setApart(mu float64) {
	var apart []int
	if g, ok := s.penalty.(prox.Splitting); ok && mu == 0 && s.k == 1 && !s.data.byProducts() {
		var rest toolkit.Proxable
		if apart, rest = g.Split(s.d); len(apart) > 0 {
			s.penalty = rest
		}
	}
	if g, ok := s.penalty.(prox.Flat); ok && mu == 0 && s.k == 1 {
		var rest toolkit.Proxable
		if s.flat, rest = g.Flat(s.d); s.flat != nil {
			s.whole, s.penalty = s.penalty, rest
		}
	}
	rows := len(apart) + len(s.flat)
	if rows > 0 { // the best of other weights are to be 0 no more
		s.slopes = nil
	}
	if s.asked.Intercept {
		rows++
	}
	if rows == 0 {
		return
	}
	s.unpenalized = linalg.NewDense(rows, s.n, nil)
	for r, j := range apart {
		linalg.Column(s.unpenalized.Row(r), s.x, j)
	}
	for k, set := range s.flat {
		s.x.MulVec(s.unpenalized.Row(len(apart)+k), nonzero.Indicator(set, s.d))
	}
	if s.asked.Intercept {
		copy(s.unpenalized.Row(rows-1), slices.Repeat([]float64{1}, s.n))
	}
	if len(apart) == 0 {
		return
	}
	s.penalized = make([]int, 0, s.d-len(apart))
	for j := range s.d {
		if _, is := slices.BinarySearch(apart, j); !is {
			s.penalized = append(s.penalized, j)
		}
	}
	s.x, s.norms = linalg.SelectColumns(s.x, s.penalized), nil
}
