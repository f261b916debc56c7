package matrices

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit/matrices"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/dictionary"
	"github.com/spf13/cobra"
)

// NewDictionary is the command dictionary.
func NewDictionary() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dictionary",
		Short: "Learn atoms of which signals are sparse combinations, and code signals by them",
		Long: "Learn atoms of which rows of a table are sparse combinations, and code rows by these. Codes of the lasso, " +
			"min ½‖x − Dᵀα‖² + λ‖α‖₁, are certified; --nonzeros K takes K atoms one after another in their place. What atoms " +
			"there are is no convex problem: the answer is a local one, the best of --starts.",
		Example: "  proxlab dictionary learn --data patches.npy --atoms 64 --lambda 0.1 -o atoms.npy --figure atoms.png\n" +
			"  proxlab dictionary encode atoms.npy --data new.npy --lambda 0.1 -o codes.npy\n" +
			"  proxlab dictionary learn --data counts.csv --atoms 5 --nmf -o parts.npy --codes shares.npy",
		Args: ui.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newLearn(), newEncode())
	return cmd
}

// coderFlags say how signals are coded.
type coderFlags struct {
	dataFlags
	coder dictionary.Coder
}

func (f *coderFlags) add(cmd *cobra.Command) {
	f.dataFlags.add(cmd)
	flags := cmd.Flags()
	flags.Float64Var(&f.coder.Lambda, "lambda", 0, "λ of the lasso's codes")
	flags.BoolVar(&f.coder.Nonnegative, "nonnegative", false, "codes are not negative")
	flags.IntVar(&f.coder.Atoms, "nonzeros", 0, "take so many atoms one after another, in place of the lasso")
	flags.BoolVar(&f.coder.BestFit, "best-fit", false, "with --nonzeros, take the atom with which least is left, not "+
		"that most like what is left")
	flags.IntVar(&f.coder.Group, "group", 0, "atoms come in groups of so many in a row, of which --nonzeros counts")
	flags.Float64Var(&f.coder.Left, "left", 0, "with --nonzeros, end where no more is left of the signal's square")
}

// coded reads how.
func (f *coderFlags) coded() error {
	f.coder.Greedy = f.coder.Atoms > 0
	switch {
	case f.coder.Atoms < 0 || !(f.coder.Left >= 0):
		return ui.Usage(fmt.Errorf("--nonzeros %d, --left %g: neither may be negative", f.coder.Atoms, f.coder.Left))
	case f.coder.Greedy && f.coder.Lambda != 0:
		return ui.Usage(errors.New("--lambda is of the lasso's codes, and --nonzeros of greedy ones: give one of both"))
	case !f.coder.Greedy && (!(f.coder.Lambda > 0) || math.IsInf(f.coder.Lambda, 1)):
		return ui.Usage(fmt.Errorf("--lambda %g: a positive number is due, or --nonzeros", f.coder.Lambda))
	case f.coder.Group < 0 || f.coder.Together < 0:
		return ui.Usage(fmt.Errorf("--group %d, --together %d: neither may be negative", f.coder.Group, f.coder.Together))
	case f.coder.Greedy && f.coder.Nonnegative:
		return ui.Usage(errors.New("--nonnegative is of the lasso's codes"))
	}
	return nil
}

// learnFlags are the flags of the command as they are given.
type learnFlags struct {
	coderFlags
	of                 matrices.Dictionary
	nmf                bool
	out, codes, figure string
}

