package session_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/reproduce/session"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// TestRace: a race keeps every state of every runner, changes no sequence, and ends where the loop does.
func TestRace(t *testing.T) {
	t.Parallel()
	a, y := generate.SparseRegression(30, 40, 3, 1, 1)
	p := solver.NewProblem(a, loss.Squared{Y: y}, prox.L1{Lambda: 0.2})
	race := session.NewRace("race", "Two solvers", "made-up data")
	for _, c := range []struct {
		name string
		fast bool
	}{{"with momentum", true}, {"without", false}} {
		states := 0
		method := gradient.FISTA{CheckEvery: 2, NoMomentum: !c.fast}
		seq := method.Iterations(t.Context(), p)
		for st, err := range session.Follow(race, c.name, seq) {
			if states++; err != nil || st.Iter == 9 {
				break
			}
		}
		runs := race.Runs().Runs
		run := runs[len(runs)-1]
		if run.Name != c.name || states != 9 || len(run.Objective) != 9 || run.Iterations[8] != 9 ||
			!math.IsNaN(run.Gap[0]) || !(run.Gap[1] > 0) || !(run.Calls[8] > run.Calls[0]) {
			t.Errorf("%+v after %d states", run, states)
		}
	}
	if _, err := race.Runs().Plot(); err != nil {
		t.Error(err)
	}
}
