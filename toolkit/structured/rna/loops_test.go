package rna_test

import (
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// built is an RNA by brackets, in which G pairs with C and all other bases are A.
func built(t *testing.T, brackets string) (rna.Sequence, rna.Structure) {
	t.Helper()
	x, err := rna.ParseSequence(strings.NewReplacer(".", "A", "(", "G", ")", "C").Replace(brackets))
	if err != nil {
		t.Fatal(err)
	}
	y, err := rna.ParseStructure(brackets)
	if err != nil {
		t.Fatal(err)
	}
	return x, y
}

// named are weights, 0 but for some names.
func named(t *testing.T, values map[string]float64) []float64 {
	t.Helper()
	w, found := make([]float64, rna.Features), 0
	for k, name := range rna.Names() {
		if v, ok := values[name]; ok {
			w[k] = v
			found++
		}
	}
	if found != len(values) {
		t.Fatalf("%d of %d names are known", found, len(values))
	}
	return w
}

// TestLongLoops: loops at the limits are found where they are best, and interior loops beyond 30 bases are not.
func TestLongLoops(t *testing.T) {
	t.Parallel()
	lone := func(n int) string { return strings.Repeat(".", n) }
	interior := func(left, right int) string { return "(" + lone(left) + "(...)" + lone(right) + ")" }
	w := named(t, map[string]float64{
		"pair CG": 30, "multiple loop": -5, "multiple loop, unpaired": -0.1, "bulge of 2 or more": -0.5,
		"interior loop of 3 or more": -20, "hairpin of 4 or more": -0.5, "asymmetry of 5 or more": 1,
	})
	f, e := rna.NewFolder(w), rna.NewEnsemble(w)
	for brackets, found := range map[string]bool{
		interior(14, 15): true, interior(15, 15): true, interior(15, 16): false, interior(10, 20): true,
		interior(29, 0): true, interior(30, 0): true, interior(31, 0): false, interior(0, 29): true, interior(0, 30): true,
		interior(0, 31): false, interior(1, 29): true, interior(29, 1): true, interior(1, 30): false, interior(30, 1): false,
		"(" + lone(29) + ")": true, "(" + lone(30) + ")": true, "(" + lone(31) + ")": true,
		"(" + lone(90) + ")": true, "()": true,
		"(" + strings.Repeat("(...).", 3) + ")":     true,
		"(" + strings.Repeat(".(...)", 4) + ".)":    true,
		"((" + strings.Repeat("(...)", 5) + ".))..": true,
	} {
		x, built := built(t, brackets)
		a := enumerated(x, w)
		a.checkFold(t, f, x, w, a.structures[len(a.structures)/2])
		a.checkEnsemble(t, e, x, rna.Features)
		if y, _ := f.Fold(x); (y.String() == brackets) != found {
			t.Errorf("%s of score %g becomes\n%s of score %g", built, score(w, x, built), y, score(w, x, y))
		}
	}
}

// TestTruthBeyondLoops: a truth that no model predicts joins the candidates of the hinge, which is 0 where it is best.
func TestTruthBeyondLoops(t *testing.T) {
	t.Parallel()
	x, y := built(t, "("+strings.Repeat(".", 31)+"(...))")
	h := &rna.Hinge{Examples: []rna.Example{{X: x, Y: y}}}
	p := params.NewModel([]params.Block{params.NewExplicit(0, linalg.Identity(rna.Features), 1)})
	var u toolkit.Update
	want := 0.
	structures(x, func(z rna.Structure) {
		if predicted(z) {
			want = max(want, distance(z, y))
		}
	})
	if loss := h.Grad(0, p, &u); math.Abs(loss-want) > 1e-14 || want < 0.1 || len(u.Parts) == 0 {
		t.Errorf("at weights of 0 the loss is %g, not %g, with %d parts", loss, want, len(u.Parts))
	}
	p.Add(1, update(named(t, map[string]float64{"pair CG": 10})))
	if loss := h.Grad(0, p, &u); loss != 0 || len(u.Parts) != 0 {
		t.Errorf("where the truth has the highest score the loss is %g, with %d parts", loss, len(u.Parts))
	}
}

func update(w []float64) *toolkit.Update {
	u := &toolkit.Update{}
	for k, v := range w {
		u.Add(0, k, 0, v)
	}
	return u
}

// TestWeightsThatAreNoNumbers: nothing is folded by them, and losses are NaN.
func TestWeightsThatAreNoNumbers(t *testing.T) {
	t.Parallel()
	x, y := built(t, "(...)")
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300} {
		w := make([]float64, rna.Features)
		w[17] = bad
		for name, make := range map[string]func(){
			"Folder": func() { rna.NewFolder(w) }, "Ensemble": func() { rna.NewEnsemble(w) },
		} {
			func() {
				defer func() {
					if said := recover(); said != "rna: weights must be finite numbers" {
						t.Errorf("%g in %s: %v", bad, name, said)
					}
				}()
				make()
			}()
		}
		p := params.NewModel([]params.Block{params.NewExplicit(0, linalg.Identity(rna.Features), 1)})
		p.Add(1, update(w))
		examples := []rna.Example{{X: x, Y: y}}
		for _, o := range []toolkit.Oracle{&rna.Hinge{Examples: examples}, &rna.CRF{Examples: examples}} {
			var u toolkit.Update
			if loss := o.Grad(0, p, &u); !math.IsNaN(loss) || len(u.Parts) != 0 {
				t.Errorf("%T: the loss by a weight of %g is %g, with %d parts", o, bad, loss, len(u.Parts))
			}
		}
	}
}