func newLearn() *cobra.Command {
	var f learnFlags
	cmd := &cobra.Command{
		Use:   "learn --data FILE --atoms P --lambda X -o ATOMS",
		Short: "Learn atoms, by passes over mini-batches, or nonnegative factors",
		Long: "Learn so many atoms from the rows of a table, which are taken as they are: take their means off first, if " +
			"that makes sense. --nmf learns a factorization of a table without negative numbers in their place, X ≈ AD with " +
			"both nonnegative. After Ctrl-C the atoms so far are written.",
		Example: "  proxlab dictionary learn --data patches.npy --atoms 64 --lambda 0.1 -o atoms.npy",
		Args:    ui.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runLearn(cmd, f) },
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.IntVar(&f.of.Atoms, "atoms", 0, "the number of atoms")
	flags.BoolVar(&f.nmf, "nmf", false, "learn nonnegative factors")
	flags.BoolVar(&f.of.NonnegativeAtoms, "nonnegative-atoms", false, "atoms are not negative")
	flags.Float64Var(&f.of.SparseAtoms, "sparse-atoms", 0, "γ: atoms are of ‖d‖² + γ‖d‖₁ ≤ 1, and have the fewer "+
		"numbers that are not 0, the larger it is")
	flags.IntVar(&f.of.Passes, "passes", 10, "over the rows; with --nmf, at most a hundred steps for each")
	flags.IntVar(&f.of.Batch, "batch", 256, "rows of a mini-batch")
	flags.IntVar(&f.of.Starts, "starts", 1, "the best of so many starts is kept")
	flags.Uint64Var(&f.of.Seed, "seed", 1, "of starts and orders")
	flags.StringVarP(&f.out, "out", "o", "", "the file of the atoms, .npy, a row each")
	flags.StringVar(&f.codes, "codes", "", "write the codes of the rows to this file, .npy")
	flags.StringVar(&f.figure, "figure", "", "draw atoms that are square pictures: "+ui.FigureFormats)
	return cmd
}

func (f *learnFlags) checkAll() error {
	switch {
	case f.out == "":
		return ui.Usage(errors.New("-o ATOMS is needed: the file that atoms are written to"))
	case f.of.Atoms < 1:
		return ui.Usage(fmt.Errorf("--atoms %d: one is the least", f.of.Atoms))
	case f.of.Passes < 1 || f.of.Batch < 1 || f.of.Starts < 1:
		return ui.Usage(fmt.Errorf("--passes %d, --batch %d, --starts %d: one is the least of each", f.of.Passes, f.of.Batch,
			f.of.Starts))
	case f.nmf && (f.coder != dictionary.Coder{} || f.of.NonnegativeAtoms || f.of.SparseAtoms != 0):
		return ui.Usage(errors.New("--nmf has no λ, no number of nonzeros, no groups and no sparse atoms, and both factors " +
			"are nonnegative"))
	}
	if !f.nmf {
		if err := f.coded(); err != nil {
			return err
		}
	}
	return f.check(f.figure, ui.Input{Flag: "-o", Name: f.out}, ui.Input{Flag: "--codes", Name: f.codes})
}

func runLearn(cmd *cobra.Command, f learnFlags) error {
	if err := f.checkAll(); err != nil {
		return err
	}
	x, _, err := f.read(cmd)
	if err != nil {
		return err
	}
	side := int(math.Round(math.Sqrt(float64(x.C))))
	if f.figure != "" && side*side != x.C {
		return ui.Usage(fmt.Errorf("--figure draws atoms of square pictures, and rows have %d numbers", x.C))
	}
	var d, codes *linalg.Dense
	var said string
	if f.nmf {
		m, e := matrices.Factor(cmd.Context(), x, f.of.Atoms, f.of.Starts, 100*f.of.Passes, 0, f.of.Seed)
		if err = e; m != nil {
			d, codes = m.D, m.A
			said = fmt.Sprintf("½‖X − AD‖² = %.6g after %d steps, a local minimum (%s)", m.Objective, m.Steps, m.Status)
		}
	} else {
		d, codes, said, err = f.learn(cmd, x)
	}
	if d == nil {
		return fmt.Errorf("%s: %w", plain.Text(ui.DataName(f.data)), err)
	}
	e := saveMatrix(cmd, "-o", f.out, d)
	if codes != nil && e == nil && f.codes != "" {
		e = saveMatrix(cmd, "--codes", f.codes, codes)
	}
	if e == nil && f.figure != "" {
		e = ui.WriteFigure(cmd.Context(), f.figure, atomsFigure(d, side, said))
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %d rows of %d numbers, %d atoms\n%s\n", plain.Text(ui.DataName(f.data)), x.R, x.C,
		d.R, said)
	return errors.Join(e, err)
}

