package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGridsOfStrengths: a grid over two strengths has the models of its strengths, and the chosen one is saved.
func TestGridsOfStrengths(t *testing.T) {
	t.Parallel()
	path := numbers(t, houses(t))
	groups := file(t, "groups.txt", "1 2\n3 4 5 6 w=2\n")
	for _, c := range []struct {
		penalties []string
		alone     func(first, second any) []string
	}{
		{[]string{"--penalty", "fused=0.01,0.3", "--penalty", "l1=0.1..0.001:3", "--constraint", "sum(size,age)>=1"},
			func(first, second any) []string {
				return []string{"--penalty", fmt.Sprint("fused=", first), "--penalty", fmt.Sprint("l1=", second), "--constraint",
					"sum(size,age)>=1"}
			}},
		{[]string{"--penalty", "l1=0.3,0.1 [] group-max=0.2,0.1,0.05", "--groups", groups},
			func(first, second any) []string {
				return []string{"--penalty", fmt.Sprintf("l1=%v [] group-max=%v", first, second), "--groups", groups}
			}},
	} {
		folder := t.TempDir()
		chosen, _ := composed(t, path, append(c.penalties, "--cv", "3", "--figures", folder)...)
		stdout, stderr, code := call(t.Context(), append([]string{"fit", "--json", "--data", path, "--target", "price",
			"--intercept", "--cv", "3"}, c.penalties...)...)
		lines := decode(t, stdout)
		if code != 0 || len(lines) != 6 {
			t.Fatalf("%v: exit code %d: %s%s", c.penalties, code, stdout, stderr)
		}
		for _, l := range lines {
			strengths := l["strengths"].([]any)
			alone, _ := composed(t, path, append(c.alone(strengths[0], strengths[1]), "--cv", "3")...)
			for name, near := range map[string]float64{"objective": 1e-5, "cv_error": 1e-3} {
				if a, b := l[name].(float64), alone[name].(float64); math.Abs(a-b) > near*b {
					t.Errorf("%v: %s %g, alone %g", l["penalty"], name, a, b)
				}
			}
			if l["penalty"] != alone["penalty"] || (l["penalty"] == chosen["penalty"]) != (l["cv_chosen"] == true) {
				t.Errorf("%v: alone %v, chosen %v", l["penalty"], alone["penalty"], chosen["penalty"])
			}
		}
		if _, err := os.Stat(filepath.Join(folder, "validation.png")); err != nil {
			t.Error(err)
		}
	}
}

// TestListsOfStrengths: strengths of one penalty are λ.
func TestListsOfStrengths(t *testing.T) {
	t.Parallel()
	path := numbers(t, houses(t))
	args := "fit --data " + path + " --target price --intercept --cv 3 --penalty l1=0.1,3,1 --choose least"
	stdout, stderr, code := call(t.Context(), strings.Fields(args)...)
	for _, says := range []string{"l1, by coordinate-descent", "λ = ", "has the least error"} {
		if code != 0 || !strings.Contains(stdout, says) {
			t.Errorf("exit code %d: %s%s", code, stdout, stderr)
		}
	}
	args = "fit --data " + path + " --target price --penalty fused=0.1,3 --penalty l1=1,0.1 --cv 3"
	stdout, stderr, code = call(t.Context(), strings.Fields(args)...)
	for _, says := range []string{"fused=0.1,3 + l1=1,0.1, by", "is the largest fused at that l1", "◀ chosen"} {
		if code != 0 || !strings.Contains(stdout, says) {
			t.Errorf("exit code %d: %s%s", code, stdout, stderr)
		}
	}
}

// TestBoundsOfEveryPenalty: bounds go with every convex penalty.
func TestBoundsOfEveryPenalty(t *testing.T) {
	t.Parallel()
	path := numbers(t, houses(t))
	groups, nested := file(t, "groups.txt", "1 2\n3 4 5 6 w=2\n"), file(t, "nested.txt", "1 2\n1 2 3\n4 5 6\n")
	edges := file(t, "edges.txt", "1 2\n2 3 w=2\n")
	for _, penalty := range []string{
		"none --mu 0.1", "l1", "group --groups " + groups, "sparse-group --groups " + groups, "slope", "fused",
		"overlap-group --groups " + nested, "latent-group --groups " + nested, "group-max --groups " + groups,
		"tree --groups " + nested, "graph --graph " + edges, "tv --shape 2x3", "multitask --tasks town",
		"trace --tasks town", "fused-tasks --tasks town", "graph-tasks --tasks town --graph " + edges,
		"smooth-tasks --tasks town",
	} {
		for _, bounds := range []string{"--nonnegative", "--bounds -0.2,0.9"} {
			args := strings.Fields("--penalty " + penalty + " " + bounds)
			if !strings.HasPrefix(penalty, "none") {
				args = append(args, "--lambda", "0.05")
			}
			low, high := 0., math.Inf(1)
			if bounds != "--nonnegative" {
				low, high = -0.2, 0.9
			}
			_, weights := composed(t, path, args...)
			for j, w := range weights {
				if w < low-1e-7 || w > high+1e-7 {
					t.Errorf("%v: weight %d is %g", args, j+1, w)
				}
			}
		}
	}
}
