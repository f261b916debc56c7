package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// composed fits houses by a command and predicts by the model. Weights are those of size, rooms, age, noise, town and
// weight.
func composed(t *testing.T, data string, args ...string) (line map[string]any, weights []float64) {
	t.Helper()
	model := filepath.Join(t.TempDir(), "model.json")
	args = append([]string{
		"fit", "--json", "--data", data, "--target", "price", "--intercept", "--model", model,
	}, args...)
	stdout, stderr, code := call(t.Context(), args...)
	if code != 0 {
		t.Errorf("%q: exit code %d: %s", args, code, stderr)
		return nil, nil
	}
	lines := decode(t, stdout)
	line = lines[len(lines)-1]
	for _, l := range lines {
		if l["cv_chosen"] == true {
			line = l
		}
	}
	if line["status"] != "converged" || line["gap_kind"] != "duality" {
		t.Errorf("%q: %v", args, line)
	}
	text, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	saved := decode(t, string(text))[0]
	if saved["penalty"] != line["penalty"] {
		t.Errorf("%q: the file says %v", args, saved["penalty"])
	}
	for _, w := range saved["weights"].([]any) {
		weights = append(weights, w.(float64))
	}
	predict := []string{"predict", "--model", model, "--data", data, "--json"}
	if saved["tasks"] != nil {
		predict = append(predict, "--tasks", "town")
	}
	stdout, stderr, code = call(t.Context(), predict...)
	if code != 0 {
		t.Errorf("%q: predicting, exit code %d: %s%s", args, code, stdout, stderr)
	} else if r2, ok := decode(t, stdout)[0]["r2"].(float64); !ok || math.IsNaN(r2) {
		t.Errorf("%q: predicted %s", args, stdout)
	}
	return line, weights
}

// TestFitOfSums: every form of --penalty, from a table to predictions.
func TestFitOfSums(t *testing.T) {
	t.Parallel()
	path := numbers(t, houses(t))
	groups := file(t, "groups.txt", "1 2\n3 4 5 6 w=2\n")
	edges := file(t, "edges.txt", "1 2 w=2\n")
	second := file(t, "second.txt", "# second differences\n1 -2 1 0 0 0\n0,1,-2,1,0,0\n0 0 1 -2 1 0\n0 0 0 1 -2 1\n")
	for _, c := range []struct{ args, penalty string }{
		{"--penalty tv=0.02 --penalty l1=0.01 --shape 2x3", "tv=0.02 + l1=0.01"},
		{"--penalty fused --penalty l1=2 --lambda 0.1max", "fused + l1=2"},
		{"--penalty l1=0.03_[]_group-max=0.08 --groups " + groups, "l1=0.03 [] group-max=0.08"},
		{"--penalty group=0.1_[]_l1=0.2 --penalty fused=0.05 --groups " + groups, "group=0.1 [] l1=0.2 + fused=0.05"},
		{"--penalty l1=0.05_[]_multitask=0.1 --tasks town", "l1=0.05 [] multitask=0.1"},
		{"--penalty trace=0.1_[]_l1=0.05 --tasks town --constraint sum(size,age)=1", "trace=0.1 [] l1=0.05"},
		{"--penalty l1(L)=0.1 --map " + second, "l1(L)"},
		{"--penalty l1 --map " + second + " --lambda 0.1", "l1(L)"},
		{"--penalty l1(L)=0.1 --penalty l1=0.01 --loss quantile --map " + second, "l1(L)=0.1 + l1=0.01"},
		{"--penalty slope=0.1 --penalty group-max=0.1 --loss huber --groups " + groups,
			"slope=0.1 + group-max=0.1"},
		{"--penalty overlap-group --penalty l1 --lambda 0.01 --mu 0.1 --standardize --groups " + groups,
			"overlap-group + l1"},
		{"--penalty multitask=0.1 --penalty l1=0.05 --tasks town", "multitask=0.1 + l1=0.05"},
		{"--penalty trace=0.05 --penalty l1=0.05 --tasks town", "trace=0.05 + l1=0.05"},
		{"--penalty fused-tasks=0.1 --mix 0.8 --tasks town", "fused-tasks"},
		{"--penalty fused-tasks --lambda 0.1max --loss quantile --tasks town", "fused-tasks"},
		{"--penalty graph-tasks=0.1 --graph " + edges + " --tasks town --constraint monotone:age,size", "graph-tasks"},
		{"--penalty smooth-tasks=0.1 --tasks town --mu 0.1", "smooth-tasks"},
		{"--penalty l1=0.05 --penalty fused-tasks=0.1 --penalty multitask=0.1 --mix 1 --tasks town",
			"l1=0.05 + fused-tasks=0.1 + multitask=0.1"},
		{"--penalty multitask=0.1_[]_outlying-tasks=0.1 --tasks town", "multitask=0.1 [] outlying-tasks=0.1"},
		{"--penalty smooth-tasks=0.1 --penalty multitask=0.1 --tasks town --graph " + edges,
			"smooth-tasks=0.1 + multitask=0.1"},
		{"--penalty l1=0.05 --penalty fused=0.1 --weights weight --explain", "l1=0.05 + fused=0.1"},
		{"--penalty l1=0.05", "l1"},
	} {
		args := strings.Fields(c.args)
		for i, a := range args {
			args[i] = strings.ReplaceAll(a, "_[]_", " [] ")
		}
		line, _ := composed(t, path, args...)
		expect(t, line, map[string]any{"penalty": c.penalty})
	}
	one, weights := composed(t, path, "--penalty", "l1=0.1", "--penalty", "l1=0.2")
	other, same := composed(t, path, "--penalty", "l1", "--lambda", "0.3")
	if p, q := one["objective"].(float64), other["objective"].(float64); math.Abs(p-q) > 1e-6*q {
		t.Errorf("twice ℓ1: %g, %g and %v, %v", p, q, weights, same)
	}
}

