package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFitOfEveryStructure fits each penalty of single weights, lines, graphs, images and trees through the command,
// predicts by the model, and finds bounds and certificates kept.
func TestFitOfEveryStructure(t *testing.T) {
	t.Parallel()
	path := numbers(t, houses(t)) // size, rooms, age, noise, price, town, weight
	groups, nested := file(t, "groups.txt", "1 2\n3 4 5 6 w=2\n"), file(t, "nested.txt", "1\n2 3\n1 2 3\n4 5 6\n")
	edges, bounds := file(t, "edges.txt", "1 2\n2 3 w=2 # a comment\n4 6\n"), file(t, "b.txt", "size -inf 2\n3 -0.5 inf\n")
	sorted := file(t, "sorted.txt", "3 2 1\n1 0.5 0\n")
	alone := file(t, "alone.txt", "# no edges\n")
	for _, c := range []struct{ args, kind, solver string }{
		{"l1 --nonnegative --lambda 0.1max", "duality", "coordinate-descent"},
		{"none --nonnegative", "duality", "prox-descent"},
		{"none --bounds -0.5,2", "duality", "prox-descent"},
		{"l1 --lambda 0.01 --bounds " + bounds, "duality", "prox-descent"},
		{"mcp --lambda 0.1max", "local", "prox-descent"},
		{"scad --lambda 0.1max --gamma 3", "local", "prox-descent"},
		{"capped-l1 --lambda 0.1max --gamma 0.5", "local", "prox-descent"},
		{"slope --lambda 0.1max", "duality", "fista"},
		{"slope --lambda 0.1max --slope oscar:0.5", "duality", "fista"},
		{"slope --lambda 0.1max --slope " + sorted, "duality", "fista"},
		{"group-max --lambda 0.1max --groups " + groups, "duality", "prox-descent"},
		{"latent-group --lambda 0.1max --groups " + file(t, "latent.txt", "1 2 3\n3 4 5\n5 6\n"), "duality", "fista"},
		{"tree --lambda 0.1max --groups " + nested, "duality", "fista"},
		{"fused --lambda 0.1max --mix 1", "duality", "fista"},
		{"graph --lambda 0.1max --graph " + edges, "duality", "fista"},
		{"graph --lambda 0.1max --graph " + alone, "duality", "coordinate-descent"}, // the lasso
		{"graph --lambda 1 --mix 1 --mu 0.1 --graph " + alone, "duality", "fista"},  // a ridge alone
		{"tv --lambda 0.1max --shape 2x3", "duality", "fista"},
	} {
		model := filepath.Join(t.TempDir(), "model.json")
		args := "fit --json --data " + path + " --target price --intercept --model " + model + " --penalty " + c.args
		stdout, stderr, code := call(t.Context(), strings.Fields(args)...)
		if code != 0 {
			t.Errorf("%s: exit code %d: %s", c.args, code, stderr)
			continue
		}
		expect(t, decode(t, stdout)[0], map[string]any{"status": "converged", "gap_kind": c.kind, "solver": c.solver})
		text, err := os.ReadFile(model)
		if err != nil {
			t.Fatal(err)
		}
		for j, w := range decode(t, string(text))[0]["weights"].([]any) {
			v := w.(float64)
			low := strings.Contains(c.args, "nonnegative") && v < 0 || strings.Contains(c.args, "-0.5,2") && v < -0.5
			high := strings.Contains(c.args, "-0.5,2") && v > 2
			if low || high || strings.Contains(c.args, bounds) && (j == 0 && v > 2 || j == 2 && v < -0.5) {
				t.Errorf("%s: weight %d is %g, out of bounds", c.args, j+1, v)
			}
		}
		stdout, stderr, code = call(t.Context(), "predict", "--model", model, "--data", path, "--json")
		if code != 0 || math.IsNaN(decode(t, stdout)[0]["r2"].(float64)) {
			t.Errorf("%s: predicting, exit code %d: %s%s", c.args, code, stdout, stderr)
		}
	}
	said, _, _ := call(t.Context(), strings.Fields("fit --penalty mcp --lambda 0.1max --target price --data "+path)...)
	if !strings.Contains(said, "a local minimum: the penalty is not convex") {
		t.Errorf("a local minimum is not said to be one: %s", said)
	}
}

