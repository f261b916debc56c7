package structures

import (
	"bytes"
	"context"
	"encoding/json"
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

// training is what a kind of structure does to learn a model, when its flags are read and so are its data; train does
// what is the same for all kinds.
type training[M interface{ Save(w io.Writer) error }] struct {
	name   string     // of the data
	reads  []ui.Input // what is read, which is not written over
	out    string
	about  string // how large the data are
	source source.Source
	fit    func(ctx context.Context) (M, error)
	made   map[string]string // what the model says of its making beside what all say
	sign   func(m M, made map[string]string) solver.Status
	draw   func(ctx context.Context, m M) error // nil for no figure
	print  func(w io.Writer, m M)
	small  bool // models of few numbers, whose size is not worth a word
}

// warmFlag is the flag of a model to go on from.
func warmFlag(cmd *cobra.Command, name *string) {
	cmd.Flags().StringVar(name, "warm", "", "go on from the model in this file, as from one that Ctrl-C left")
}

// warm reads the model to go on from, nil for none.
func warm[M any](
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

// checkTrained tests that a model can be written, interrupted ones too.
func checkTrained(out string, reads []ui.Input) error {
	if err := ui.CheckOutput("-o", out, reads...); err != nil {
		return err
	}
	return ui.CheckOutput("-o", models.BesideBetter(out, reads), reads...)
}

// train learns, writes the model whole – one that was interrupted beside a better one that is there – and says what
// was learnt; that it was interrupted is an error.
func train[M interface{ Save(w io.Writer) error }](cmd *cobra.Command, t training[M]) error {
	fmt.Fprintln(cmd.ErrOrStderr(), t.about)
	m, err := t.fit(cmd.Context())
	var none M
	if left := any(m) != any(none) && errors.Is(err, context.Canceled); err != nil && !left {
		return fmt.Errorf("%s: %w", plain.Text(ui.DataName(t.name)), err)
	}
	made := map[string]string{
		"command": ui.CommandLine(), "data": t.source.Name, "sha256": t.source.SHA256, "kind": string(t.source.Kind),
		"go": runtime.Version(),
	}
	maps.Copy(made, t.made)
	status := t.sign(m, made)
	if status == solver.Canceled {
		t.out = models.BesideBetter(t.out, t.reads)
	}
	var b bytes.Buffer
	if err = m.Save(&b); err == nil {
		err = outfile.Write(context.WithoutCancel(cmd.Context()), t.out, b.Bytes(), 0o666)
	}
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	if t.draw != nil {
		if err := t.draw(cmd.Context(), m); err != nil {
			return err
		}
	}
	w := cmd.OutOrStdout()
	t.print(w, m)
	size := ""
	if !t.small {
		size = fmt.Sprintf(", %.1f MB", float64(b.Len())/1e6)
	}
	fmt.Fprintf(w, "model: %s%s\n", plain.Text(t.out), size)
	if status == solver.Canceled {
		fmt.Fprintf(w, "interrupted: --warm %s goes on from there\n", plain.Text(t.out))
		return context.Canceled
	}
	return nil
}

// prediction is what a kind of structure found; predicted does what is the same for all kinds.
type prediction struct {
	out   string
	write func(w io.Writer) error
	draw  func(ctx context.Context) error // nil for no figure
	about string                          // how large the data are
	score func(w io.Writer) error         // where what is true is known
}

// predicted writes what was found, and says how good it is: beside it, where it goes to the standard output.
func predicted(cmd *cobra.Command, p prediction) error {
	var b bytes.Buffer
	err := p.write(&b)
	switch {
	case err != nil:
	case p.out == ui.StandardOutput:
		_, err = io.Copy(exact(cmd.OutOrStdout()), &b)
	default:
		err = outfile.Write(cmd.Context(), p.out, b.Bytes(), 0o666)
	}
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	if p.draw != nil {
		if err := p.draw(cmd.Context()); err != nil {
			return err
		}
	}
	w := cmd.OutOrStdout()
	if p.out == ui.StandardOutput || outfile.IsStdout(p.out) {
		w = cmd.ErrOrStderr()
	}
	fmt.Fprintln(w, p.about)
	return p.score(w)
}

// scores are what two files make, for people; their fields are for programs.
type scores interface{ print(w io.Writer) }

// scored compares what two files have, and prints what they make.
func scored(cmd *cobra.Command, names []string, asJSON bool, compare func() (scores, error)) error {
	if err := oneStandardInput(names...); err != nil {
		return err
	}
	s, err := compare()
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(s)
	}
	s.print(cmd.OutOrStdout())
	return nil
}

// jsonFlag is the flag of scores for programs.
func jsonFlag(cmd *cobra.Command, asJSON *bool) {
	cmd.Flags().BoolVar(asJSON, "json", false, "print one JSON object on one line")
}
