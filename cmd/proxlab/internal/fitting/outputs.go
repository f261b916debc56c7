package fitting

import (
	"fmt"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/outfile"
)

// inputs are what the fit reads.
func (f *fitFlags) inputs() []ui.Input {
	return append(ui.FilesOf(ui.Input{Flag: "--target", Name: f.target}, ui.Input{Flag: "--weights", Name: f.weights}, ui.Input{Flag: "--tasks", Name: f.tasks}),
		ui.Input{Flag: "--data", Name: f.data}, ui.Input{Flag: "--groups", Name: f.structure.Groups}, ui.Input{Flag: "--slope", Name: f.structure.Slope},
		ui.Input{Flag: "--bounds", Name: f.structure.Bounds}, ui.Input{Flag: "--graph", Name: f.structure.Graph}, ui.Input{Flag: "--warm", Name: f.warm},
		ui.Input{Flag: "--class-weight", Name: f.classWeight})
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
	if f.figures != "" {
		if err := outfile.CheckFolder(f.figures); err != nil {
			return fmt.Errorf("--figures: %w", err)
		}
	}
	return nil
}
