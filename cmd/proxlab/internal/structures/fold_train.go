package structures

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/rnafiles"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
	"github.com/spf13/cobra"
)

// foldTrainFlags are the flags of the command as they are given.
type foldTrainFlags struct {
	out, loss, decoder, figure, warm string
	lambda, gamma                    []float64
	tol                              float64
	calls, strengths                 int
	choose, energies                 bool
	fixed, without                   []string
	family                           string
	knots                            rnafiles.Options
}

func newFoldTrain() *cobra.Command {
	var f foldTrainFlags
	cmd := &cobra.Command{
		Use:   "train [FILE] -o MODEL",
		Short: "Learn to fold from sequences with structures",
		Long: "Learn about 340 weights of loops and pairs from sequences with structures. --loss hinge is a structured " +
			"support vector machine, by a stabilized bundle method; --loss crf a conditional random field, by L-BFGS, whose " +
			"probabilities of pairs make the better structures. Both tell a bound of how far the objective is from its " +
			"minimum, (λ/2)‖w‖² + mean loss.\n" +
			"For RNA of other families than were learnt from: --energies learns 117 weights more, of mismatches in hairpins " +
			"and of stacks over bulges, and holds all to nearest-neighbour energies in place of 0; --strengths 8 learns in 8 " +
			"steps how strongly each of 18 groups of weights is held, by the likelihood of each half of the sequences when " +
			"the other half has taught; --family says what of a name is the family, of which halves are made.\n" +
			"--decoder says what proxlab fold predict does with the model: best is the structure of the highest score, mea " +
			"that of the largest expected accuracy, centroid that of the largest expected gain (see predict --help), the " +
			"latter two by probabilities.\n" +
			"--lambda and --gamma take one number or several with commas between them; of several, or with --choose of some " +
			"that do well, those are taken that fold each half of the sequences best when the other half has taught. After " +
			"Ctrl-C the best so far is written.",
		Example: "  proxlab fold train -o hairpins.fold\n" +
			"  proxlab fold train families.dbn --loss crf --choose -o my.fold\n" +
			"  proxlab fold train known.dbn --loss crf --energies --strengths 8 --choose --family '^[^_]*' -o my.fold\n" +
			"  proxlab fold train @rna-s151rfam --loss crf --lambda 0.3,0.1 --gamma 1,2,4 -o my.fold",
		Args: ui.Checked(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return runFoldTrain(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.out, "out", "o", "", "the file of the model")
	flags.StringVar(&f.loss, "loss", hingeLoss, hingeLoss+" or "+crfLoss)
	flags.Float64SliceVar(&f.lambda, "lambda", nil,
		"λ: one, or several to choose from (default: 0.01 with hinge, 0.1 with crf)")
	flags.StringVar(&f.decoder, "decoder", "", ui.Joined(model.Decoders())+" (default: best with hinge, mea with crf)")
	flags.Float64SliceVar(&f.gamma, "gamma", nil,
		"γ of mea and centroid, the larger the more pairs: one, or several to choose from (default: 3)")
	flags.BoolVar(&f.choose, "choose", false, "choose λ, and γ, by F1 on halves held out")
	flags.BoolVar(&f.energies, "energies", false, "hold weights to nearest-neighbour energies, with crf")
	flags.IntVar(&f.strengths, "strengths", 0,
		"learn a strength beside λ for each group of weights, in so many steps, with crf")
	flags.StringSliceVar(&f.fixed, "fixed", nil,
		"groups of weights that stay at their energies, or at 0 without --energies, with crf")
	flags.StringSliceVar(&f.without, "without", nil, "groups of weights that stay at 0, with crf")
	flags.StringVar(&f.family, "family", "",
		"a regular expression: what of a sequence's name is its family (default: all of it)")
	flags.IntVar(&f.calls, "max-iter", 0, "at most so many passes (default: 80)")
	flags.Float64Var(&f.tol, "tol", 0,
		"end where the gap is this share of the objective (default: 0.001 with hinge, 0.01 with crf)")
	learning.WarmFlag(cmd, &f.warm)
	knotFlags(cmd, &f.knots)
	flags.StringVar(&f.figure, "figure", "", "draw the largest weights: "+ui.FigureFormats)
	ui.Offers(cmd, "loss", ui.Fixed(hingeLoss, crfLoss))
	ui.Offers(cmd, "decoder", decoderWords)
	offersRNA(cmd)
	return cmd
}

// check tests the flags, and that what is to be written can be.
func (f foldTrainFlags) check(name string) error {
	switch {
	case f.loss != hingeLoss && f.loss != crfLoss:
		return ui.Usage(ui.WordError("loss", f.loss, []string{hingeLoss, crfLoss}))
	case f.decoder != "" && !slices.Contains(decoderWords(), f.decoder):
		return ui.Usage(ui.WordError("decoder", f.decoder, decoderWords()))
	}
	if i := slices.IndexFunc(slices.Concat(f.lambda, f.gamma), func(v float64) bool { return !(v > 0) }); i >= 0 {
		return ui.Usage(fmt.Errorf("%g: λ and γ must be positive", slices.Concat(f.lambda, f.gamma)[i]))
	}
	if f.loss != crfLoss && (f.energies || f.strengths > 0 || len(f.fixed)+len(f.without) > 0) {
		return ui.Usage(errors.New("--energies, --strengths, --fixed and --without go with --loss crf"))
	}
	if f.strengths < 0 {
		return ui.Usage(fmt.Errorf("--strengths %d: a number of steps is due", f.strengths))
	}
	if _, err := regexp.Compile(f.family); err != nil {
		return ui.Usage(fmt.Errorf("--family: %w", err))
	}
	reads := foldFiles(name, f.warm)
	if err := ui.CheckFigure(f.figure, reads...); err != nil {
		return err
	}
	return learning.CheckTrained(f.out, reads)
}

// settings are those of the flags.
func (f foldTrainFlags) settings() structures.RNA {
	c := structures.RNA{
		CRF: f.loss == crfLoss, Decoder: model.Decoder(f.decoder), Calls: f.calls, Tol: f.tol,
		Choose: f.choose || len(f.lambda) > 1 || len(f.gamma) > 1, Lambdas: f.lambda, Gammas: f.gamma,
	}
	c.Energies, c.StrengthSteps, c.Fixed, c.Without = f.energies, f.strengths, f.fixed, f.without
	if f.family != "" {
		c.Family = func(name string) string { return cmp.Or(regexp.MustCompile(f.family).FindString(name), name) }
	}
	if len(f.lambda) == 1 {
		c.Lambda = f.lambda[0]
	}
	if len(f.gamma) == 1 {
		c.Gamma = f.gamma[0]
	}
	return c
}

func runFoldTrain(cmd *cobra.Command, f foldTrainFlags, args []string) error {
	name := orHairpins(cmd, args, 0, hairpinSet)
	if err := f.check(name); err != nil {
		return err
	}
	set, err := readRNA(cmd, name, f.knots)
	if err != nil {
		return err
	}
	c := f.settings()
	if c.Start, err = learning.Warm(cmd.Context(), f.warm, models.LoadFold); err != nil {
		return err
	}
	c.Watch = func(s structures.RNAStep) { sayFold(cmd.ErrOrStderr(), s) }
	t := learning.Training[*model.RNA]{
		Name: name, Reads: foldFiles(name, f.warm), Out: f.out, About: sizeOfRNA(name, set), Source: set.Source, Small: true,
		Print: printFold,
		Fit:   func(ctx context.Context) (*model.RNA, error) { return c.Fit(ctx, set.Examples) },
		Sign: func(m *model.RNA, made map[string]string) solver.Status {
			m.Made = made
			return m.Status
		},
	}
	if f.figure != "" {
		t.Draw = func(ctx context.Context, m *model.RNA) error { return drawEnergies(ctx, f.figure, m) }
	}
	return learning.Train(cmd, t)
}

// sayFold says how a pass, or a trial, went.
func sayFold(w io.Writer, s structures.RNAStep) {
	trial := ""
	if s.Trial {
		trial = fmt.Sprintf("λ = %g, half: ", s.Lambda)
	}
	switch {
	case !math.IsNaN(s.HeldOutLoss):
		fmt.Fprintf(w, "  a step of strengths  loss %.4f on what was held out\n", s.HeldOutLoss)
	case !math.IsNaN(s.HeldOut):
		fmt.Fprintf(w, "  %s%d passes  F1 %.3f on what was held out\n", trial, s.Iter, s.HeldOut)
	case s.Iter%10 == 0:
		fmt.Fprintf(w, "  %spass %d  %7.1f s  objective %.5g  gap %.2g\n", trial, s.Iter, s.Elapsed.Seconds(), s.Objective,
			s.Gap)
	}
}

// printFold says what was learned.
func printFold(w io.Writer, m *model.RNA) {
	fmt.Fprintf(w, "%s, λ = %g: objective %.5g, at most %.2g above its minimum, after %d passes, %s\n", m.Loss, m.Lambda,
		m.Objective, m.Gap, m.Iterations, m.Status)
	if m.HeldOut.True > 0 {
		fmt.Fprintf(w, "chosen by F1 %.3f on halves held out (sensitivity %.3f, PPV %.3f)\n", m.HeldOut.F1(),
			m.HeldOut.Sensitivity(), m.HeldOut.PPV())
	}
	if m.Strengths != nil {
		table := figures.Table{Columns: figures.Columns(1, "group of weights", "strength")}
		for g, group := range rna.Groups() {
			table.Rows = append(table.Rows, []string{group.Name, fmt.Sprintf("%.3g", m.Lambda*m.Strengths[g])})
		}
		_ = table.Text(w, ui.Columns(w)) // an error of w stays in it
	}
	fmt.Fprintf(w, "decoder: %s\n", decoderName(m.Decoder, m.Gamma))
}

// decoderName is a decoder with its γ.
func decoderName(d model.Decoder, gamma float64) string {
	if d == model.BestScore {
		return string(d)
	}
	return fmt.Sprintf("%s, γ = %g", d, gamma)
}
