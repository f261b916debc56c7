package machines

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/model/machine"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/spf13/cobra"
)

// run reads, learns, writes and prints.
func run(cmd *cobra.Command, f flags) error {
	if f.model != "" {
		if err := ui.CheckOutput("--model", f.model, ui.Input{Flag: "--data", Name: f.data}); err != nil {
			return err
		}
	}
	t, err := f.load(cmd)
	if err != nil {
		return err
	}
	if err := f.checkMemory(t); err != nil {
		return fmt.Errorf("%s: %w", plain.Text(ui.DataName(f.data)), err)
	}
	if f.explain {
		fmt.Fprintln(cmd.ErrOrStderr(), f.why(len(t.data.Grams)))
	}
	m, found, err := f.learn(cmd, t)
	if m == nil {
		return fmt.Errorf("%s: %w", plain.Text(ui.DataName(f.data)), err)
	}
	m.Keep(t.words, t.examples)
	m.Means, m.Deviations = t.means, t.deviations
	m.Head.Target, m.Head.Made = t.frame.Target, map[string]string{
		"command": ui.CommandLine(), "data": t.frame.Source.Name, "sha256": t.frame.Source.SHA256,
		"kind": string(t.frame.Source.Kind), "go": runtime.Version(),
	}
	if f.model != "" {
		if err := write(cmd.Context(), f.model, m); err != nil {
			return err
		}
	}
	if wrong := f.print(cmd, m, t, found); wrong != nil {
		return wrong
	}
	if m.Head.Status == solver.Stalled || m.Head.Status == solver.IterationLimit {
		err = errors.Join(err, ui.ErrTolerance)
	}
	return err
}

// write writes a machine whole.
func write(ctx context.Context, path string, m *machine.Model) error {
	var b bytes.Buffer
	err := m.Save(&b)
	if err == nil {
		err = outfile.Write(context.WithoutCancel(ctx), path, b.Bytes(), 0o666)
	}
	if err != nil {
		return fmt.Errorf("--model: %w", err)
	}
	return nil
}
