package fitting

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestFitFaultsInterrupted: the best point so far is printed and saved, and the exit code says so.
func TestFitFaultsInterrupted(t *testing.T) {
	t.Parallel()
	path, model := sold(t), filepath.Join(t.TempDir(), "model.json")
	ctx, cancel := context.WithCancel(t.Context())
	r := &fitting{cmd: NewFit(nil), flags: fitFlags{
		data:      path,
		target:    "price",
		drop:      []string{"kind"},
		loss:      "squared",
		penalties: []string{"l1"},
		lambda:    "0.0001",
		tol:       1e-12,
		method:    "fista",
		model:     model,
		json:      true,
		choosing:  choosing{ebicGamma: 1},
	}}
	var out, errs strings.Builder
	r.cmd.SetContext(ctx)
	r.cmd.SetOut(&out)
	r.cmd.SetErr(&errs)
	if err := r.settings(); err != nil {
		t.Fatal(err)
	}
	if err := r.load(); err != nil {
		t.Fatal(err)
	}
	if err := r.lambda(); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := r.one(); err == nil {
		t.Error("an interrupt is no error")
	}
	if !strings.Contains(out.String(), `"status":"canceled"`) {
		t.Errorf("%s%s", out.String(), errs.String())
	}
	if _, err := os.Stat(model); err != nil {
		t.Error(err)
	}
}

// TestFaultInterruptedModels: one that was interrupted does not take the place of one that was not.
func TestFaultInterruptedModels(t *testing.T) {
	t.Parallel()
	data, saved := learnt(t)
	other := filepath.Join(filepath.Dir(saved), "other.json")
	for path, want := range map[string]string{
		saved: strings.TrimSuffix(saved, ".json") + ".interrupted.json", other: other,
	} {
		for range 2 {
			ctx, cancel := context.WithCancel(t.Context())
			r := &fitting{cmd: NewFit(nil), flags: fitFlags{
				data: data, target: "price", drop: []string{"kind"}, loss: "squared", penalties: []string{"l1"},
				lambda: "0.0001", tol: 1e-12, method: "fista",
				model: path, choosing: choosing{ebicGamma: 1},
			}}
			var out, said strings.Builder
			r.cmd.SetContext(ctx)
			r.cmd.SetOut(&out)
			r.cmd.SetErr(&said)
			if err := errors.Join(r.settings(), r.outputs(), r.load(), r.lambda()); err != nil {
				t.Fatal(err)
			}
			cancel()
			if err := r.one(); !errors.Is(err, context.Canceled) || !strings.Contains(out.String(), "model: "+want) ||
				strings.Contains(said.String(), "was not interrupted and stays") != (path != want) {
				t.Errorf("%v, %q, %q", err, out.String(), said.String())
			}
			if m, err := models.LoadModel(t.Context(), want); err != nil || m.Status != solver.Canceled {
				t.Errorf("%s: %v", want, err)
			}
		}
	}
	m, err := models.LoadModel(t.Context(), saved)
	if err != nil || m.Status != solver.Converged || m.GapKind != model.DualityGap {
		t.Errorf("%+v, error %v", m, err)
	}
}

// TestFoldsInterrupted: a path whose folds are interrupted is shown, and its last model saved as one that was.
func TestFoldsInterrupted(t *testing.T) {
	t.Parallel()
	path, file := sold(t), filepath.Join(t.TempDir(), "model.json")
	ctx, cancel := context.WithCancel(t.Context())
	r := &fitting{cmd: NewFit(nil), flags: fitFlags{
		data: path, target: "price", drop: []string{"kind"}, loss: "squared", penalties: []string{"l1"}, tol: 1e-6,
		method: "auto", path: 5, cv: 4, model: file, choosing: choosing{ebicGamma: 1},
	}}
	var out, said strings.Builder
	r.cmd.SetContext(ctx)
	r.cmd.SetOut(&out)
	r.cmd.SetErr(&said)
	if err := errors.Join(r.settings(), r.outputs(), r.load(), r.lambda()); err != nil {
		t.Fatal(err)
	}
	grid, err := r.grid(r.ready)
	if err != nil {
		t.Fatal(err)
	}
	models, err := r.follow(grid)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	v, err := r.validated(grid, models)
	if v != nil || err != nil || models[4].Status != solver.Canceled || models[3].Status != solver.Converged {
		t.Errorf("%v, %v, the last model %s", v, err, models[4].Status)
	}
	err = errors.Join(r.write(models[4]), r.printPath(models, v, 4), r.ended(models...))
	if !errors.Is(err, context.Canceled) || !strings.Contains(said.String(), "the folds were interrupted") {
		t.Errorf("%v: %s", err, said.String())
	}
	if _, err := os.Stat(file); err != nil || !strings.Contains(out.String(), "canceled") {
		t.Errorf("%v: %s", err, out.String())
	}
}
