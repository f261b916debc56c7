package fitting

import (
	"fmt"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/report"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"
)

// inputs are what the fit reads.
func (f *fitFlags) inputs() []ui.Input {
	columns := []ui.Input{
		{Flag: "--target", Name: f.target}, {Flag: "--weights", Name: f.weights}, {Flag: "--tasks", Name: f.tasks},
	}
	return append(ui.FilesOf(columns...), []ui.Input{
		{Flag: "--data", Name: f.data}, {Flag: "--groups", Name: f.structure.Groups},
		{Flag: "--slope", Name: f.structure.Slope}, {Flag: "--bounds", Name: f.structure.Bounds},
		{Flag: "--graph", Name: f.structure.Graph}, {Flag: "--map", Name: f.structure.Map}, {Flag: "--warm", Name: f.warm},
		{Flag: "--class-weight", Name: f.classWeight}, {Flag: "--penalty-weights", Name: f.structure.FactorsFile()},
	}...)
}

// finish learns intervals of the model of a strength, where they are asked for, and writes it.
func (r *fitting) finish(m *model.Linear, at choose.Strength) error {
	err := r.flags.conformal.Learn(r.cmd.Context(), r.ready, r.data, m, at, r.folds, r.flags.cv)
	if err != nil && r.cmd.Context().Err() == nil {
		return err
	}
	if err != nil {
		r.notice("the model has no intervals, which were interrupted")
	}
	return r.write(m)
}

// outputs checks where the fit is to write.
func (r *fitting) outputs() error {
	f := r.flags
	if f.model != "" {
		inputs := f.inputs()
		if err := ui.CheckOutput("--model", f.model, inputs...); err != nil {
			return err
		}
		if beside := models.BesideBetter(f.model, inputs); beside != f.model { // where it goes if it is interrupted
			if err := ui.CheckOutput("--model", beside, inputs...); err != nil {
				return err
			}
		}
	}
	if err := report.Check(f.report); err != nil {
		return err
	}
	if f.figures != "" {
		if err := outfile.CheckFolder(f.figures); err != nil {
			return fmt.Errorf("--figures: %w", err)
		}
	}
	return nil
}
