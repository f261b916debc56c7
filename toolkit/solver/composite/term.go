package composite

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/composite/internal/functions"
)

// term is h(Kx + d) with scaled columns of K, its split z, its multiplier v, and its stepsize s.
type term struct {
	toolkit.Composable                         // what is not known of the function is NaN
	of                 toolkit.Proxable        // the function
	set                toolkit.SupportFunction // nil where it is no constraint
	dual               bool                    // its conjugate is known
	k                  matrix
	own                matrix                  // K of x̃, where k is in another basis
	source             linalg.Map              // K as it was given,
	given              matrix                  // with access to its rows; nil where nobody asked
	full               bool                    // all entries of K are stored, or none
	free               bool                    // none
	rows               []float64               // sizes of rows, by which K and d are divided; nil where they are not
	unscaled           toolkit.SupportFunction // the constraint on rows that are not divided
	norms              []float64               // of K's columns
	widest             float64                 // the largest of them
	offset             []float64
	s, first           float64 // and s at which the second phase began

	p, z, w, v, u []float64 // Kx + d; the prox; its argument; multipliers now, and those of the point
	moved         []float64 // K times a direction
	scratch       []float64
	jacobian      toolkit.Jacobian
	whole         bool // M is I
	gram          []float64
	most          int   // entries of a row, and of a column, together
	alone         []int // the row of K with one entry alone, by column; −1 for none
}

// inward is a function that takes a point into its domain.
type inward interface{ Inside(x []float64) }

// products are a map without entries as a matrix whose rows nobody asks for.
type products struct{ linalg.Map }

const noRows = "composite: a map that is known by its products has no rows"

// DotRow panics.
func (products) DotRow(int, []float64) float64 { panic(noRows) }

// AddRow panics.
func (products) AddRow([]float64, float64, int) { panic(noRows) }

// DotRows panics.
func (products) DotRows(int, int) float64 { panic(noRows) }

// Stored panics.
func (products) Stored(int) (columns []int32, values []float64) { panic(noRows) }

func newTerm(t Term, columns []float64, exact bool) *term {
	out := &term{Composable: functions.Composable(t.Function), of: t.Function, offset: t.Offset, source: t.Map}
	out.given, _ = t.Map.(matrix)
	if _, entries := t.Map.(linalg.Entries); !entries {
		out.k, out.full, out.free = products{t.Map}, true, true
	} else if k, ok := linalg.ScaleColumns(t.Map, columns).(matrix); ok {
		out.k, out.full = k, linalg.Full(k)
	}
	out.set, _ = t.Function.(toolkit.SupportFunction)
	if f, ok := t.Function.(rescaled); ok && !out.free {
		out.rescale(f, exact)
	}
	n, _ := out.k.Dims()
	for _, at := range []*[]float64{&out.p, &out.z, &out.w, &out.v, &out.u, &out.moved, &out.scratch} {
		*at = make([]float64, n)
	}
	out.own = out.k
	out.measure()
	return out
}

// measure computes what is kept of K.
func (t *term) measure() {
	t.norms = linalg.ColumnNorms(t.k)
	t.widest = floats.Norm(t.norms, math.Inf(1))
	t.alone, t.most, t.gram = t.findAlone(), t.mostEntries(), nil
}

// rescale divides rows by their sizes, where these differ.
func (t *term) rescale(f rescaled, exact bool) {
	if t.rows = sizesOfRows(t.k); t.rows == nil {
		return
	}
	if exact {
		toPowers(t.rows)
	}
	of, ok := f.Rescaled(t.rows)
	if !ok {
		t.rows = nil
		return
	}
	t.Composable, t.of, t.k = functions.Composable(of), of, dividedRows(t.k, t.rows)
	t.full, t.unscaled = false, t.set
	t.set, _ = of.(toolkit.SupportFunction)
	if t.offset != nil {
		t.offset = floats.DivTo(make([]float64, len(t.rows)), t.offset, t.rows)
	}
}

// predict is dst = Kx + d.
func (t *term) predict(dst, x []float64) {
	t.k.MulVec(dst, x)
	if t.offset != nil {
		floats.Add(dst, t.offset)
	}
}

// addTransposed is dst += Kᵀ y.
func (t *term) addTransposed(dst, y []float64) {
	if t.full {
		back := make([]float64, len(dst))
		t.k.MulTransVec(back, y)
		floats.Add(dst, back)
		return
	}
	for i, v := range y {
		if v != 0 {
			t.k.AddRow(dst, v, i)
		}
	}
}

