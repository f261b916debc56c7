package onlinemkl

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// The paper's grids of C = 1/(λm) and of η0.
var (
	grid  = []float64{0.1, 1, 10, 100, 1000, 10000}
	rates = []float64{0.01, 0.1, 1, 10}
)

// variantRows are the rows of the table of variants, variantFolds its folds at paper scale.
var (
	variantRows  = []string{"quadratic", "gaussian", "average-lqg", "mkl-lqg"}
	variantFolds = []int{0, 1, 2, 3}
)

// foldsOf returns the training folds asked for: the first at quick scale, all ten at paper scale, or those of the
// config.
func foldsOf(c reproduce.Config) []int {
	switch {
	case len(c.Folds) > 0:
		return c.Folds
	case c.Scale == reproduce.Paper:
		return []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	}
	return []int{0}
}

func foldsOfVariants(c reproduce.Config) []int {
	if len(c.Folds) == 0 && c.Scale == reproduce.Paper {
		return variantFolds
	}
	return foldsOf(c)
}

// origin says which data there are: the real set by its checksums, or what a generator makes.
type origin struct {
	Checksums string
	Generated generate.HandwritingConfig
}

func (o origin) load(ctx context.Context) (*dataset.OCR, error) {
	if o.Checksums != "" {
		return datasets.LoadOCR(ctx, datasets.OnlyReal)
	}
	return generate.Handwriting(ctx, o.Generated)
}

// letters returns about how many there are in a fold.
func (o origin) letters() float64 {
	if o.Checksums != "" {
		return 5215
	}
	return 0.67 * float64(o.Generated.Words)
}

// study is the study in the making.
type study struct {
	*reproduce.Draft
	from  origin
	data  *plan.Shared[*dataset.OCR]
	folds map[int]*plan.Shared[*fold]
	rows  []row // wanted
	cells results
	speed map[int]*plan.Result[Speed] // by fold; none where no form of Table 1 is wanted
}

func planOf(d *reproduce.Draft) error {
	kind, sums, err := datasets.Choose(d.Data, "ocr")
	var missing *datasets.NotFoundError
	switch {
	case errors.As(err, &missing):
		d.Notice("%v", err)
		unavailable(d)
		return nil
	case err != nil:
		return err
	case kind != datasets.Synthetic:
		return planOn(d, origin{Checksums: sums})
	}
	return planOn(d, origin{Generated: generate.DefaultHandwriting})
}

// unavailable adds the rows of a run without its data.
func unavailable(d *reproduce.Draft) {
	for _, table := range forms {
		for _, r := range rowsWanted(d.Config) {
			values := paperFields.Values(summary{row: r})
			values["accuracy"], values["accuracy_std"], values["train_seconds"] = math.NaN(), math.NaN(), math.NaN()
			d.Missing(table, r.id, "ocr", values)
		}
	}
}

// rowsWanted returns the rows named in Only, all when none is.
func rowsWanted(c reproduce.Config) (out []row) {
	var ids []string
	for _, p := range parts() {
		ids = append(ids, p.ID)
	}
	for _, id := range c.Named(ids) {
		out = append(out, specOf(id))
	}
	return out
}

// planOn plans the study on given data, fold by fold, so that a fold is let go before the next but one is looked at.
func planOn(d *reproduce.Draft, from origin) error {
	s := &study{
		Draft: d, from: from, data: plan.Share(1<<20+1000*from.letters(), from.load), folds: map[int]*plan.Shared[*fold]{},
		rows: rowsWanted(d.Config), cells: results{}, speed: map[int]*plan.Result[Speed]{},
	}
	for i, fold := range foldsOf(d.Config) {
		for _, r := range s.rows {
			for _, c := range s.cellsOf(fold, r) {
				s.add(c)
			}
		}
		if i == 0 && s.Wants(tableRegret) {
			s.addRegret(fold)
		}
	}
	s.addMoreFolds()
	for _, fold := range foldsOf(d.Config) {
		if s.Wants(forms...) {
			s.addSpeed(fold)
		}
	}
	s.addRows()
	return nil
}

// cellsOf returns the cells that the wanted tables need of a row on a fold.
func (s *study) cellsOf(fold int, r row) (out []cell) {
	if s.Wants(tableEta1) {
		out = append(out, cell{fold, r.id, literal.ID, 1, false})
	}
	if s.Wants(needRates...) {
		for _, eta0 := range rates {
			out = append(out, cell{fold, r.id, literal.ID, eta0, false})
			if s.Wants(tableHeldOut) {
				out = append(out, cell{fold, r.id, literal.ID, eta0, true})
			}
		}
	}
	if s.Wants(tableVariants) && slices.Contains(foldsOfVariants(s.Config), fold) && slices.Contains(variantRows, r.id) {
		for _, v := range variants {
			out = append(out, cell{fold, r.id, v.ID, 1, false})
		}
	}
	return out
}

// fold returns one of the folds, which keeps the Gram matrices that are asked for.
func (s *study) fold(number int) *plan.Shared[*fold] {
	if f, ok := s.folds[number]; ok {
		return f
	}
	matrices := map[string]bool{}
	for _, r := range s.rows {
		for _, v := range variants {
			for _, k := range v.sourcesOf(r) {
				if k.form == dense && (v == literal || s.Wants(tableVariants)) {
					matrices[k.id] = true
				}
			}
		}
	}
	s.folds[number] = plan.Share(float64(len(matrices))*s.matrix(), func(ctx context.Context) (*fold, error) {
		return s.split(ctx, number)
	})
	return s.folds[number]
}

// matrix returns about how many bytes a Gram matrix has.
func (s *study) matrix() float64 { return 8 * s.from.letters() * s.from.letters() }

func (s *study) split(ctx context.Context, number int) (*fold, error) {
	data, err := s.data.Get(ctx)
	if err != nil {
		return nil, err
	}
	f := split(data, number)
	if len(f.train.words) == 0 || len(f.test.words) == 0 {
		return nil, fmt.Errorf("fold %d of %s leaves no words to train or to test on", number, data.Source)
	}
	return f, nil
}

// addRows adds the rows of all tables, and the curves and words of the first fold.
func (s *study) addRows() {
	for _, r := range s.rows {
		for _, table := range forms {
			s.Row(table, r.id, func() (datasets.Source, reproduce.Values) {
				return s.summarize(table, r, literal, foldsOf(s.Config))
			})
		}
		if slices.Contains(moreRows, r.id) {
			s.Row(tableMoreFolds, r.id, func() (datasets.Source, reproduce.Values) {
				return s.summarize(tableMoreFolds, r, literal, append(foldsOf(s.Config), moreFolds(s.Config)...))
			})
		}
		s.Curves(func() []reproduce.Curve { return s.curves(r) })
		s.Tables(func() []reproduce.Table { return s.words(r) })
	}
	s.addRateRows()
	for _, v := range variants {
		for _, r := range s.rows {
			if !slices.Contains(variantRows, r.id) {
				continue
			}
			s.Row(tableVariants, v.ID+"/"+r.id, func() (datasets.Source, reproduce.Values) {
				return s.summarize(tableVariants, r, v, foldsOfVariants(s.Config))
			})
		}
	}
}
