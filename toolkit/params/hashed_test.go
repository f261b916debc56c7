package params_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

var _ toolkit.RowsScorer = (*params.Hashed)(nil)

// arcs are those of three short sentences, by four templates, one of which looks between the ends.
func arcs() *templates.Arcs {
	return arcsBy("h.p m.p dir\nm.w\nh.p h.p+1 m.p dist\nh.p b.p m.p dir", "N V N A", "", "V N")
}

// arcsBy are those of sentences of tags, which are words and lemmas too.
func arcsBy(list string, sentences ...string) *templates.Arcs {
	a := templates.NewArcs(testproblems.Must(templates.ParseList(list, "list")))
	for _, s := range sentences {
		tags := strings.Fields(s)
		a.Add(tags, tags, tags)
	}
	return a
}

// TestHashed checks the store, with few slots, so that features meet in some, and with many.
func TestHashed(t *testing.T) {
	t.Parallel()
	for _, bits := range []int{1, 3, 12} {
		create := func() toolkit.Params { return params.NewHashed(0, arcs(), bits) }
		err := toolkittest.Params(create, []toolkittest.Family{{Rows: 20, Cols: 1}}, toolkittest.Tol(1e-5))
		if err != nil {
			t.Errorf("%d bits: %v", bits, err)
		}
	}
}

// TestHashedIsExplicit compares the store with explicit weights over the same features, written out one column a slot,
// after the same steps of an oracle.
func TestHashedIsExplicit(t *testing.T) {
	t.Parallel()
	const bits = 6
	a := arcs()
	rows := a.Rows()[3]
	x := make([]*linalg.Dense, a.Templates())
	for k := range x {
		x[k] = linalg.NewDense(rows, 1<<bits, nil)
		for i, lo := range a.Rows()[:3] {
			for r := lo; r < a.Rows()[i+1]; r++ {
				for _, s := range a.SlotsOf(nil, i, k, bits, r-lo) {
					x[k].Row(r)[s] += 1 / math.Sqrt(4)
				}
			}
		}
	}
	var groups [][]params.Block
	for _, m := range x {
		groups = append(groups, []params.Block{params.NewExplicit(structured.Arc, m, 1)})
	}
	plain, hashed := params.NewModel(groups...), params.NewHashed(structured.Arc, a, bits)
	data := testproblems.Must(structured.NewTrees([]int{0, 4, 4, 6}, []int{2, 0, 2, 3, 0, 1}, true))
	var u, v toolkit.Update
	rng := rand.New(rand.NewPCG(71, 72))
	for turn := range 60 {
		i := turn % 3
		one := (&structured.TreeCRF{Data: data}).Grad(i, plain, &u)
		two := (&structured.TreeCRF{Data: data}).Grad(i, hashed, &v)
		if !testproblems.Near(one, two, 1e-5) {
			t.Fatalf("turn %d: loss %g, and %g by explicit weights", turn, two, one)
		}
		plain.Add(-0.3, &u)
		hashed.Add(-0.3, &v)
		c := rng.Float64()
		plain.Scale(turn%3, c)
		hashed.Scale(turn%3, c)
		for k := range plain.Groups() {
			if !testproblems.Near(plain.Norm(k), hashed.Norm(k), 1e-5) {
				t.Fatalf("turn %d: norm %d is %g, and %g by explicit weights", turn, k, hashed.Norm(k), plain.Norm(k))
			}
		}
	}
}

// TestHashedAfterStrongShrinking: what is added counts whole, however small the weights were made before.
func TestHashedAfterStrongShrinking(t *testing.T) {
	t.Parallel()
	for _, c := range []float64{1e-40, 1e-200, 1e-260} {
		h := params.NewHashed(0, arcs(), 12)
		var u toolkit.Update
		u.Add(0, 1, 0, 1)
		h.Add(1, &u)
		for k := range h.Groups() {
			h.Scale(k, c)
		}
		h.Add(2, &u)
		score := []float64{0}
		h.Scores(score, 0, 1)
		if !(math.Abs(score[0]-1.5) < 1e-6 && math.Abs(h.Norm(0)-1) < 1e-6) {
			t.Errorf("after a scaling by %g: score %g, and not 1.5; norm %g", c, score[0], h.Norm(0))
		}
	}
}

func TestHashedFamilies(t *testing.T) {
	t.Parallel()
	h := params.NewHashed(3, arcs(), 4)
	if !h.Weighs(3) || h.Weighs(0) {
		t.Error("the store weighs family 3 alone")
	}
	var u toolkit.Update
	u.Add(0, 1, 0, 1)
	h.Add(1, &u)
	if h.Norm(0) != 0 {
		t.Error("a part of another family was added")
	}
	u.Reset()
	u.Add(3, 1, 0, 1)
	h.Add(1, &u)
	one, many := []float64{0}, make([]float64, 16)
	h.Scores(one, 0, 1)
	h.ScoreRows(many, 0, 0, 16)
	if one[0] != 0 || many[1] != 0 {
		t.Errorf("another family has scores: %v, %v", one, many)
	}
	h.Scores(one, 3, 1)
	if h.ScoreRows(many, 3, 0, 16); !testproblems.Near(one[0], 0.75, 1e-6) || !testproblems.Near(many[1], one[0], 1e-12) {
		t.Errorf("scores %v and %v, and not 0.75", one, many[1])
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic for tables of a slot")
		}
	}()
	params.NewHashed(0, arcs(), 0)
}
