//go:build unix

package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestSeveralByPasses: fits of several scores a row, of tasks, targets and classes, are to the bit the same by workers,
// by pass and step, and in one process, and within the gaps what they are in memory; predict takes their models.
func TestSeveralByPasses(t *testing.T) {
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
	for name, of := range map[string]struct{ fit, predict string }{
		"tasks": {"--target y --drop kind --tasks shop --penalty multitask --mu 0.01 --standardize",
			"--target y --tasks shop"},
		"intercepts": {"--target y --drop kind --tasks shop --penalty l1 --intercept --loss huber",
			"--target y --tasks shop"},
		"targets": {"--target y,x5 --drop kind,shop --penalty multitask --intercept --weights x4", "--target y,x5"},
		"classes": {"--target shop --drop kind,y --loss multinomial --penalty l1 --intercept --class-weight balanced",
			"--target shop"},
	} {
		fit := of.fit + " --lambda 0.1max "
		all := "--data parts/*.csv --memory 64MB " + fit
		ofPasses(t, all, parts)
		apart := learned(t, "m.json")
		for _, more := range []string{"", " --workers local:2"} {
			if _, said, code := call(t.Context(), strings.Fields("fit --model m.json "+all+more)...); code != 0 {
				t.Fatal(name, more, code, said)
			}
			if got := learned(t, "m.json"); !reflect.DeepEqual(apart, got) {
				t.Errorf("%s%s: %v, by pass and step %v", name, more, got, apart)
			}
		}
		words := strings.Fields("predict --json --model m.json --data all.csv " + of.predict)
		byPasses, said, code := call(t.Context(), words...)
		if code != 0 {
			t.Error(name, code, said)
		}
		if _, said, code := call(t.Context(), strings.Fields("fit --model m.json --data all.csv "+fit)...); code != 0 {
			t.Fatal(name, code, said)
		}
		memory := learned(t, "m.json")
		if off := relative(apart, memory, "objective") * memory["objective"].(float64); off >
			apart["gap"].(float64)+memory["gap"].(float64) || apart["gap"].(float64) > 1e-6*apart["objective"].(float64) {
			t.Errorf("%s: by passes %v, in memory %v", name, apart, memory)
		}
		for _, same := range []string{"tasks", "labels", "examples", "features", "outputs"} {
			if !reflect.DeepEqual(apart[same], memory[same]) {
				t.Errorf("%s: %s are %v by passes, %v in memory", name, same, apart[same], memory[same])
			}
		}
		if inMemory, said, code := call(t.Context(), words...); code != 0 || len(inMemory) == 0 || len(byPasses) == 0 {
			t.Error(name, code, said)
		}
	}
}