// learn learns a dictionary, and what is said of it; beside an error there may be one.
func (f *learnFlags) learn(cmd *cobra.Command, x *linalg.Dense) (d, codes *linalg.Dense, said string, err error) {
	line := ui.NewStatusLine(cmd.ErrOrStderr())
	defer line.Close()
	f.of.Coder = f.coder
	f.of.Watch = func(p solver.Progress) {
		line.Show(func() string { return fmt.Sprintf("step %d: objective of a mini-batch %.6g", p.Iter, p.Objective) })
	}
	l, err := f.of.Learn(cmd.Context(), x)
	switch {
	case l == nil:
		return nil, nil, "", err
	case l.Codes == nil || err != nil:
		return l.D, nil, "interrupted before the rows were coded", err
	}
	return l.D, linalg.ToDense(l.Codes.Alpha), saidOf(l.Codes, l.Share) + "; the atoms are a local answer", nil
}

// saidOf says how good codes are.
func saidOf(c *dictionary.Codes, share float64) string {
	n, _ := c.Alpha.Dims()
	bound := "greedy codes have no bound"
	if !math.IsNaN(c.Gap) {
		bound = fmt.Sprintf("given the atoms at most %.2g above the minimum", c.Gap)
	}
	return fmt.Sprintf("%.3g nonzeros a row, %.3g %% of the squares left out; mean objective %.6g, %s",
		float64(linalg.Nonzeros(c.Alpha))/float64(n), 100*share, c.Objective, bound)
}

// atomsFigure shows atoms as pictures.
func atomsFigure(d *linalg.Dense, side int, said string) figures.Pictures {
	const across, most = 16, 256
	f := figures.Pictures{Meta: figures.Meta{ID: "atoms", Title: fmt.Sprintf("%d atoms", d.R), Subtitle: said}}
	for j := range min(d.R, most) {
		if j%across == 0 {
			f.Rows = append(f.Rows, nil)
		}
		var most float64
		for _, v := range d.Row(j) {
			most = max(most, math.Abs(v))
		}
		pixels := make([]float64, d.C)
		for k, v := range d.Row(j) {
			if pixels[k] = 0.5; most > 0 {
				pixels[k] += v / most / 2
			}
		}
		last := len(f.Rows) - 1
		f.Rows[last] = append(f.Rows[last], figures.Picture{Rows: side, Cols: side, Pixels: pixels})
	}
	return f
}

// encodeFlags are the flags of the command as they are given.
type encodeFlags struct {
	coderFlags
	out string
}

func newEncode() *cobra.Command {
	var f encodeFlags
	cmd := &cobra.Command{
		Use:     "encode ATOMS --data FILE --lambda X -o CODES",
		Short:   "Code rows by the atoms of a dictionary",
		Example: "  proxlab dictionary encode atoms.npy --data new.npy --lambda 0.1 -o codes.npy",
		Args:    ui.Checked(cobra.ExactArgs(1)),
		RunE:    func(cmd *cobra.Command, args []string) error { return runEncode(cmd, f, args[0]) },
	}
	f.add(cmd)
	cmd.Flags().IntVar(&f.coder.Together, "together", 0, "so many rows in turn share their atoms, as channels of a signal")
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "the file of the codes, .npy, a row each")
	return cmd
}

func runEncode(cmd *cobra.Command, f encodeFlags, atoms string) error {
	if err := f.coded(); err != nil {
		return err
	}
	if f.out == "" {
		return ui.Usage(errors.New("-o CODES is needed: the file that codes are written to"))
	}
	if err := errors.Join(f.check(""), checkOutputs("", []ui.Input{{Flag: "ATOMS", Name: atoms}, {Flag: "--data",
		Name: f.data}}, ui.Input{Flag: "-o", Name: f.out})); err != nil {
		return err
	}
	m, err := array.LoadMatrix(cmd.Context(), atoms)
	if err != nil {
		return err
	}
	x, _, err := f.read(cmd)
	if err != nil {
		return err
	}
	d := linalg.ToDense(m)
	codes, err := f.coder.Encode(cmd.Context(), d, x)
	if codes == nil {
		return err
	}
	e := save(cmd, "-o", f.out, func(w io.Writer) error { return array.WriteNPY(w, linalg.ToDense(codes.Alpha)) })
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %d rows, %d atoms\n%s\n", plain.Text(ui.DataName(f.data)), x.R, d.R,
		saidOf(codes, matrices.LeftOut(d, codes, x)))
	return errors.Join(e, err)
}
