package structures

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/rnafiles"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
	"github.com/spf13/cobra"
)

// foldPredictFlags are the flags of the command as they are given.
type foldPredictFlags struct {
	out, decoder, figure, draw string
	gamma                      float64
	sequence                   int
	knots                      rnafiles.Options
	evidence                   foldEvidence
}

// The words of --draw.
var foldDrawings = []string{"structure", "arcs", "probabilities"}

func newFoldPredict() *cobra.Command {
	var f foldPredictFlags
	cmd := &cobra.Command{
		Use:   "predict MODEL [FILE] [-o OUT]",
		Short: "Fold sequences, and score them where the file has structures",
		Long: "Fold sequences with a model of proxlab fold train. What is written are names, sequences and brackets, with " +
			"the score behind them, or the share of bases expected to be right; letters stay as they are. Where all sequences " +
			"have a structure, the score of pairs is said: one with pseudoknots, or pairs other than AU, CG and GU, is " +
			"passed over, unless --drop leaves out the sequence, or --unpair such pairs.\n" +
			"--decoder best takes the structure of the highest score; mea that of the largest Σ 2γ p over pairs and Σ q over " +
			"bases without partner, p and q being probabilities; centroid that of the largest Σ (γ+1) p − 1 over pairs. " +
			"Probabilities are those of a model learned by --loss crf.\n" +
			"--constraints says of bases that they pair with none (x), with some (|), with one after (<) or before them (>), " +
			"or with each other, ( and ): a structure by score, and probabilities, are then of structures that meet them. " +
			"--shape makes bases of high reactivity more likely to be without partner. --alternatives writes the next best " +
			"structures, too, as records of their own. --beam is for sequences of thousands of bases: its structure need " +
			"not be the best.\n" +
			"--figure draws a sequence: its structure, or arcs, with those that are wrong in red, where the true ones are " +
			"known, or the probabilities of its pairs.",
		Example: "  proxlab fold predict my.fold new.fasta -o folded.dbn\n" +
			"  proxlab fold predict my.fold one.fasta --decoder best --shape one.shape --alternatives 5\n" +
			"  proxlab fold predict my.fold known.ct -o /dev/null --figure fold.svg --sequence 3 --draw arcs",
		Args: ui.Checked(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, args []string) error { return runFoldPredict(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.out, "out", "o", ui.StandardOutput, "the file of the structures; - for the standard output")
	flags.StringVar(&f.decoder, "decoder", "", ui.Joined(model.Decoders())+" (default: the model's)")
	flags.Float64Var(&f.gamma, "gamma", 0, "γ of mea and centroid, the larger the more pairs (default: the model's)")
	f.evidence.flags(cmd)
	knotFlags(cmd, &f.knots)
	flags.StringVar(&f.figure, "figure", "", "draw a sequence: "+ui.FigureFormats)
	flags.StringVar(&f.draw, "draw", foldDrawings[0], ui.Joined(foldDrawings))
	flags.IntVar(&f.sequence, "sequence", 1, "the one to draw, counted from 1")
	ui.Offers(cmd, "decoder", decoderWords)
	ui.Offers(cmd, "draw", ui.Fixed(foldDrawings...))
	offersRNA(cmd)
	return cmd
}

func (f foldPredictFlags) check(modelFile, name string) error {
	switch {
	case f.sequence < 1:
		return ui.Usage(fmt.Errorf("--sequence %d: sequences count from 1", f.sequence))
	case !slices.Contains(foldDrawings, f.draw):
		return ui.Usage(ui.WordError("draw", f.draw, foldDrawings))
	case f.gamma < 0:
		return ui.Usage(fmt.Errorf("--gamma %g: it must be positive", f.gamma))
	}
	reads := foldFiles(modelFile, name, f.evidence.constraints, f.evidence.shape)
	return ui.CheckPredicted(f.out, f.figure, reads...)
}

func runFoldPredict(cmd *cobra.Command, f foldPredictFlags, args []string) error {
	name := orHairpins(cmd, args, 1, hairpinSet+":"+testPart)
	if err := f.check(args[0], name); err != nil {
		return err
	}
	m, err := models.LoadFold(cmd.Context(), args[0])
	if err != nil {
		return err
	}
	if f.decoder != "" {
		m.Decoder = model.Decoder(f.decoder)
	}
	if f.gamma > 0 {
		m.Gamma = f.gamma
	}
	if err := m.Decoder.Check(m.Gamma); err != nil {
		return ui.Usage(err)
	}
	if err := f.evidence.check(m.Decoder); err != nil {
		return err
	}
	f.knots.WithoutStructure = true
	set, err := readRNA(cmd, name, f.knots)
	if err != nil {
		return err
	}
	if f.figure != "" && f.sequence > len(set.Examples) {
		return ui.Usage(fmt.Errorf("--sequence %d: there are %d", f.sequence, len(set.Examples)))
	}
	sequences := make([]rna.Sequence, len(set.Examples))
	for i, e := range set.Examples {
		sequences[i] = e.X
	}
	var folded []model.Folding
	var all [][]rna.Scored
	if f.evidence.asked() {
		folded, all, err = f.evidence.fold(cmd.Context(), m, set)
	} else {
		folded, err = m.Predict(cmd.Context(), sequences)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", plain.Text(ui.DataName(name)), err)
	}
	p := learning.Prediction{
		Out: f.out, About: sizeOfRNA(name, set),
		Write: func(w io.Writer) error { return writeFolded(w, set, folded, all, m.Decoder) },
		Score: func(w io.Writer) error {
			if allStructured(set) {
				fmt.Fprintf(w, "%s; decoder: %s\n", foldLine(agreement(set.Examples, folded)), decoderName(m.Decoder, m.Gamma))
			}
			return nil
		},
	}
	if k := f.sequence - 1; f.figure != "" {
		p.Draw = func(ctx context.Context) error {
			return drawFold(ctx, f.figure, f.draw, m, set, k, folded[k])
		}
	}
	return learning.Predicted(cmd, p)
}

// writeFolded writes names, sequences by their own letters, and structures; of the second of all on, with their number.
func writeFolded(
	w io.Writer, set *rnafiles.RNAs, folded []model.Folding, all [][]rna.Scored, d model.Decoder,
) error {
	for i, e := range set.Examples {
		behind := fmt.Sprintf("(expected accuracy %.3f)", folded[i].Accuracy)
		if d == model.BestScore {
			behind = fmt.Sprintf("(score %.2f)", folded[i].Score)
		}
		if _, err := fmt.Fprintf(w, ">%s\n%s\n%s %s\n", e.Name, lettersOf(set, i), folded[i].Structure, behind); err != nil {
			return err
		}
		for k := 1; all != nil && k < len(all[i]); k++ {
			y := all[i][k]
			_, err := fmt.Fprintf(w, ">%s, alternative %d\n%s\n%s (score %.2f)\n", e.Name, k+1, lettersOf(set, i), y.Structure,
				y.Score)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// agreement counts the pairs of all.
func agreement(examples []rna.Example, folded []model.Folding) (a rna.Agreement) {
	for i, e := range examples {
		a.Add(folded[i].Structure, e.Y)
	}
	return a
}

// foldLine is the score in one line.
func foldLine(a rna.Agreement) string {
	return fmt.Sprintf("F1 %.3f, sensitivity %.3f (%d of %d true pairs are found), PPV %.3f (of %d found)", a.F1(),
		a.Sensitivity(), a.Shared, a.True, a.PPV(), a.Guessed)
}

var errOtherSequences = errors.New("both files must have the same sequences, in the same order")
