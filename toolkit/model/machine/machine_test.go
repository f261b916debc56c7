package machine_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/kernel/mixed"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model/machine"
)

// learnt is a machine of numbers and texts.
func learnt(t *testing.T) (*machine.Model, mixed.Examples, []*linalg.Dense) {
	t.Helper()
	const n = 40
	e := mixed.Examples{
		X: linalg.NewDense(n, 2, nil), Columns: []string{"a", "b"}, Texts: [][]string{nil}, TextColumns: []string{"text"},
	}
	y := make([]float64, n)
	for i := range n {
		e.X.Row(i)[0], e.X.Row(i)[1] = math.Sin(float64(i)), 100*math.Cos(float64(3*i))
		e.Texts[0] = append(e.Texts[0], []string{"good day", "bad day", "good night", "bad"}[i%4])
		y[i] = math.Copysign(1, e.X.At(i, 0)+float64(1-2*(i%2))/2)
	}
	words := []string{"gaussian:1@a,b", "normalized(spectrum:3@text)"}
	means, deviations := []float64{0.1, 2}, []float64{1, 50}
	seen := machine.Standard(e, means, deviations)
	d := kernels.Data{Y: y, LabelNames: nil}
	var cross []*linalg.Dense
	for _, w := range words {
		k, err := mixed.Parse(w, e)
		if err != nil {
			t.Fatal(err)
		}
		g, err := mixed.Gram(t.Context(), k, seen)
		if err != nil {
			t.Fatal(err)
		}
		v, err := k.Values(t.Context(), seen, seen)
		if err != nil {
			t.Fatal(err)
		}
		d.Grams, cross = append(d.Grams, g), append(cross, v)
	}
	m, err := kernels.Machine{Loss: loss.Hinge{}, Mu: 0.05, Intercept: true}.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	m.Keep(words, e)
	m.Means, m.Deviations = means, deviations
	return m, e, cross
}

// TestSaved: a machine keeps what supports it alone, predicts by examples as by matrices, and the same when read again.
func TestSaved(t *testing.T) {
	t.Parallel()
	m, e, cross := learnt(t)
	if len(m.Rows) == m.Learnt || m.Support.Len() != len(m.Rows) {
		t.Errorf("%d of %d examples support it, and %d are kept", len(m.Rows), m.Learnt, m.Support.Len())
	}
	given, err := m.PredictGiven(cross)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	text := b.Bytes()
	again, err := machine.Load(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []*machine.Model{m, again} {
		// columns may come in another order
		x := linalg.NewDense(e.X.R, 2, nil)
		for i := range x.R {
			x.Row(i)[0], x.Row(i)[1] = e.X.At(i, 1), e.X.At(i, 0)
		}
		p, err := of.Predict(t.Context(), mixed.Examples{
			X: x, Columns: []string{"b", "a"}, Texts: e.Texts, TextColumns: e.TextColumns,
		})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(p.Labels, given.Labels) {
			t.Error("labels differ")
		}
		for i, v := range p.Scores.Data {
			if math.Abs(v-given.Scores.Data[i]) > 1e-12 {
				t.Fatalf("score %d is %g, by matrices %g", i, v, given.Scores.Data[i])
			}
		}
	}
	for at := 0; at < len(text); at += len(text)/60 + 1 { // a byte that changed, and a file that ends early
		spoiled := slices.Clone(text)
		spoiled[at] ^= 4
		if _, err := machine.Load(bytes.NewReader(spoiled)); err == nil {
			t.Errorf("byte %d changed, and nothing is said", at)
		}
		if _, err := machine.Load(bytes.NewReader(text[:at])); err == nil {
			t.Errorf("%d bytes are enough", at)
		}
	}
}

// TestRefuse: what does not go with a machine is named.
func TestRefuse(t *testing.T) {
	t.Parallel()
	m, e, cross := learnt(t)
	for want, try := range map[string]func() error{
		`numbers "b", which`: func() error {
			_, err := m.Predict(t.Context(), mixed.Examples{X: e.X, Columns: []string{"a", "c"}})
			return err
		},
		`texts "text", which`: func() error {
			_, err := m.Predict(t.Context(), mixed.Examples{X: e.X, Columns: e.Columns})
			return err
		},
		"there are 1 matrices": func() error {
			_, err := m.PredictGiven(cross[:1])
			return err
		},
		"a column for each example": func() error {
			_, err := m.PredictGiven([]*linalg.Dense{linalg.NewDense(2, 3, nil), linalg.NewDense(2, 3, nil)})
			return err
		},
		"from Gram matrices": func() error {
			bare := *m
			bare.Kernels = nil
			_, err := bare.Predict(t.Context(), e)
			return err
		},
		"its head": func() error {
			bare := *m
			head := *m.Head
			head.Features = 2
			bare.Head = &head
			return bare.Save(&bytes.Buffer{})
		},
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not: %s", err, want)
		}
	}
}

// TestSparse: a machine of sparse rows keeps them sparse, predicts from sparse and dense ones alike, and again when it
// was read; what is wrong with its rows in a file is said.
func TestSparse(t *testing.T) {
	t.Parallel()
	const n, d = 30, 200
	x, y := linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		x.Row(i)[7*i%d], x.Row(i)[3] = 1+float64(i%3), float64(i%2)
		y[i] = float64(1 - 2*(i%2))
	}
	e := mixed.Examples{Sparse: linalg.ToCSR(x)}
	k, err := mixed.Parse("gaussian:auto", e)
	if err != nil {
		t.Fatal(err)
	}
	g, err := mixed.Gram(t.Context(), k, e)
	if err != nil {
		t.Fatal(err)
	}
	m, err := kernels.Machine{Loss: loss.Hinge{}, Mu: 0.05, Intercept: true}.Fit(
		t.Context(), kernels.Data{Grams: []toolkit.Gram{g}, Y: y})
	if err != nil {
		t.Fatal(err)
	}
	m.Keep([]string{k.String()}, e)
	want, err := m.Predict(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	again, err := machine.Load(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, d)
	for _, of := range []mixed.Examples{e, {X: x, Columns: names}} {
		got, err := again.Predict(t.Context(), of)
		if err != nil || !slices.Equal(got.Scores.Data, want.Scores.Data) {
			t.Errorf("read again it says %v, and said %v (%v)", got, want, err)
		}
	}
	wide := mixed.Examples{Sparse: linalg.ToCSR(linalg.NewDense(2, d+1, nil))}
	if _, err := again.Predict(t.Context(), wide); err == nil {
		t.Error("a column too many was accepted")
	}
	again.Support.Sparse.Col[0] = d
	b.Reset()
	if err := again.Save(&b); err != nil {
		t.Fatal(err)
	}
	if _, err := machine.Load(&b); err == nil || !strings.Contains(err.Error(), "sparse row 1") {
		t.Errorf("a column that is not there: %v", err)
	}
}