// addTwofold is addTransposed for sums of two parts, of the map as it was given.
func (t *term) addTwofold(high, low, y []float64) {
	if t.free {
		t.addTransposed(high, y)
		return
	}
	if t.given == nil {
		t.given = linalg.ToCSR(t.source)
	}
	for i, v := range y {
		if v == 0 {
			continue
		}
		col, val := t.given.Stored(i)
		for k, a := range val {
			j := k
			if col != nil {
				j = int(col[k])
			}
			product := float64(a * v) // not to be fused into the sum
			sum := high[j] + product
			part := sum - high[j]
			low[j] += math.FMA(a, v, -product) + ((high[j] - (sum - part)) + (product - part))
			high[j] = sum
		}
	}
}

// step takes the prox at w, and u from it.
func (t *term) step() {
	if f, ok := t.of.(functions.Sloped); ok {
		f.Slopes(t.u, t.w, t.s)
		floats.AddScaledTo(t.z, t.w, -t.s, t.u)
		return
	}
	t.Prox(t.z, t.w, t.s)
	for i, w := range t.w {
		t.u[i] = (w - t.z[i]) / t.s
	}
}

// correct is v += M K y/s, which moves v inside its face.
func (t *term) correct(v, y []float64) {
	t.k.MulVec(t.moved, y)
	if t.whole {
		floats.AddScaled(v, 1/t.s, t.moved)
		return
	}
	t.jacobian.MulVec(t.scratch, t.moved)
	floats.AddScaled(v, 1/t.s, t.scratch)
}

// scale is a first stepsize: what z is like over what v is. Of a loss both are told by its value at 0, of a norm v by
// its polar.
func (t *term) scale(size float64) float64 {
	ones := make([]float64, len(t.z))
	for i := range ones {
		ones[i] = 1
	}
	strength := 1 / t.Polar(ones)
	if !(strength > 0) || math.IsInf(strength, 1) {
		strength = 1e-2
	}
	var norm float64
	for i := range t.z {
		norm = math.Max(norm, t.k.DotRows(i, i))
	}
	s := 0.2 * size * math.Sqrt(norm) / strength
	if !(s > 0) || math.IsInf(s, 1) {
		return 1
	}
	return s
}

// findAlone are the rows of a term's map that have one entry, by its column, and −1 where a column has none; nil where
// there is none at all.
func (t *term) findAlone() (rows []int) {
	if t.full {
		return nil
	}
	for i := range t.z {
		col, val := t.k.Stored(i)
		if len(col) != 1 || val[0] == 0 {
			continue
		}
		if rows == nil {
			_, n := t.k.Dims()
			rows = make([]int, n)
			for j := range rows {
				rows[j] = -1
			}
		}
		rows[col[0]] = i
	}
	return rows
}

// mostEntries are the most that a row of K has, and the most of a column.
func (t *term) mostEntries() int {
	r, c := t.k.Dims()
	if t.full {
		return r + c
	}
	row, column, columns := 0, 0, make([]int, c)
	for i := range r {
		col, _ := t.k.Stored(i)
		row = max(row, len(col))
		for _, j := range col {
			columns[j]++
			column = max(column, columns[j])
		}
	}
	return row + column
}

// spread is Σ_i |v_i|(|K||x| + |d|)_i, or where all entries are stored ‖v‖ Reach, which is more.
func (t *term) spread(v, x []float64) (sum float64) {
	if t.full {
		return floats.Norm(v, 2) * t.reach(x)
	}
	for i, u := range v {
		if u == 0 {
			continue
		}
		var of float64
		col, val := t.k.Stored(i)
		for p, j := range col {
			of += math.Abs(val[p] * x[j])
		}
		if t.offset != nil {
			of += math.Abs(t.offset[i])
		}
		sum += math.Abs(u) * of
	}
	return sum
}

// reach is Σ_j ‖K_j‖|x_j| + ‖d‖, of which ‖Kx + d‖ is never more.
func (t *term) reach(x []float64) float64 {
	sum := floats.Norm(t.offset, 2)
	for j, v := range x {
		sum += t.norms[j] * math.Abs(v)
	}
	return sum
}

// value is that of a function which is no constraint, else 0.
func (t *term) value(z []float64) float64 {
	if t.set != nil {
		return 0
	}
	return t.Value(z)
}
