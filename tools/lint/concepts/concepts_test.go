package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// least counts by all orders.
func least(uses [][]bool) int {
	n := len(uses)
	fewest := make([]int, 1<<n) // of each set of files, with these at the end
	for set := 1; set < 1<<n; set++ {
		fewest[set] = n * n
		for top := range n {
			if set>>top&1 == 0 {
				continue
			}
			below := set &^ (1 << top)
			up := fewest[below]
			for j := range n {
				if below>>j&1 == 1 {
					up += count(uses[j][top])
				}
			}
			fewest[set] = min(fewest[set], up)
		}
	}
	return fewest[1<<n-1]
}

func TestFeedback(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	equal, trials := 0, 400
	for range trials {
		uses := make([][]bool, 1+rng.IntN(8))
		share := rng.Float64()
		for i := range uses {
			uses[i] = make([]bool, len(uses))
			for j := range uses {
				uses[i][j] = i != j && rng.Float64() < share
			}
		}
		got, want := len(feedback(uses)), least(uses)
		if got < want || want == 0 && got != 0 {
			t.Fatalf("%d, the least is %d: %v", got, want, uses)
		}
		equal += count(got == want)
	}
	if equal < trials*9/10 {
		t.Errorf("the least number was found in %d of %d", equal, trials)
	}
}

func TestMove(t *testing.T) {
	order := []int{0, 1, 2, 3}
	move(order, 0, 2)
	if !slices.Equal(order, []int{1, 2, 0, 3}) {
		t.Error(order)
	}
	move(order, 2, 0)
	if !slices.Equal(order, []int{0, 1, 2, 3}) {
		t.Error(order)
	}
}

func TestBounds(t *testing.T) {
	b := parse("# comment\na up 3\na size 4000 31 a catalogue\nb size 3100 10 why\n")
	for _, c := range []struct {
		path  string
		found numbers
		want  string
	}{
		{"a", numbers{4000, 31, 3, nil}, ""},
		{"a", numbers{4001, 31, 3, nil}, "above 4000 lines"},
		{"a", numbers{4000, 31, 4, nil}, "above 3"},
		{"a", numbers{4000, 31, 2, nil}, "lower the bound"},
		{"b", numbers{2900, 10, 0, nil}, "no size"},
		{"b", numbers{3100, 10, 1, nil}, "above 0"},
		{"c", numbers{3000, 30, 0, nil}, ""},
		{"c", numbers{10, 31, 0, nil}, "30 files"},
	} {
		got := strings.Join(b[c.path].complaints(c.found), "; ")
		if !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s, %v: %q, want %q", c.path, c.found, got, c.want)
		}
	}
}
