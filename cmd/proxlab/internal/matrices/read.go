// Package matrices has the commands that learn matrices: covariance, dictionary, complete.
package matrices

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/spf13/cobra"
)

// dataFlags say which table is read.
type dataFlags struct {
	data, format, separator, encoding string
	drop                              []string
	zeroBased                         bool
}

func (f *dataFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.data, "data", "", "the file, or - for the standard input; all of its columns are taken")
	ui.InputFlags(flags, &f.format, &f.zeroBased)
	flags.StringSliceVar(&f.drop, "drop", nil, "columns of a CSV file to leave out, separated by commas")
	ui.SeparatorFlag(flags, &f.separator)
	ui.EncodingFlag(flags, &f.encoding)
	ui.OffersFormats(cmd)
	ui.OffersSets(cmd, "data")
}

// check tests the flags, and that none of the outputs is what is read, or another.
func (f *dataFlags) check(figure string, outputs ...ui.Input) error {
	if f.data == "" {
		return ui.Usage(errors.New("--data FILE is needed: the table"))
	}
	if err := ui.CheckFormat(f.format); err != nil {
		return ui.Usage(err)
	}
	return checkOutputs(figure, []ui.Input{{Flag: "--data", Name: f.data}}, outputs...)
}

// checkOutputs tests that outputs can be written, and are neither what is read nor each other.
func checkOutputs(figure string, reads []ui.Input, outputs ...ui.Input) error {
	for _, o := range outputs {
		if o.Name == "" || o.Name == ui.StandardOutput {
			continue
		}
		if err := ui.CheckOutput(o.Flag, o.Name, reads...); err != nil {
			return err
		}
		reads = append(reads, o)
	}
	return ui.CheckFigure(figure, reads...)
}

// read is the table, with names of its columns, which are numbers where it has none.
func (f *dataFlags) read(cmd *cobra.Command) (x *linalg.Dense, names []string, err error) {
	x, names, _, err = f.readKept(cmd, "")
	return x, names, err
}

// readKept reads a column as text beside, if one is named.
func (f *dataFlags) readKept(cmd *cobra.Command, keep string) (x *linalg.Dense, names, kept []string, err error) {
	options := datasets.FrameOptions{
		NoTarget: true, Drop: f.drop, Separator: f.separator, Encoding: f.encoding, Format: datasets.Format(f.format),
		ZeroBased: f.zeroBased,
	}
	if keep != "" {
		options.Keep = []string{keep}
	}
	frame, err := ui.ReadData(cmd, f.data, options)
	if err != nil {
		return nil, nil, nil, err
	}
	if keep != "" {
		kept = frame.Kept[0]
	}
	if names = frame.Features; names == nil {
		_, d := frame.X.Dims()
		for j := range d {
			names = append(names, strconv.Itoa(j+1))
		}
	}
	return linalg.ToDense(frame.X), names, kept, nil
}

// strength reads --lambda, a positive number, or a share of the largest that makes sense, as 0.1max.
func strength(text string, most float64) (float64, error) {
	share, relative := strings.CutSuffix(text, "max")
	v, err := strconv.ParseFloat(share, 64)
	if err != nil || !(v > 0) || math.IsInf(v, 1) {
		return 0, ui.Usage(fmt.Errorf("--lambda %s: a positive number is due, or a share of λ_max as in 0.1max",
			plain.Text(text)))
	}
	if relative {
		v *= most
	}
	return v, nil
}

// save writes a file whole, also where the command was interrupted; "" for none.
func save(cmd *cobra.Command, flag, name string, write func(w io.Writer) error) error {
	if name == "" {
		return nil
	}
	var b bytes.Buffer
	err := write(&b)
	switch {
	case err != nil:
	case name == ui.StandardOutput:
		_, err = io.Copy(cmd.OutOrStdout(), &b)
	default:
		err = outfile.Write(context.WithoutCancel(cmd.Context()), name, b.Bytes(), 0o666)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return nil
}

// saveMatrix writes a matrix as .npy.
func saveMatrix(cmd *cobra.Command, flag, name string, m *linalg.Dense) error {
	return save(cmd, flag, name, func(w io.Writer) error { return array.WriteNPY(w, m) })
}

// watched shows progress on a line.
func watched(line *ui.StatusLine) func(solver.Progress) {
	return func(p solver.Progress) {
		line.Show(func() string { return fmt.Sprintf("step %d: objective %.6g, gap %.2g", p.Iter, p.Objective, p.Gap) })
	}
}

// number is a number of six digits.
func number(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
