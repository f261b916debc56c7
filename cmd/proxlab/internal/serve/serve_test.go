package serve

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

var lasso = map[string]any{"penalty": "l1", "lambda": 0.05, "intercept": true, "tol": "1e-9"}

// TestFormsOfOneMatrix: by rows or columns, of eight bytes or four, sparse or from a file, features are the same, and
// the fit is that of package fit.
func TestFormsOfOneMatrix(t *testing.T) {
	t.Parallel()
	const n, d = 30, 4
	x, y := drawn(n, d)
	want, err := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.05, Intercept: true, Tol: 1e-9}.
		Fit(t.Context(), fit.Data{X: linalg.NewDense(n, d, x), Y: y})
	if err != nil {
		t.Fatal(err)
	}
	byColumns, narrow := make([]float64, n*d), make([]float32, n*d)
	linalg.Transpose(byColumns, x, n, d)
	for i, v := range x {
		narrow[i] = float32(v)
	}
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, append(make([]byte, 128), bytesOf(x)...), 0o666); err != nil {
		t.Fatal(err)
	}
	rows, columns := linalg.ToCSR(linalg.NewDense(n, d, x)), linalg.ToCSR(linalg.NewDense(d, n, byColumns))
	sparse := []string{"y", "data", "indices", "indptr"}
	mapped := array{Name: "x", Type: "f8", Count: n * d, Path: path, At: 128}
	c := connect(t)
	for name, form := range map[string]struct {
		format, order string
		names         []string
		values        []any
	}{
		"rows":    {"dense", "C", []string{"y", "x"}, []any{y, x}},
		"columns": {"dense", "F", []string{"y", "x"}, []any{y, byColumns}},
		"narrow":  {"dense", "C", []string{"y", "x"}, []any{y, narrow}},
		"file":    {"dense", "C", []string{"y", ""}, []any{y, mapped}},
		"csr":     {"csr", "", sparse, []any{y, rows.Val, rows.Col, rows.Ptr}},
		"csc":     {"csc", "", sparse, []any{y, columns.Val, columns.Col, columns.Ptr}},
	} {
		got := c.ask(map[string]any{
			"op": "fit", "id": 7, "options": lasso, "events": 1e-9,
			"x": shape{Format: form.format, Rows: n, Cols: d, Order: form.order},
		}, form.names, form.values...)
		if got.Kind != "ok" || got.ID != 7 || len(got.Fits) != 1 || got.Fits[0].Status != "converged" {
			t.Fatalf("%s: %+v", name, got)
		}
		for j, w := range got.values["coef"] {
			if math.Abs(w-want.Weights[j]) > 1e-6 {
				t.Errorf("%s: weights %v, and %v are due", name, got.values["coef"], want.Weights)
			}
		}
	}
}