// TestGroupsOfRows: with several labels groups are of features' rows, whose weights vanish for all labels together.
func TestGroupsOfRows(t *testing.T) {
	t.Parallel()
	path, model := numbers(t, houses(t)), filepath.Join(t.TempDir(), "model.json")
	groups := file(t, "groups.txt", "1 2\n3\n4 5 6\n")
	args := "fit --json --data " + path + " --target town --loss multinomial --intercept --penalty group --groups " +
		groups + " --lambda 0.5max --model " + model
	stdout, stderr, code := call(t.Context(), strings.Fields(args)...)
	if code != 0 || decode(t, stdout)[0]["status"] != "converged" {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	text, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	weights, vanished := decode(t, string(text))[0]["weights"].([]any), 0
	for _, rows := range [][2]int{{0, 2}, {2, 3}, {3, 6}} {
		zeros := 0
		for _, w := range weights[3*rows[0] : 3*rows[1]] {
			if w.(float64) == 0 {
				zeros++
			}
		}
		if zeros == 3*(rows[1]-rows[0]) {
			vanished++
		} else if zeros > 0 {
			t.Errorf("rows %v: %d weights of a group are 0, and not all", rows, zeros)
		}
	}
	if vanished == 0 || vanished == 3 {
		t.Errorf("%d of 3 groups vanish: %v", vanished, weights)
	}
}

// TestStructureRefuses flags that do not go together, and files that are wrong, with file, line and remedy.
func TestStructureRefuses(t *testing.T) {
	t.Parallel()
	path := numbers(t, houses(t))
	for args, says := range map[string]string{
		"mcp --nonnegative --lambda 1":                                  "mcp is not convex",
		"l1 --lambda 1 --bounds 2,1":                                    "there is no number from 2 to 1",
		"l1 --lambda 1 --nonnegative --bounds 0,1":                      "give one of both",
		"l1 --lambda 0.1max --bounds 1,2":                               "--lambda takes a number",
		"l1 --lambda 1 --bounds nofile":                                 "nofile",
		"l1 --lambda 1 --bounds " + file(t, "a", "size 0 1\nrooms 1\n"): "a:2",
		"l1 --lambda 1 --bounds " + file(t, "b", "colour 0 1\n"):        "\"colour\" is no feature",
		"l1 --lambda 1 --bounds " + file(t, "c", "7 0 1\n"):             "the data have 6",
		"l1 --lambda 1 --bounds " + file(t, "d", "1 0 x\n"):             "\"x\" is no bound",
		"l1 --lambda 1 --bounds " + file(t, "e", "1 0 1\nsize 0 1\n"):   "is there already",
		"l1 --lambda 1 --bounds " + file(t, "f", "1 3 1\n"):             "no number from 3 to 1",
		"mcp --lambda 1 --gamma 0.5":                                    "more than 1",
		"l1 --lambda 1 --gamma 3":                                       "--gamma is of mcp, scad and capped-l1",
		"slope --lambda 1 --slope bh:2":                                 "between 0 and 1",
		"slope --lambda 1 --slope " + file(t, "g", "1\n2\n"):            "the weights must fall",
		"slope --lambda 1 --slope " + file(t, "h", "2 1\n"):             "2 weights, and 6 are due",
		"l1 --lambda 1 --slope bh:0.1":                                  "--slope goes with",
		"graph --lambda 1":                                              "--graph FILE",
		"graph --lambda 1 --graph " + file(t, "i", "1 2 3\n"):           "edge 1 joins 3 features",
		"tv --lambda 1":                 "--shape",
		"tv --lambda 1 --shape 2by3":    "as in 16x8",
		"tv --lambda 1 --shape 2x4":     "8 pixels, and there are 6 features",
		"fused --lambda 1 --mix 3":      "between 0 and 1",
		"fused --lambda 1 --tasks town": "of one output",
		"tree --lambda 1":               "needs --groups",
	} {
		args = "fit --data " + path + " --target price --penalty " + args
		stdout, stderr, code := call(t.Context(), strings.Fields(args)...)
		if code == 0 || !strings.Contains(stderr, says) {
			t.Errorf("%s: exit code %d: %s%s", args, code, stdout, stderr)
		}
	}
}
