package toolkittest

import (
	"math"
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit"
)

// Family says which parts a parameter store takes: rows 0 ≤ row < Rows of features and columns 0 ≤ col < Cols.
type Family struct{ Rows, Cols int }

// Params checks a parameter store whose family f takes the parts of families[f]. The inner products of the features
// φ(row) are found by adding one part to a new store; then one store is driven through random steps, scalings, resets
// and scalings by 1e±60, and its norms, inner products and scores are compared with those of a plain list of
// coefficients, with and without Refresh. newParams makes a store with all parameters 0.
func Params(newParams func() toolkit.Params, families []Family, opts ...Option) error {
	c := &store{settings: newSettings(opts), create: newParams, families: families, rng: newRand()}
	p := newParams()
	c.Guard("A store of zeros", func() { c.zeros(p) })
	c.Guard("Add, Scale or Scores on one part", c.features)
	if !c.Found() {
		c.Guard("A store in use", func() { c.drive(newParams()) })
	}
	return c.Err("toolkittest: Params of %T with %d groups and families %v", p, p.Groups(), families)
}

type store struct {
	report
	settings
	create   func() toolkit.Params
	families []Family
	rng      *rand.Rand
	inner    [][][]float64   // of group g, family f: ⟨φ(i), φ(j)⟩ at i·Rows + j
	theta    [][][][]float64 // of group g, family f, column c: a coefficient for each φ(row)
}

func (c *store) zeros(p toolkit.Params) {
	if p.Groups() < 1 {
		c.Faultf("Groups is %d: a store has one at least", p.Groups())
	}
	for g := range p.Groups() {
		if n := p.Norm(g); n != 0 {
			c.Faultf("A new store is not 0: group %d has norm %g", g, n)
		}
	}
}

// features finds the inner products, one part at a time.
func (c *store) features() {
	groups := c.create().Groups()
	c.inner, c.theta = make([][][]float64, groups), make([][][][]float64, groups)
	for g := range groups {
		for f, family := range c.families {
			n := family.Rows
			inner := make([]float64, n*n)
			for row := range n {
				c.feature(g, f, row, inner[row*n:(row+1)*n])
			}
			for i := range n {
				for j := range i {
					if !near(inner[i*n+j], inner[j*n+i], c.least(1e-9)) {
						c.Faultf("Scores are not those of features: in family %d, group %d, ⟨φ(%d), φ(%d)⟩ is %.10g by one and %.10g "+
							"by the other",
							f, g, i, j, inner[i*n+j], inner[j*n+i])
					}
				}
			}
			c.inner[g] = append(c.inner[g], inner)
			columns := make([][]float64, family.Cols)
			for col := range columns {
				columns[col] = make([]float64, n)
			}
			c.theta[g] = append(c.theta[g], columns)
		}
	}
}

// feature writes ⟨φ(row), φ(·)⟩ in a group, and checks that a part is seen in its own column alone.
func (c *store) feature(g, f, row int, inner []float64) {
	p, col := c.create(), row%c.families[f].Cols
	var u toolkit.Update
	u.Add(f, row, col, 1)
	p.Add(1, &u)
	for other := range p.Groups() {
		if other != g {
			p.Scale(other, 0)
		}
	}
	scores := make([]float64, c.families[f].Cols)
	for i := range inner {
		clear(scores)
		p.Scores(scores, f, i)
		inner[i] = scores[col]
		for k, s := range scores {
			if k != col && s != 0 {
				c.Faultf("A part is seen in another column: of family %d, after φ(%d) ⊗ e_%d was added the score of row %d in "+
					"column %d is %g",
					f, row, col, i, k, s)
			}
		}
	}
	if n := p.Norm(g); !near(n*n, inner[row], c.least(1e-9)) {
		c.Faultf("Norm is wrong: group %d with φ(%d) ⊗ e_%d of family %d alone has norm %.10g, and its score with itself "+
			"is %.10g",
			g, row, col, f, n, inner[row])
	}
}

// drive changes a store and the plain coefficients alike.
func (c *store) drive(p toolkit.Params) {
	for step := range 400 {
		g := c.rng.IntN(p.Groups())
		switch {
		case step%100 == 99:
			c.scale(p, g, 0)
		case step%100 == 50:
			for _, s := range []float64{1e-60, 1e-60, 1e60, 1e60} { // passes where a lazy scale is folded
				c.scale(p, g, s)
			}
		case step%3 == 0:
			c.scale(p, g, 0.5+c.rng.Float64())
		default:
			u := c.update()
			p.Add(0.3, u)
			c.add(0.3, u)
		}
		if step%50 == 0 {
			p.Refresh()
		}
		c.compare(p, step)
		if c.Found() {
			return
		}
	}
}