// TestKeptData: data are named once, and problems made ready once, for fits, paths, folds, certificates, predictions.
func TestKeptData(t *testing.T) {
	t.Parallel()
	const n, d = 40, 5
	x, y := drawn(n, d)
	c := connect(t)
	ok := func(h heard) heard {
		t.Helper()
		if h.Kind != "ok" {
			t.Fatalf("%+v", h)
		}
		return h
	}
	ok(c.ask(map[string]any{"op": "put", "keep": "D", "x": shape{"dense", n, d, "C"}}, []string{"x", "y"}, x, y))
	ok(c.ask(map[string]any{"op": "prepare", "data": "D", "keep": "P", "options": lasso}, nil))
	top := ok(c.ask(map[string]any{"op": "lambda_max", "prepared": "P"}, nil)).LambdaMax[0]
	lambdas := []float64{*top, *top / 3, 0.05}
	path := ok(c.ask(map[string]any{"op": "path", "prepared": "P", "lambdas": lambdas}, nil))
	one := ok(c.ask(map[string]any{"op": "fit", "prepared": "P", "lambda": 0.05}, nil))
	for j := range d {
		if w := path.values["coef"]; w[j] != 0 || math.Abs(w[2*d+j]-one.values["coef"][j]) > 1e-7 {
			t.Errorf("the path has %v, the fit %v", w, one.values["coef"])
		}
	}
	warm := ok(c.ask(map[string]any{"op": "fit", "prepared": "P"}, []string{"coef", "intercept"},
		one.values["coef"], one.values["intercept"]))
	if warm.Fits[0].Iter > one.Fits[0].Iter {
		t.Errorf("%d iterations from the solution, and %d from 0", warm.Fits[0].Iter, one.Fits[0].Iter)
	}
	certified := ok(c.ask(map[string]any{"op": "certify", "prepared": "P"}, []string{"coef", "intercept"},
		one.values["coef"], one.values["intercept"])).Fits[0]
	if math.Abs(*certified.Objective-*one.Fits[0].Objective) > 1e-12 || *certified.Gap > 1e-8 {
		t.Errorf("%+v is certified as %+v", one.Fits[0], certified)
	}
	folds := ok(c.ask(map[string]any{"op": "folds", "prepared": "P", "lambdas": lambdas, "folds": 4}, nil))
	if len(folds.values["errors"]) != 12 || len(folds.values["mean"]) != 3 || folds.Best != 2 {
		t.Errorf("%+v", folds)
	}
	var test, ptr, train, trainPtr []int
	for k := range 2 {
		for i := range n {
			if i%2 == k {
				test = append(test, i)
			} else {
				train = append(train, i)
			}
		}
		ptr, trainPtr = append(ptr, 20*k), append(trainPtr, 20*k)
	}
	own := ok(c.ask(map[string]any{"op": "folds", "prepared": "P", "lambdas": lambdas},
		[]string{"test", "test_ptr", "train", "train_ptr"}, test, append(ptr, n), train, append(trainPtr, n)))
	if len(own.values["errors"]) != 6 {
		t.Errorf("%+v", own)
	}
	none := ok(c.ask(map[string]any{"op": "predict", "data": "D"}, []string{"coef"}, make([]float64, d)))
	scores := none.values["scores"]
	if len(scores) != n || slices.ContainsFunc(scores, func(v float64) bool { return v != 0 }) {
		t.Errorf("scores of no weights are %v", scores)
	}
	ok(c.ask(map[string]any{"op": "drop", "drop": []string{"D", "P"}}, nil))
	if h := c.ask(map[string]any{"op": "fit", "prepared": "P"}, nil); h.Class != "value" {
		t.Errorf("what was dropped: %+v", h)
	}
	if h := ok(c.ask(map[string]any{"op": "hello"}, nil)); h.ID != 0 {
		t.Errorf("%+v", h)
	}
}

// TestRefused: what is wrong with options or data is said, and the connection goes on.
func TestRefused(t *testing.T) {
	t.Parallel()
	const n, d = 12, 3
	x, y := drawn(n, d)
	c := connect(t)
	dense := shape{"dense", n, d, "C"}
	both, sparse := []string{"x", "y"}, []string{"data", "indices", "indptr"}
	refused := func(says string, header map[string]any, names []string, values ...any) {
		t.Helper()
		h := c.ask(header, names, values...)
		if h.Kind != "error" || h.Class != "value" || !strings.Contains(h.Error, says) {
			t.Errorf("%s: %+v", says, h)
		}
	}
	with := func(options map[string]any) map[string]any {
		return map[string]any{"op": "fit", "x": dense, "options": options}
	}
	refused("is no request", map[string]any{"op": "dance", "x": dense}, both, x, y)
	refused("no features", map[string]any{"op": "fit"}, nil)
	refused("is no option", with(map[string]any{"data": "file"}), both, x, y)
	refused("is none of none, l1", with(map[string]any{"penalty": "l3"}), both, x, y)
	refused("has 36 entries", map[string]any{"op": "fit", "x": shape{"dense", 5, 5, "C"}}, both, x, y)
	refused("target 2 is NaN", with(lasso), both, x, append([]float64{1, math.NaN()}, y[2:]...))
	refused("nothing was prepared", map[string]any{"op": "fit", "prepared": "none"}, nil)
	refused("there are no data", map[string]any{"op": "fit", "data": "none"}, nil)
	one := map[string]any{"op": "put", "x": shape{"csr", 1, 3, ""}}
	refused("indices must ascend", one, sparse, []float64{1, 2}, []int{2, 0}, []int{0, 2})
	refused("do not fit together", one, sparse, []float64{1, 2}, []int{2, 0}, []int{0, 9})
	groups := with(map[string]any{"penalty": "group", "lambda": 1})
	groups["given"] = map[string]any{"groups": [][]int{{7}}}
	refused("group 1 has feature 7", groups, both, x, y)
	file := map[string]any{"op": "put", "x": dense}
	refused("begin at a multiple of 8", file, []string{""},
		array{Name: "x", Type: "f8", Count: 1, Path: os.Args[0], At: 3})
	refused("no such file", file, []string{""}, array{Name: "x", Type: "f8", Count: 1, Path: "/nowhere/x"})
	if h := c.ask(map[string]any{"op": "ping", "id": 3}, nil); h.Kind != "ok" || h.ID != 3 {
		t.Errorf("%+v", h)
	}
}

