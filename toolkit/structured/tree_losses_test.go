package structured_test

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
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// smallTrees are four sentences of at most four words, one without any.
func smallTrees(single bool) *structured.Trees {
	start, head := []int{0, 3, 3, 7, 8}, []int{2, 0, 2, 3, 4, 0, 3, 0}
	return testproblems.Must(structured.NewTrees(start, head, single))
}

// treeModel is a model of arcs with as many features.
func treeModel(t *structured.Trees, features int) func() toolkit.Params {
	_, n := t.Rows(t.Len() - 1)
	x := linalg.NewDense(n, features, testproblems.Normal(rand.New(rand.NewPCG(61, 62)), n*features, 1))
	return func() toolkit.Params {
		return params.NewModel([]params.Block{params.NewExplicit(structured.Arc, x, 1)})
	}
}

// treeOracles holds every oracle over trees.
func treeOracles(t *structured.Trees) map[string]toolkit.Oracle {
	return map[string]toolkit.Oracle{
		"TreeHinge":            &structured.TreeHinge{Data: t},
		"TreeHinge/Exhaustive": &structured.TreeHinge{Data: t, Decoder: structured.ExhaustiveTree{}},
		"TreeHinge/Eisner":     &structured.TreeHinge{Data: t, Decoder: new(structured.Eisner)},
		"TreeCRF":              &structured.TreeCRF{Data: t},
	}
}

func TestTreeOracles(t *testing.T) {
	t.Parallel()
	for _, single := range []bool{false, true} {
		head := []int{2, 0, 2, 3, 4, 0, 3, 0} // crossing arcs, too, in the second sentence
		data := testproblems.Must(structured.NewTrees([]int{0, 3, 7, 8}, head, single))
		for name, o := range treeOracles(data) {
			if err := toolkittest.Oracle(o, treeModel(data, 3)); err != nil {
				t.Errorf("%s, single root %v: %v", name, single, err)
			}
		}
	}
}

// TestTreeLossesAgreeWithEnumeration compares the losses with their formulas, written out over all trees, and the rows
// of features with the order that is promised.
func TestTreeLossesAgreeWithEnumeration(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(63, 64))
	for _, single := range []bool{false, true} {
		data := smallTrees(single)
		p := treeModel(data, 4)()
		var u toolkit.Update
		_, rows := data.Rows(data.Len() - 1)
		for range 20 {
			u.Add(structured.Arc, rng.IntN(rows), 0, rng.NormFloat64())
		}
		p.Add(1, &u)
		row := 0
		for i := range data.Len() {
			y := data.Of(i)
			score := map[[2]int]float64{}
			for m := 1; m <= len(y); m++ {
				for h := 0; h <= len(y); h++ {
					if h != m {
						one := []float64{0}
						p.Scores(one, structured.Arc, row)
						score[[2]int{h, m}] = one[0]
						row++
					}
				}
			}
			of := func(heads []int) (sum, cost float64) {
				for k, h := range heads {
					sum += score[[2]int{h, k + 1}]
					if h != y[k] {
						cost++
					}
				}
				return sum, cost
			}
			truth, _ := of(y)
			any, projective, z := truth, truth, 0.
			for _, heads := range trees()[len(y)] {
				if single && len(y) > 0 && roots(heads) != 1 {
					continue
				}
				sum, cost := of(heads)
				any, z = max(any, sum+cost), z+math.Exp(sum)
				if !crosses(heads) {
					projective = max(projective, sum+cost)
				}
			}
			want := map[string]float64{
				"TreeHinge": any - truth, "TreeHinge/Exhaustive": any - truth, "TreeHinge/Eisner": projective - truth,
				"TreeCRF": math.Log(z) - truth,
			}
			for name, o := range treeOracles(data) {
				if got := o.Grad(i, p, &u); !testproblems.Near(got, want[name], 1e-12) {
					t.Errorf("%s of sentence %d, single root %v: %g, by enumeration %g", name, i, single, got, want[name])
				}
			}
		}
	}
}

// TestNoTreeLossWithAMargin: where the true trees win by more than the cost of every other, the hinge is 0 and its
// update empty, for the truth with crossing arcs, which a decoder of projective trees does not find, as well.
func TestNoTreeLossWithAMargin(t *testing.T) {
	t.Parallel()
	data := smallTrees(true)
	_, rows := data.Rows(data.Len() - 1)
	p := params.NewModel([]params.Block{params.NewExplicit(structured.Arc, linalg.Identity(rows), 1)})
	var u toolkit.Update
	for i := range data.Len() {
		first, _ := data.Rows(i)
		y := data.Of(i)
		for k, h := range y {
			u.Add(structured.Arc, first+structured.ArcRow(len(y), h, k+1), 0, 1.5)
		}
	}
	p.Add(1, &u)
	for name, o := range treeOracles(data) {
		for i := range data.Len() {
			if loss := o.Grad(i, p, &u); name != "TreeCRF" && (loss != 0 || len(u.Parts) != 0) {
				t.Errorf("%s of sentence %d: loss %g, update %v", name, i, loss, u.Parts)
			}
		}
	}
}

