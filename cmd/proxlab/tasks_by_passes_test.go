//go:build unix

package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestTasksByPasses: tasks with a norm over them are to the bit the same by workers, by pass and step, and in one
// process, and within the gaps what they are in memory.
func TestTasksByPasses(t *testing.T) {
	inParts(t)
	onPath(t)
	parts, err := filepath.Glob("parts/*.csv")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(parts, "all.csv") { // a task for each last digit of x1 by 3
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		lines[0] += ",shop"
		for k, line := range lines[1:] {
			x1, _, _ := strings.Cut(line, ",")
			lines[k+1] += "," + string('0'+(x1[len(x1)-1]-'0')%3)
		}
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	fit := "--target y --drop kind --tasks shop --penalty multitask --lambda 0.1max --mu 0.01 --standardize "
	all := "--data parts/*.csv --memory 64MB " + fit
	ofPasses(t, all, parts)
	apart := learned(t, "m.json")
	for _, more := range []string{"", " --workers local:2"} {
		if _, said, code := call(t.Context(), strings.Fields("fit --model m.json "+all+more)...); code != 0 {
			t.Fatal(more, code, said)
		}
		if got := learned(t, "m.json"); !reflect.DeepEqual(apart, got) {
			t.Errorf("%s: %v, by pass and step %v", more, got, apart)
		}
	}
	if _, said, code := call(t.Context(), strings.Fields("fit --model m.json --data all.csv "+fit)...); code != 0 {
		t.Fatal(code, said)
	}
	memory := learned(t, "m.json")
	if off := relative(apart, memory, "objective") * memory["objective"].(float64); off >
		apart["gap"].(float64)+memory["gap"].(float64) || !reflect.DeepEqual(apart["tasks"], memory["tasks"]) {
		t.Errorf("by passes %v, in memory %v", apart, memory)
	}
}