// TestSeveralOutputs: targets of two columns with rows of weights, and one of them with the same penalties.
func TestSeveralOutputs(t *testing.T) {
	t.Parallel()
	const n, d = 25, 3
	x, y := drawn(n, d)
	two := make([]float64, 0, 2*n)
	for _, v := range y {
		two = append(two, v, -v)
	}
	c := connect(t)
	for _, penalty := range []string{"multitask", "trace"} {
		options := map[string]any{"penalty": penalty, "lambda": 0.1, "intercept": true}
		h := c.ask(map[string]any{"op": "fit", "x": shape{"dense", n, d, "C"}, "outputs": 2, "options": options},
			[]string{"x", "y", "weights"}, x, two, slices.Repeat([]float64{3}, n))
		if w := h.values["coef"]; h.Kind != "ok" || len(w) != 2*d || math.Abs(w[0]+w[1]) > 1e-6 || w[0] == 0 {
			t.Errorf("%s: %+v", penalty, h)
		}
		h = c.ask(map[string]any{"op": "fit", "x": shape{"dense", n, d, "C"}, "options": options},
			[]string{"x", "y", "tasks"}, x, y, make([]int, n))
		if h.Kind != "ok" || len(h.values["coef"]) != d || h.Fits[0].Status != "converged" {
			t.Errorf("%s of one task: %+v", penalty, h)
		}
	}
}

// TestCanceled: a request ends with what it has when it is canceled, others go on, and it tells how far it is.
func TestCanceled(t *testing.T) {
	t.Parallel()
	const n, d = 300, 200
	x, y := drawn(n, d)
	c := connect(t)
	endless := map[string]any{"penalty": "l1", "lambda": 1e-5, "solver": "fista", "tol": 1e-15, "max-iter": 1 << 40}
	if _, err := c.into.Write(frame(t, map[string]any{
		"op": "fit", "id": 1, "x": shape{"dense", n, d, "C"}, "options": endless, "events": 0.001,
	}, []string{"x", "y"}, x, y)); err != nil {
		t.Fatal(err)
	}
	for iter := 0; iter < 3; {
		h, err := hear(c.from)
		if err != nil || h.Kind != "event" || h.ID != 1 {
			t.Fatalf("%+v, error %v", h, err)
		}
		iter = h.Iter
	}
	if h := c.ask(map[string]any{"op": "ping", "id": 2}, nil); h.ID != 2 {
		t.Fatalf("%+v", h)
	}
	if h := c.ask(map[string]any{"op": "cancel", "target": 1}, nil); h.ID != 1 || h.Kind != "ok" ||
		h.Fits[0].Status != "canceled" || len(h.values["coef"]) != d {
		t.Errorf("%+v", h)
	}
}
