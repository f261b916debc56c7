package predicting

import (
	"errors"
	"fmt"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/machines"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/kernel/mixed"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/model/machine"
	"github.com/spf13/cobra"
)

// load reads a linear model, or a machine of kernels, of which it returns the head, too.
func (f predictFlags) load(cmd *cobra.Command) (*model.Linear, *machine.Model, error) {
	if !models.IsMachine(f.model) {
		m, err := models.LoadModel(cmd.Context(), f.model)
		return m, nil, err
	}
	k, err := models.LoadMachine(cmd.Context(), f.model)
	if err != nil {
		return nil, nil, err
	}
	if f.importance != 0 {
		return nil, nil, ui.Usage(errors.New("--importance is of linear models: a machine of kernels has no columns"))
	}
	return k.Head, k, nil
}

// read reads the data; for a machine those are what its kernels make of them, a column an output.
func (f predictFlags) read(cmd *cobra.Command, m *model.Linear, k *machine.Model) (*datasets.Frame, error) {
	if k == nil {
		return readFrameFor(cmd, m, f)
	}
	o := datasets.FrameOptions{
		Target: f.target, NoTarget: f.target == "", TextLabels: m.Labels != nil, Keep: k.Support.TextColumns, Drop: f.drop,
		Decimal: f.decimal, Separator: f.separator, Encoding: f.encoding, Format: datasets.Format(f.format),
		ZeroBased: f.zeroBased, Columns: len(k.Support.Columns),
	}
	if k.Support.Sparse != nil {
		o.Columns = k.Support.Sparse.C
	}
	if len(k.Support.Columns) > 0 && k.Support.Columns[0] != "1" { // which have names
		o.Features = k.Support.Columns
	}
	if o.Target == "" && m.Target != "" && !frame.IsVectorFile(m.Target) {
		o.Target, o.NoTarget = m.Target, true
	}
	of, err := ui.ReadData(cmd, f.data, o)
	if err != nil {
		return nil, err
	}
	var scores *linalg.Dense
	if k.Kernels == nil {
		x := linalg.ToDense(of.X)
		scores, err = k.ScoresGiven(kernel.Beside(x, max(1, x.C/len(k.Alpha))))
	} else {
		var e mixed.Examples
		if e, err = machines.Examples(of, k.Support.TextColumns, k.Support.Sparse != nil); err == nil {
			scores, err = k.Scores(cmd.Context(), e)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", plain.Text(ui.DataName(f.data)), err)
	}
	of.X, of.Features = scores, nil
	return of, nil
}
