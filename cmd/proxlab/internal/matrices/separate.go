package matrices

import (
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/completion"
	"github.com/spf13/cobra"
)

// separateFlags are the flags of the command as they are given.
type separateFlags struct {
	dataFlags
	lambda, out, outliers string
	kappa, tol            float64
	most                  int
}

// NewSeparate is the command separate.
func NewSeparate() *cobra.Command {
	var f separateFlags
	cmd := &cobra.Command{
		Use:   "separate --data FILE --lambda LAMBDA [-o LOW]",
		Short: "Part a table into one of low rank, few outliers and noise: robust principal components",
		Long: "Part a table M into L of low rank, S of few entries and what is left, the minimum of ½‖M − L − S‖² + " +
			"λ‖L‖_* + κ‖S‖₁. Columns are taken as they are: take means off first where that makes sense. After Ctrl-C the " +
			"best parts so far are written.",
		Example: "  proxlab separate --data frames.npy --lambda 0.05max -o background.npy --outliers moving.npy",
		Args:    ui.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runSeparate(cmd, f) },
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.lambda, "lambda", "", "λ: a number, or a share of the least at which both parts are 0, as in "+
		"0.1max")
	flags.Float64Var(&f.kappa, "kappa", 0, "κ (default: λ/√n, n being the longer side)")
	flags.StringVarP(&f.out, "out", "o", "", "write L to this file, .npy")
	flags.StringVar(&f.outliers, "outliers", "", "write S to this file, .npy")
	flags.Float64Var(&f.tol, "tol", 1e-6, "end where the gap is this share of the objective")
	flags.IntVar(&f.most, "max-iter", 5000, "at most so many steps")
	return cmd
}

func (f *separateFlags) checkAll() error {
	switch {
	case f.lambda == "":
		return ui.Usage(errors.New("--lambda is needed, as 0.1max"))
	case !(f.kappa >= 0) || math.IsInf(f.kappa, 1):
		return ui.Usage(fmt.Errorf("--kappa %g: it must be positive and finite", f.kappa))
	case !(f.tol > 0) || f.most < 1:
		return ui.Usage(fmt.Errorf("--tol %g, --max-iter %d: both must be positive", f.tol, f.most))
	}
	return f.check("", ui.Input{Flag: "-o", Name: f.out}, ui.Input{Flag: "--outliers", Name: f.outliers})
}

func runSeparate(cmd *cobra.Command, f separateFlags) error {
	if err := f.checkAll(); err != nil {
		return err
	}
	x, _, err := f.read(cmd)
	if err != nil {
		return err
	}
	side, largest := math.Sqrt(float64(max(x.R, x.C))), 0.
	for _, v := range x.Data {
		largest = max(largest, math.Abs(v))
	}
	norm, _ := linalg.TopPair(x, make([]float64, x.R), make([]float64, x.C))
	of := completion.Separation{M: x, Kappa: f.kappa}
	if of.Lambda, err = strength(f.lambda, max(norm, side*largest)); err != nil {
		return err
	}
	if of.Kappa == 0 {
		of.Kappa = of.Lambda / side
	}
	line := ui.NewStatusLine(cmd.ErrOrStderr())
	var last *completion.Separated
	res, err := solver.Run(solver.Tee(of.Iterations(cmd.Context()), func(s *completion.Separated) {
		last = s
		line.Show(func() string { return fmt.Sprintf("step %d: objective %.6g", s.Iter, s.Objective) })
	}), solver.Any(solver.RelGap(f.tol), solver.MaxIter(f.most)))
	line.Close()
	if last == nil || err != nil && solver.Interrupted(cmd.Context()) == nil {
		return fmt.Errorf("%s: %w", plain.Text(ui.DataName(f.data)), err)
	}
	e := errors.Join(saveMatrix(cmd, "-o", f.out, linalg.NewDense(x.R, x.C, last.L)),
		saveMatrix(cmd, "--outliers", f.outliers, linalg.NewDense(x.R, x.C, last.S)))
	if e != nil {
		return e
	}
	few := 0
	for _, v := range last.S {
		if v != 0 {
			few++
		}
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %d rows of %d numbers\nλ = %.4g, κ = %.4g: rank %d, and %d outliers\n"+
		"objective %.8g, at most %.2g above the minimum: %s after %d steps\n", plain.Text(ui.DataName(f.data)), x.R, x.C,
		of.Lambda, of.Kappa, last.Rank, few, res.Objective, res.Gap, res.Status, res.Iter)
	if err == nil && res.Status != solver.Converged {
		err = ui.ErrTolerance
	}
	return err
}
