package structures

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/rnafiles"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
	"github.com/proxlab/proxlab/toolkit/structured/rna/beam"
	"github.com/spf13/cobra"
)

// foldEvidence are the flags of what is known beside sequences, and of what is found beside the best structure.
type foldEvidence struct {
	constraints, shape string
	slope, intercept   float64
	alternatives       int
	within             float64
	beam               int
	lines              []int // of the constraints in their file
}

func (f *foldEvidence) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.constraints, "constraints", "",
		"a file with a line of x | < > ( ) . for each sequence (names after > are passed over)")
	flags.StringVar(&f.shape, "shape", "",
		"a file of SHAPE reactivities, place and number a line, after >NAME where there are several sequences")
	flags.Float64Var(&f.slope, "shape-slope", 1.8,
		"m of (m·log(1 + r) + b)/kT, the score of a base of reactivity r without partner, in kcal/mol")
	flags.Float64Var(&f.intercept, "shape-intercept", -0.6, "b of it")
	flags.IntVar(&f.alternatives, "alternatives", 0, "write so many structures of each sequence, of the highest scores")
	flags.Float64Var(&f.within, "within", math.Inf(1), "of these, those whose score is at most so much below the best")
	flags.IntVar(&f.beam, "beam", 0,
		"with --decoder best: keep so many at each base, in time linear in the length (default: all)")
}

// check tests what flags go together.
func (f *foldEvidence) check(d model.Decoder) error {
	switch given := f.constraints != "" || f.shape != ""; {
	case f.alternatives < 0 || f.beam < 0 || !(f.within >= 0):
		return ui.Usage(errors.New("--alternatives, --within and --beam are 0 or more"))
	case f.beam > 0 && (given || f.alternatives > 0 || d != model.BestScore):
		return ui.Usage(errors.New("--beam goes with --decoder best alone: without evidence, and without --alternatives"))
	case f.alternatives > 0 && d != model.BestScore:
		return ui.Usage(errors.New("--alternatives are of --decoder best"))
	case math.IsNaN(f.slope) || math.IsInf(f.slope, 0) || math.IsNaN(f.intercept) || math.IsInf(f.intercept, 0):
		return ui.Usage(errors.New("--shape-slope and --shape-intercept must be numbers"))
	}
	return nil
}

// asked tells whether there is more to do than the model does alone.
func (f *foldEvidence) asked() bool {
	return f.constraints != "" || f.shape != "" || f.alternatives > 0 || f.beam > 0
}

// read is the evidence for each sequence, checked.
func (f *foldEvidence) read(ctx context.Context, set *rnafiles.RNAs) ([]rna.Evidence, error) {
	out := make([]rna.Evidence, len(set.Examples))
	f.lines = make([]int, len(out))
	if f.constraints != "" {
		if err := f.readConstraints(ctx, out); err != nil {
			return nil, err
		}
	}
	if f.shape != "" {
		if err := f.readShape(ctx, set, out); err != nil {
			return nil, err
		}
	}
	for i, e := range set.Examples {
		if err := out[i].Check(e.X); err != nil {
			return nil, f.fault(i, e.Name, err)
		}
	}
	return out, nil
}

// fault is an error about the evidence for a sequence, with the line of its constraint.
func (f *foldEvidence) fault(i int, name string, err error) error {
	where := plain.Text(ui.DataName(cmp.Or(f.constraints, f.shape)))
	if f.constraints != "" {
		where = fmt.Sprintf("%s:%d", where, f.lines[i])
	}
	return fmt.Errorf("%s: %.60q: %w", where, name, err)
}

// linesOf goes over those of a file that say something.
func linesOf(ctx context.Context, path string, do func(lines *source.Lines, text string) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	lines := source.NewLines(file, path)
	return lines.Each(ctx, func(line []byte) error {
		if text := strings.TrimSpace(string(line)); text != "" && text[0] != '#' {
			return do(lines, text)
		}
		return nil
	})
}

