// Package learning is the frame of the commands that learn structures: train, predict and score.
package learning

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Training is what a kind of structure does to learn a model, when its flags are read and so are its data; Train does
// what is the same for all kinds.
type Training[M interface{ Save(w io.Writer) error }] struct {
	Name   string     // of the data
	Reads  []ui.Input // what is read, which is not written over
	Out    string
	About  string // how large the data are
	Source source.Source
	Fit    func(ctx context.Context) (M, error)
	Made   map[string]string // what the model says of its making beside what all say
	Sign   func(m M, made map[string]string) solver.Status
	Draw   func(ctx context.Context, m M) error // nil for no figure
	Print  func(w io.Writer, m M)
	Small  bool // models of few numbers, whose size is not worth a word
	Cold   bool // models that no training goes on from
}

// WarmFlag is the flag of a model to go on from.
func WarmFlag(cmd *cobra.Command, name *string) {
	cmd.Flags().StringVar(name, "warm", "", "go on from the model in this file, as from one that Ctrl-C left")
}

// Warm reads the model to go on from, nil for none.
func Warm[M any](
	ctx context.Context, name string, load func(context.Context, string) (*M, error),
) (*M, error) {
	if name == "" {
		return nil, nil
	}
	m, err := load(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("--warm: %w", err)
	}
	return m, nil
}

// CheckTrained tests that a model can be written, interrupted ones too.
func CheckTrained(out string, reads []ui.Input) error {
	if out == "" {
		return ui.Usage(errors.New("-o MODEL is needed: the file that the model is written to"))
	}
	if err := ui.CheckOutput("-o", out, reads...); err != nil {
		return err
	}
	return ui.CheckOutput("-o", models.BesideBetter(out, reads), reads...)
}

// Train learns, writes the model whole – one that was interrupted beside a better one that is there – and says what
// was learnt; that it was interrupted is an error.
func Train[M interface{ Save(w io.Writer) error }](cmd *cobra.Command, t Training[M]) error {
	fmt.Fprintln(cmd.ErrOrStderr(), t.About)
	m, err := t.Fit(cmd.Context())
	var none M
	if left := any(m) != any(none) && errors.Is(err, context.Canceled); err != nil && !left {
		return fmt.Errorf("%s: %w", plain.Text(ui.DataName(t.Name)), err)
	}
	made := map[string]string{
		"command": ui.CommandLine(), "data": t.Source.Name, "sha256": t.Source.SHA256, "kind": string(t.Source.Kind),
		"go": runtime.Version(),
	}
	maps.Copy(made, t.Made)
	status := t.Sign(m, made)
	if status == solver.Canceled {
		t.Out = models.BesideBetter(t.Out, t.Reads)
	}
	var b bytes.Buffer
	if err = m.Save(&b); err == nil {
		err = outfile.Write(context.WithoutCancel(cmd.Context()), t.Out, b.Bytes(), 0o666)
	}
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	if t.Draw != nil {
		if err := t.Draw(cmd.Context(), m); err != nil {
			return err
		}
	}
	w := cmd.OutOrStdout()
	t.Print(w, m)
	size := ""
	if !t.Small {
		size = fmt.Sprintf(", %.1f MB", float64(b.Len())/1e6)
	}
	fmt.Fprintf(w, "model: %s%s\n", plain.Text(t.Out), size)
	if status == solver.Canceled {
		if !t.Cold {
			fmt.Fprintf(w, "interrupted: --warm %s goes on from there\n", plain.Text(t.Out))
		}
		return context.Canceled
	}
	return nil
}

// Prediction is what a kind of structure found; Predicted does what is the same for all kinds.
type Prediction struct {
	Out   string
	Write func(w io.Writer) error
	Draw  func(ctx context.Context) error // nil for no figure
	About string                          // how large the data are
	Score func(w io.Writer) error         // where what is true is known
}

// Predicted writes what was found, and says how good it is: beside it, where it goes to the standard output.
func Predicted(cmd *cobra.Command, p Prediction) error {
	var b bytes.Buffer
	err := p.Write(&b)
	switch {
	case err != nil:
	case p.Out == ui.StandardOutput:
		_, err = io.Copy(exact(cmd.OutOrStdout()), &b)
	default:
		err = outfile.Write(cmd.Context(), p.Out, b.Bytes(), 0o666)
	}
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	if p.Draw != nil {
		if err := p.Draw(cmd.Context()); err != nil {
			return err
		}
	}
	w := cmd.OutOrStdout()
	if p.Out == ui.StandardOutput || outfile.IsStdout(p.Out) {
		w = cmd.ErrOrStderr()
	}
	fmt.Fprintln(w, p.About)
	return p.Score(w)
}

// OneStandardInput refuses to read the standard input twice.
func OneStandardInput(names ...string) error {
	count := 0
	for _, n := range names {
		if n == ui.StandardInput {
			count++
		}
	}
	if count > 1 {
		return ui.Usage(errors.New("the standard input can be read once: name a file for the other"))
	}
	return nil
}

// exact is where bytes go as they are: what a command was given by a file goes on to another, and a terminal is not
// commanded by it.
func exact(w io.Writer) io.Writer {
	if ui.Terminal(w) != nil {
		return w
	}
	return ui.Below(w)
}
