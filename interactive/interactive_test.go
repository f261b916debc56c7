package interactive_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/explore"
	. "github.com/proxlab/proxlab/interactive"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

func problem() *Problem {
	a, y := generate.SparseRegression(30, 40, 3, 1, 1)
	return NewProblem(a, loss.Squared{Y: y}, prox.L1{Lambda: 0.2})
}

func ExampleFit() {
	a, y := generate.SparseRegression(30, 40, 3, 1, 1)
	m := Fit(fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.2}, fit.Data{X: a, Y: y})
	Show(fmt.Sprintf("%s, a gap of at most %.0e of the objective", m.Status, 1e-6))
	curve := figures.Series{X: []float64{1, 2}, Y: []float64{1, 4}}
	Show(figures.Table{
		Title: "A table", Columns: figures.Columns(1, "what", "how many"), Rows: [][]string{{"weights", "3"}},
	}, figures.Lines{Meta: figures.Meta{Title: "A curve"}, Series: []figures.Series{curve}})
	Show(m.Status == solver.Converged)
	// Output:
	// converged, a gap of at most 1e-06 of the objective
	// A table
	//
	//   what     how many
	//   ───────  ────────
	//   weights  3
	// A curve: A curve. curve (1 at first, 4 at last, 1 to 4).
	// true
}

func ExampleExplore() {
	e := explore.Explorable{Name: "mine", Title: "My figure"}
	e.Answer = func(context.Context, explore.Values) (a explore.Answer, err error) { return a, errors.New("no data") }
	Explore(e)
	// Output: My figure: no data
}

// printed is what a test of this package prints in a process of its own, and how it ends.
func printed(t *testing.T, name string) (string, error) {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+name+"$", "-test.v")
	c.Env = append(os.Environ(), "PROXLAB_TEST_ALONE=on")
	said, err := c.CombinedOutput()
	return string(said), err
}

func alone() bool { return os.Getenv("PROXLAB_TEST_ALONE") != "" }

// wrong is a solver of something else.
func wrong(context.Context, interface{ Something() }) solver.Seq[*gradient.FISTAState] { return nil }

// TestRace: outside of a notebook a race prints where each has come to, and an error of one stops no other.
func TestRace(t *testing.T) {
	t.Parallel()
	if alone() {
		Race("Three solvers", problem(), solver.RelGap(1e-8), By("FISTA", gradient.FISTA{}.Iterations),
			By("wrong", wrong), By("ISTA", gradient.FISTA{NoMomentum: true}.Iterations))
		return
	}
	said, err := printed(t, "TestRace")
	for _, want := range []string{"Three solvers\n", "solver", "\n  FISTA ", "\n  ISTA ", "wrong: "} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not printed: %v\n%s", want, err, said)
		}
	}
}

// stopped is a fit that a reader stops after it has come to 3.
type stopped struct{ err error }

func (s stopped) Fit(context.Context, int) (int, error) { return 3, s.err }

// TestStopped: of a fit that was stopped there is a model, and any other error ends the cell with its text.
func TestStopped(t *testing.T) {
	t.Parallel()
	if alone() {
		fmt.Println(Fit(stopped{fmt.Errorf("line 7: %w", os.ErrInvalid)}, 1))
		return
	}
	if got := Fit(stopped{fmt.Errorf("interrupted: %w", context.Canceled)}, 1); got != 3 {
		t.Errorf("%d", got)
	}
	said, err := printed(t, "TestStopped")
	if err == nil || !strings.Contains(said, "line 7: invalid argument") || strings.Contains(said, "\n3\n") {
		t.Errorf("%v\n%s", err, said)
	}
}