// readConstraints reads a line for each sequence.
func (f *foldEvidence) readConstraints(ctx context.Context, out []rna.Evidence) error {
	at := 0
	err := linesOf(ctx, f.constraints, func(l *source.Lines, text string) error {
		// A line that is > alone is a constraint of one base.
		if text[0] == '>' && strings.Trim(text, ".x|<>()") != "" {
			return nil
		}
		if at == len(out) {
			return l.Fault(0, "a constraint beyond those of %d sequences", len(out))
		}
		out[at].Constraint, f.lines[at] = text, l.N
		at++
		return nil
	})
	if err == nil && at < len(out) {
		err = fmt.Errorf("%s: %d constraints, and there are %d sequences", plain.Text(f.constraints), at, len(out))
	}
	return err
}

// readShape reads reactivities by places; those that are not named are unknown.
func (f *foldEvidence) readShape(ctx context.Context, set *rnafiles.RNAs, out []rna.Evidence) error {
	at := -1
	reactivities := make([][]float64, len(out))
	begin := func(k int) {
		at, reactivities[k] = k, make([]float64, len(set.Examples[k].X))
		for i := range reactivities[k] {
			reactivities[k][i] = math.NaN()
		}
	}
	if len(out) == 1 {
		begin(0)
	}
	err := linesOf(ctx, f.shape, func(l *source.Lines, text string) error {
		if name, named := strings.CutPrefix(text, ">"); named {
			for k, e := range set.Examples {
				if e.Name == strings.TrimSpace(name) {
					begin(k)
					return nil
				}
			}
			return l.Fault(0, "there is no sequence %.60q", name)
		}
		fields := strings.Fields(text)
		if at < 0 || len(fields) != 2 {
			return l.Fault(0, "place and reactivity are due, after >NAME where there are several sequences")
		}
		place, err := strconv.Atoi(fields[0])
		if err != nil || place < 1 || place > len(reactivities[at]) {
			return l.Fault(1, "%.60q is no place of %.60q, which has %d bases", fields[0], set.Examples[at].Name,
				len(reactivities[at]))
		}
		v, err := strconv.ParseFloat(fields[1], 64)
		if err != nil || math.IsInf(v, 0) {
			return l.Fault(2, "%.60q is no reactivity: a number is due, below 0 or NaN where it is not known", fields[1])
		}
		reactivities[at][place-1] = v
		return nil
	})
	for k, r := range reactivities {
		if r != nil {
			out[k].Unpaired = rna.Reactivities(r, f.slope, f.intercept)
		}
	}
	return err
}

// fold folds one sequence after another; beside the best structures it returns all that are to be written.
func (f *foldEvidence) fold(
	ctx context.Context, m *model.RNA, set *rnafiles.RNAs,
) (folded []model.Folding, all [][]rna.Scored, err error) {
	given, err := f.read(ctx, set)
	if err != nil {
		return nil, nil, err
	}
	folder, ensemble := rna.NewFolder(m.Weights), rna.NewEnsemble(m.Weights)
	for i, e := range set.Examples {
		var best model.Folding
		switch {
		case f.beam > 0:
			best.Structure, best.Score, err = beam.Fold(ctx, m.Weights, e.X, f.beam)
		case m.Decoder == model.BestScore:
			var some []rna.Scored
			if some, err = folder.Suboptimal(ctx, e.X, given[i], max(1, f.alternatives), f.within); err == nil {
				best.Structure, best.Score = some[0].Structure, some[0].Score
				all = append(all, some)
			}
		default:
			var p []float64
			if p, err = ensemble.PairsGiven(ctx, e.X, given[i]); err == nil {
				best.Structure, err = m.Decoder.Structure(ctx, p, len(e.X), m.Gamma)
				best.Accuracy = model.ExpectedAccuracy(best.Structure, p)
			}
		}
		switch {
		case errors.Is(err, rna.ErrNoStructure):
			return nil, nil, f.fault(i, e.Name, err)
		case err != nil:
			return nil, nil, fmt.Errorf("%.60q: %w", e.Name, err)
		}
		folded = append(folded, best)
	}
	return folded, all, nil
}