// TestPathsOfSums: λ multiplies the sum along a path, with folds.
func TestPathsOfSums(t *testing.T) {
	t.Parallel()
	path := numbers(t, houses(t))
	args := "fit --json --data " + path + " --target price --intercept --path 4 --cv 3 --penalty fused=2 --penalty l1 " +
		"--constraint sum(size,age)>=1"
	stdout, stderr, code := call(t.Context(), strings.Fields(args)...)
	lines := decode(t, stdout)
	if code != 0 || len(lines) != 4 {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	chosen := 0
	for _, l := range lines {
		if l["status"] != "converged" || l["violation"].(float64) > 1e-6 || math.IsNaN(l["cv_error"].(float64)) {
			t.Errorf("%v", l)
		}
		if l["cv_chosen"] == true {
			chosen++
		}
	}
	if chosen != 1 {
		t.Errorf("%d are chosen", chosen)
	}
}

// TestFitOfConstraints: every form of --constraint, from a table to predictions.
func TestFitOfConstraints(t *testing.T) {
	t.Parallel()
	path := numbers(t, houses(t))
	groups := file(t, "groups.txt", "1 2\n3 4 5 6 w=2\n")
	const near = 1e-7
	at := func(v, want float64) bool { return math.Abs(v-want) <= near }
	for _, c := range []struct {
		args  string
		holds func(w []float64) bool
	}{
		{"--penalty l1=0.01 --constraint sum(x1..x6)=0", func(w []float64) bool {
			return at(w[0]+w[1]+w[2]+w[3]+w[4]+w[5], 0)
		}},
		{"--constraint sum(size..age)=1 --mu 0.1", func(w []float64) bool { return at(w[0]+w[1]+w[2], 1) }},
		{"--penalty group=0.01 --constraint monotone:age,size --groups " + groups, func(w []float64) bool {
			return w[2] <= w[0]+near
		}},
		{"--constraint monotone:size,rooms,3 --standardize", func(w []float64) bool {
			return w[0] <= w[1]+near && w[1] <= w[2]+near
		}},
		{"--constraint convex:x1..x4 --loss quantile --penalty l1=0.01", func(w []float64) bool {
			return w[0]-2*w[1]+w[2] >= -near && w[1]-2*w[2]+w[3] >= -near
		}},
		{"--constraint concave", func(w []float64) bool { return w[0]-2*w[1]+w[2] <= near }},
		{"--constraint simplex", func(w []float64) bool {
			return at(w[0]+w[1]+w[2]+w[3]+w[4]+w[5], 1) && w[2] >= -near
		}},
		{"--constraint simplex:size,age --penalty slope=0.1", func(w []float64) bool { return at(w[0]+w[2], 1) }},
		{"--penalty l1=0.001 --constraint 0<=x<=0.9", func(w []float64) bool { return at(w[0], 0.9) && w[2] >= -near }},
		{"--constraint 0.5*size>=rooms+1 --constraint x6==0.25", func(w []float64) bool {
			return 0.5*w[0] >= w[1]+1-near && at(w[5], 0.25)
		}},
		{`--constraint "age"<=-1.5`, func(w []float64) bool { return w[2] <= -1.5+near }},
		{"--penalty fused=0.01 --nonnegative", func(w []float64) bool { return w[2] >= 0 }},
		{"--penalty group-max=0.01 --bounds -0.5,2 --groups " + groups, func(w []float64) bool {
			return w[0] <= 2 && w[2] >= -0.5
		}},
		{"--penalty trace=0.01 --tasks town --nonnegative", func(w []float64) bool { return w[4] >= 0 }},
		{"--penalty multitask=0.01 --tasks town --constraint sum(size,age)=1", func(w []float64) bool {
			return at(w[0]+w[6], 1) && at(w[1]+w[7], 1) && at(w[2]+w[8], 1) // row by row, without town
		}},
	} {
		line, w := composed(t, path, strings.Fields(c.args)...)
		if w == nil {
			continue
		}
		if v, ok := line["violation"].(float64); !ok || v > near || !c.holds(w) {
			t.Errorf("%s: %v, violation %v", c.args, w, line["violation"])
		}
	}
	args := "fit --data " + path + " --target price --intercept --penalty l1=0.01 --constraint sum(x1..x6)=0"
	if said, _, _ := call(t.Context(), strings.Fields(args)...); !strings.Contains(said, "; the constraints hold") ||
		!strings.Contains(said, "l1 with λ = 0.01, sum(x1..x6)=0") {
		t.Errorf("it says %s", said)
	}
}

// TestComposedRefused names what is wrong with sums, maps and constraints.
func TestComposedRefused(t *testing.T) {
	t.Parallel()
	path := numbers(t, houses(t))
	five := file(t, "five.txt", "1 -1 0 0 0\n")
	far := file(t, "far.txt", "1 7\n")
	none := file(t, "none.txt", "# nothing\n")
	words := file(t, "words.txt", "1 -1 0 0 x 0\n")
	tall := file(t, "tall.mtx", "%%MatrixMarket matrix coordinate real general\n3 7 1\n1 1 2\n")
	for _, c := range []struct {
		args, says string
		code       int
	}{
		{"--penalty l1=-0.1", "a strength is due that is positive", 2},
		{"--penalty l1=0", "a strength is due that is positive", 2},
		{"--penalty l1=x", "a strength is due that is positive", 2},
		{"--penalty l2=0.1", `"l2" is none of`, 2},
		{"--penalty l1=0.1 --penalty none", "none stands alone", 2},
		{"--penalty l1=0.1_[]_none", "none stands alone", 2},
		{"--penalty l1=0.1_[]_mcp", "needs --lambda", 2},
		{"--penalty none=1", "no penalty has no strength", 2},
		{"--penalty l1=0.1 --lambda 1", "both say λ", 2},
		{"--penalty l1=0.1 --penalty slope", "needs --lambda", 2},
		{"--penalty l1=0.1,-1 --penalty slope=1", "a strength is due that is positive", 2},
		{"--penalty l1=0.1,0.1 --penalty slope=1", "the strength 0.1 stands there twice", 2},
		{"--penalty l1=0.1..1 --penalty slope=1", "a range is two strengths and how many", 2},
		{"--penalty l1=1:3 --penalty slope=1", "a range is two strengths and how many", 2},
		{"--penalty l1=1..0.1:1 --penalty slope=1", "a range is two strengths and how many", 2},
		{"--penalty l1=1..0.1:2000 --penalty slope=1", "up to 1000", 2},
		{"--penalty l1=1..0.1:200 --penalty slope=1..0.1:200", "at most 10000 models, and this has 40000", 2},
		{"--penalty l1=1,2 --penalty slope=1,2 --penalty fused=1,2", "one or two penalties may have several", 2},
		{"--penalty l1=1,2 --penalty slope", "the others need one", 2},
		{"--penalty l1=1,2 --penalty slope=1 --path 3", "leave --path and --lambda out", 2},
		{"--penalty l1=1,2 --penalty slope=1 --lambda 2", "leave --path and --lambda out", 2},
		{"--penalty l1=1,2 --penalty slope=1 --stability 1", "give each penalty one strength", 2},
		{"--penalty l1=1,2 --penalty slope=1 --mu-path 1,2", "--mu-path goes with --path", 2},
		{"--penalty l1=0.1 --penalty mcp=0.1", "mcp is not convex", 2},
		{"--penalty mcp --lambda 1 --nonnegative", "mcp is not convex", 2},
		{"--penalty l1=0.1 --penalty group=0.1", "needs --groups FILE", 2},
		{"--penalty l1=0.1 --penalty multitask=0.1", "needs tasks", 2},
		{"--penalty l1=0.1 --penalty fused=0.1 --tasks town", "one output", 2},
		{"--penalty fused-tasks=0.1", "needs tasks", 2},
		{"--penalty graph-tasks=0.1 --tasks town", "go together", 2},
		{"--penalty graph-tasks=0.1 --tasks town --graph " + far, "there is no task 7", 1},
		{"--penalty graph-tasks=0.1 --penalty graph=0.1 --tasks town --graph " + far, "of features or of tasks", 2},
		{"--penalty l1(L)=0.1", "go together", 2},
		{"--penalty l1=0.1 --penalty fused=1 --map " + five, "go together", 2},
		{"--penalty l1(L)=0.1 --map " + five, "a row of the map has 5 numbers, and there are 6 features", 1},
		{"--penalty l1(L)=0.1 --map " + tall, "is 3 × 7: it must have a column for each of the 6 features", 1},
		{"--penalty l1(L)=0.1 --map " + none, "the map has no rows", 1},
		{"--penalty l1(L)=0.1 --map " + words, "field 5: \"x\" is no number", 1},
		{"--penalty l1(L)=0.1 --map gone.txt", "gone.txt", 1},
		{"--constraint sum(size,garden)=0", `"garden" is no feature`, 1},
		{"--constraint sum(x1..x40)=0", "there is no feature 40: the data have 6", 1},
		{"--constraint sum(x3..x1)=0", "fall", 1},
		{"--constraint sum(x1,size)=0", "named twice", 1},
		{"--constraint sum(x1..x4=0", "a parenthesis is not closed", 1},
		{"--constraint monotone:size", "2 features are due at least", 1},
		{"--constraint sorted:size,age", "none of simplex", 1},
		{"--constraint size", "has no =, <= or >=", 1},
		{"--constraint size<=", "a side is empty", 1},
		{"--constraint 2size<=1", "a + or − is due", 1},
		{"--constraint 0<=1<=0.5", "about numbers alone, and wrong", 1},
		{"--constraint 0.5<=x<=0.2", "nothing is at least 0.5 and at most 0.2", 1},
		{"--constraint simplex --constraint x<=0.1", "no weights meet the constraints simplex, x<=0.1 at once", 1},
		{"--constraint sum(x1..x3)=7 --bounds 0,1", "no weights meet the constraints bounds, sum(x1..x3)=7 at once", 1},
		{"--constraint size+age=1 --constraint size+age=2 --constraint rooms=0", "size+age=1, size+age=2 at once", 1},
		{"--bounds 1,0", "there is no number from 1 to 0", 1},
	} {
		args := strings.Fields("fit --data " + path + " --target price --intercept " + c.args)
		for i, a := range args {
			args[i] = strings.ReplaceAll(a, "_[]_", " [] ")
		}
		_, stderr, code := call(t.Context(), args...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit code %d: %s", c.args, code, stderr)
		}
	}
}