func (c *store) scale(p toolkit.Params, g int, s float64) {
	p.Scale(g, s)
	for _, columns := range c.theta[g] {
		for _, theta := range columns {
			for i := range theta {
				theta[i] *= s
			}
		}
	}
}

// update is a few random parts, which may repeat.
func (c *store) update() *toolkit.Update {
	u := &toolkit.Update{}
	for range 1 + c.rng.IntN(4) {
		f := c.rng.IntN(len(c.families))
		u.Add(f, c.rng.IntN(c.families[f].Rows), c.rng.IntN(c.families[f].Cols), c.rng.NormFloat64())
	}
	return u
}

func (c *store) add(step float64, u *toolkit.Update) {
	for g := range c.theta {
		for _, a := range u.Parts {
			c.theta[g][a.Family][a.Col][a.Row] += step * a.Value
		}
	}
}

// score is ⟨θ_g, φ(row) ⊗ e_col⟩.
func (c *store) score(g, f, row, col int) (sum float64) {
	n := c.families[f].Rows
	for i, v := range c.theta[g][f][col] {
		sum += v * c.inner[g][f][row*n+i]
	}
	return sum
}

// norm is ‖θ_g‖.
func (c *store) norm(g int) float64 {
	var sum float64
	for f, columns := range c.theta[g] {
		for col, theta := range columns {
			for row, v := range theta {
				sum += v * c.score(g, f, row, col)
			}
		}
	}
	return math.Sqrt(math.Max(0, sum))
}

// compare looks at every norm, some scores and the inner products with an update.
func (c *store) compare(p toolkit.Params, step int) {
	tol := c.least(1e-7)
	for g := range p.Groups() {
		want := c.norm(g)
		if !near(p.Norm(g), want, tol) {
			c.Faultf("Norm is wrong after %d steps: that of group %d is %.10g, by plain coefficients %.10g",
				step+1, g, p.Norm(g), want)
		}
	}
	f := c.rng.IntN(len(c.families))
	row, scores := c.rng.IntN(c.families[f].Rows), make([]float64, c.families[f].Cols)
	for col := range scores {
		scores[col] = 1 // to be added to
	}
	p.Scores(scores, f, row)
	for col, got := range scores {
		want := 1.
		for g := range c.theta {
			want += c.score(g, f, row, col)
		}
		if !near(got, want, tol) {
			c.Faultf("Scores is wrong after %d steps: in family %d, row %d, column %d it makes 1 into %.10g, by plain "+
				"coefficients %.10g",
				step+1, f, row, col, got, want)
		}
	}
	c.rows(p, f, step)
	u := c.update()
	inner, squared := p.InnerProducts(u)
	wantInner, wantSquared := c.products(u)
	if !near(inner, wantInner, tol) {
		c.Faultf("InnerProducts is wrong after %d steps: ⟨θ, u⟩ for u = %v is %.10g, by plain coefficients %.10g",
			step+1, u.Parts, inner, wantInner)
	}
	if !near(squared, wantSquared, tol) {
		c.Faultf("InnerProducts is wrong after %d steps: ‖u‖² for u = %v is %.10g, by plain coefficients %.10g",
			step+1, u.Parts, squared, wantSquared)
	}
}

// rows compares the scores of some rows that are read at once, where the store can, with those read one by one.
func (c *store) rows(p toolkit.Params, f, step int) {
	many, ok := p.(toolkit.RowsScorer)
	if !ok {
		return
	}
	cols := c.families[f].Cols
	lo := c.rng.IntN(c.families[f].Rows + 1)
	hi := lo + c.rng.IntN(c.families[f].Rows+1-lo)
	got, want := make([]float64, (hi-lo)*cols), make([]float64, (hi-lo)*cols)
	for i := range got {
		got[i], want[i] = 1, 1 // to be added to
	}
	many.ScoreRows(got, f, lo, hi)
	for r := range hi - lo {
		p.Scores(want[r*cols:(r+1)*cols], f, lo+r)
	}
	for i, w := range want {
		if !near(got[i], w, c.least(1e-7)) {
			c.Faultf("ScoreRows is wrong after %d steps: in family %d, row %d, column %d it makes 1 into %.10g, Scores into "+
				"%.10g",
				step+1, f, lo+i/cols, i%cols, got[i], w)
		}
	}
}

// products are ⟨θ, u⟩ and ‖u‖².
func (c *store) products(u *toolkit.Update) (inner, squared float64) {
	for g := range c.theta {
		for _, a := range u.Parts {
			inner += a.Value * c.score(g, a.Family, a.Row, a.Col)
			for _, b := range u.Parts {
				if a.Family == b.Family && a.Col == b.Col {
					squared += a.Value * b.Value * c.inner[g][a.Family][a.Row*c.families[a.Family].Rows+b.Row]
				}
			}
		}
	}
	return inner, squared
}