// rowByRow hides what a model can do beside what it must.
type rowByRow struct{ toolkit.Params }

// TestScoresOfManyRows: read at once or row by row, scores are the same to the bit.
func TestScoresOfManyRows(t *testing.T) {
	t.Parallel()
	data := smallTrees(true)
	p := treeModel(data, 4)()
	var u toolkit.Update
	u.Add(structured.Arc, 1, 0, 0.7)
	u.Add(structured.Arc, 20, 0, -1.3)
	p.Add(1, &u)
	p.Scale(0, 0.3)
	var a, b structured.TreeScorer
	for i := range data.Len() {
		many, few := a.Score(p, data, i), b.Score(rowByRow{p}, data, i)
		for k, v := range many.Arc {
			if few.Arc[k] != v {
				t.Errorf("sentence %d: score %d is %g at once, %g row by row", i, k, v, few.Arc[k])
			}
		}
	}
	y := []int{0, 1, 2, 1, 0, 2}
	chain := &structured.Sequences{Start: []int{0, 4, 6}, Y: y, Labels: 3}
	m := chainModel(linalg.NewDense(6, 2, testproblems.Normal(rand.New(rand.NewPCG(65, 66)), 12, 1)), 3)
	m.Add(1, &toolkit.Update{Parts: []toolkit.Part{{Row: 1, Col: 2, Value: 0.7}, {Family: 1, Row: 2, Col: 1, Value: 2}}})
	var other toolkit.Update
	for i := range chain.Len() {
		many := (&structured.CRF{Data: chain}).Grad(i, m, &u)
		if few := (&structured.CRF{Data: chain}).Grad(i, rowByRow{m}, &other); few != many {
			t.Errorf("chain %d: loss %g at once, %g row by row", i, many, few)
		}
	}
}

// TestTreeMisuseIsNamed: what does not go together ends in an error, or a panic that names the value.
func TestTreeMisuseIsNamed(t *testing.T) {
	t.Parallel()
	for says, c := range map[string]struct {
		start, head []int
		single      bool
	}{
		"sentence 2: word 2 has head 3; heads are 0, the root, to 2": {[]int{0, 1, 3}, []int{0, 0, 3}, false},
		"sentence 1: word 1 has head -1":                             {[]int{0, 1}, []int{-1}, false},
		"sentence 1: word 1 is its own ancestor":                     {[]int{0, 1}, []int{1}, false},
		"sentence 1: word 2 is its own ancestor":                     {[]int{0, 4}, []int{0, 3, 4, 2}, false},
		"sentence 2: words 1 and 3 both hang at the root":            {[]int{0, 1, 4}, []int{0, 0, 1, 0}, true},
		"start must begin with 0 and end with the number of rows":    {[]int{0, 2}, []int{0}, false},
	} {
		if _, err := structured.NewTrees(c.start, c.head, c.single); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
	data := smallTrees(true)
	made := &structured.Trees{Start: data.Start, Head: data.Head}
	s := &structured.TreeScores{Words: 2, Arc: make([]float64, 6)}
	few := &structured.TreeScores{Words: 2, Arc: make([]float64, 5)}
	var m structured.MatrixTree
	for says, do := range map[string]func(){
		"no sequence 4":                        func() { data.Of(4) },
		"trees are made by NewTrees":           func() { made.Rows(0) },
		"5 arc scores, and not the n·(n+1)":    func() { m.LogPartition(few) },
		"5 arc scores":                         func() { new(structured.Eisner).Decode(make([]int, 2), few) },
		"3 heads, 2 words":                     func() { new(structured.Arborescence).Decode(make([]int, 3), s) },
		"room is needed for the marginal":      func() { m.Marginals(make([]float64, 5), s) },
		"word 1 is its own ancestor: the head": func() { s.Of([]int{2, 1}) },
		"word 2 has head 3":                    func() { s.AddHamming([]int{0, 3}) },
		"no block of arcs, family 0": func() {
			x := linalg.NewDense(21, 1, nil)
			p := params.NewModel([]params.Block{params.NewExplicit(structured.Transition, x, 1)})
			(&structured.TreeHinge{Data: data}).Grad(0, p, &toolkit.Update{})
		},
	} {
		if got := panicOf(do); !strings.HasPrefix(got, "structured: ") || !strings.Contains(got, says) {
			t.Errorf("%q does not say %q", got, says)
		}
	}
}
