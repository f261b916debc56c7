package explorables_test

import (
	"encoding/json"
	"errors"
	"go/format"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/notebooks/explorables"
)

// objectives are the facts with the minimum that pages show, and the bounds of how far it is below.
var objectives = map[string][2]string{
	"explore-lasso": {"objective P", explorables.GapFact}, "explore-balls": {"objective P", explorables.GapFact},
	"explore-trend": {"objective P", explorables.GapFact}, "explore-table": {"objective P", explorables.GapFact},
	"explore-svm": {"best P", "best P − P* ≤"},
}

// states are values of controls other than those at the start.
var states = []struct {
	e     explore.Explorable
	v     explore.Values
	short bool // goes with go test -short, too
}{
	{explorables.Lasso, values("lambda", 0.07), true},
	{explorables.Lasso, explore.Values{Words: map[string]string{"method": "without momentum"}}, false},
	{explorables.SupportVector, values("lambda", 0.02), true},
	{explorables.SupportVector, explore.Values{Words: map[string]string{"rule": "optimistic proximal"}}, false},
	{explorables.Balls, values("lambda", 0.3), false},
	{explorables.Balls, ballState("ℓ1", ""), false},
	{explorables.Balls, ballState("groups", "1 3; 4 5"), false},
	{explorables.Balls, ballState("latent groups", "1 2; 2 3 4"), true},
	{explorables.Balls, ballState("sparse groups", "1 2 3; 5 6"), false},
	{explorables.Balls, ballState("sorted ℓ1", ""), false},
	{explorables.Balls, ballState("largest of a group", "1 2; 5 6"), false},
	{explorables.Trend, values("lambda", 0.05), false},
	{explorables.Trend, explore.Values{Words: map[string]string{
		"order": "parabolas", "loss": "absolute values (median)", "within": "never falling",
	}}, true},
	{explorables.Trend, explore.Values{Words: map[string]string{"order": "steps", "within": "0 to 1"}}, false},
	{explorables.Table, values("lambda", 0.02), true},
	{explorables.Table, explore.Values{
		Numbers: map[string]float64{"lambda": 0.1}, Files: map[string]string{"file": "it's own.csv"},
		Words: map[string]string{"file": ownTable, "target": "", "loss": "logistic"},
	}, false},
}

func values(name string, v float64) explore.Values {
	return explore.Values{Numbers: map[string]float64{name: v}}
}

func ballState(penalty, groups string) explore.Values {
	words := map[string]string{"penalty": penalty, "groups": groups}
	return explore.Values{Words: words, Numbers: map[string]float64{"mix": 0.3}}
}

// printed is the objective and its gap as programs print them.
var printed = regexp.MustCompile(`(?m)^P (\S+) gap (\S+)$`)

// TestAgain runs the commands and the programs that pages copy: their objectives are those of the page, within gaps.
func TestAgain(t *testing.T) {
	t.Parallel()
	proxlab := filepath.Join(t.TempDir(), "proxlab")
	run(t, "../..", "go", "build", "-o", proxlab, "./cmd/proxlab")
	for _, c := range states {
		if testing.Short() && !c.short {
			continue
		}
		t.Run(c.e.Name, func(t *testing.T) {
			t.Parallel()
			page, again := ask(t, c.e, c.v), repeat(t, c.e, c.v)
			dir := t.TempDir()
			if name := c.v.Files["file"]; name != "" {
				again.Files = append(again.Files, explore.NamedFile{Name: name, Content: c.v.Words["file"]})
			}
			for _, f := range again.Files {
				write(t, filepath.Join(dir, f.Name), f.Content)
			}
			facts := objectives[c.e.Name]
			want, gap := page.Fact(facts[0]), page.Fact(facts[1])
			near := func(what string, p, bound float64) {
				if !(math.Abs(p-want) <= gap+bound+1e-12*math.Abs(want)) {
					t.Errorf("%s: P %.17g ± %g, the page has %.17g ± %g", what, p, bound, want, gap)
				}
			}
			var model struct{ Objective, Gap float64 }
			said := run(t, dir, "sh", "-c", "proxlab() { '"+proxlab+"' \"$@\"; }; "+again.Command+" --json")
			if err := json.Unmarshal(said, &model); err != nil {
				t.Fatalf("%s: %s: %v", again.Command, said, err)
			}
			near(again.Command, model.Objective, model.Gap)

			source := filepath.Join(dir, "main.go")
			write(t, source, again.Go)
			if tidy, err := format.Source([]byte(again.Go)); err != nil || string(tidy) != again.Go {
				t.Errorf("not as gofmt has it: %v\n%s", err, again.Go)
			}
			run(t, "../..", "go", "build", "-o", filepath.Join(dir, "program"), source)
			said = run(t, dir, filepath.Join(dir, "program"))
			m := printed.FindSubmatch(said)
			if m == nil {
				t.Fatalf("the program prints %s", said)
			}
			p, bad := strconv.ParseFloat(string(m[1]), 64)
			bound, worse := strconv.ParseFloat(string(m[2]), 64)
			if err := errors.Join(bad, worse); err != nil {
				t.Fatal(err)
			}
			near("the program", p, bound)
		})
	}
}

// repeat is how what a page solves is solved again.
func repeat(t *testing.T, e explore.Explorable, v explore.Values) explore.Again {
	t.Helper()
	again, err := e.Repeat(v)
	if err != nil || again.Command == "" || again.Go == "" {
		t.Fatalf("%s: %+v, %v", e.Name, again, err)
	}
	return again
}

// run runs a command in a folder, and returns what it prints.
func run(t *testing.T, dir, name string, args ...string) []byte {
	t.Helper()
	c := exec.CommandContext(t.Context(), name, args...)
	c.Dir = dir
	out, err := c.Output()
	if exit := (&exec.ExitError{}); errors.As(err, &exit) {
		t.Fatalf("%s %q: %v\n%s", name, args, err, exit.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	return out
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
