package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/notebooks/explorables"
	"github.com/proxlab/proxlab/toolkit/model"
)

// TestFitInAPage: what a page fits is what the command fits, by the line that the page says: as it is, in a shell, in
// the folder where the reader's file is, whatever that and its columns are called.
func TestFitInAPage(t *testing.T) {
	const table = "x,kind,%s\n1,a,2.5\n2,b,1\n,a,3\n4,a,8.25\n5,b,4\n6,a,12.5\n7,b,6.5\n8,b,7\n"
	for _, c := range []struct{ file, target, loss string }{
		{"own.csv", "y", "squared"},
		{"@it's $HOME, own.txt", "sale price; in €", "squared"},
		{"-", "'y' \"z\"", "logistic"},
		{"", "price", "squared"}, // the page's own
	} {
		values := explore.Values{
			Words: map[string]string{"loss": c.loss}, Numbers: map[string]float64{"lambda": 0.05},
		}
		t.Chdir(t.TempDir())
		if c.file != "" {
			text := fmt.Sprintf(table, `"`+strings.ReplaceAll(c.target, `"`, `""`)+`"`)
			if c.loss == "logistic" {
				text = regexp.MustCompile(`,[0-9.]+\n`).ReplaceAllStringFunc(text, func(s string) string {
					return map[bool]string{true: ",yes\n", false: ",no\n"}[len(s) > 3]
				})
			}
			values.Words["file"], values.Words["target"] = text, ""
			values.Files = map[string]string{"file": c.file}
			if err := os.WriteFile(c.file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		a, err := explorables.Table.Ask(t.Context(), values)
		if err != nil {
			t.Fatal(err)
		}
		_, line, found := strings.Cut(a.Said[0], ": ")
		if !found {
			t.Fatal(a.Said)
		}
		// The words as a shell takes them go to the command of this process.
		shell := `proxlab() { printf '%s\037' "$@" >>calls; printf '\036' >>calls; }; ` + line
		if out, err := exec.CommandContext(t.Context(), "sh", "-c", shell).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
		compareFits(t, a, fitBy(t, line))
	}
	_, err := explorables.Table.Ask(t.Context(), explore.Values{
		Words: map[string]string{"file": ""}, Files: map[string]string{"file": "none.csv"},
	})
	if err == nil || !strings.Contains(err.Error(), "none.csv is empty") {
		t.Errorf("an empty file: %v", err)
	}
}

// fitBy does what a shell was asked for, and returns the model.
func fitBy(t *testing.T, line string) *model.Linear {
	t.Helper()
	calls, err := os.ReadFile("calls")
	if err != nil {
		t.Fatal(err)
	}
	for words := range strings.SplitSeq(strings.TrimSuffix(string(calls), "\036"), "\036") {
		args := strings.Split(strings.TrimSuffix(words, "\037"), "\037")
		if args[0] == "fit" {
			args = append(args, "--model", "own.json")
		}
		out, said, code := call(t.Context(), args...)
		if code != 0 {
			t.Fatalf("%s: proxlab %q: %s", line, args, said)
		}
		if args[0] == "data" {
			if err := os.WriteFile("houses.csv", []byte(out), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	m, err := models.LoadModel(t.Context(), "own.json")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func compareFits(t *testing.T, a explore.Answer, m *model.Linear) {
	t.Helper()
	for name, want := range map[string]float64{
		"objective P": m.Objective, "λ": m.Lambda, "weights that are not 0:": float64(m.Nonzeros()),
	} {
		if got := a.Fact(name); !(math.Abs(got-want) <= 1e-12*math.Abs(want)) {
			t.Errorf("%s is %.17g in the page, %.17g by the command", name, got, want)
		}
	}
}
