package onlinemkl

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// run runs the study.
func run(ctx context.Context, c reproduce.Config) (*reproduce.Record, error) {
	rec := newRecord(c)
	data, err := datasets.LoadOCR(ctx, c.Data)
	if err != nil {
		return unavailable(rec, c, err)
	}
	return runOn(ctx, c, rec, data)
}

func newRecord(c reproduce.Config) *reproduce.Record {
	return &reproduce.Record{
		Study: name, Scale: c.Scale, Seed: c.Seed, Started: time.Now(), Config: c, System: reproduce.ThisSystem(),
	}
}

// runOn is the study on given data.
func runOn(
	ctx context.Context,
	c reproduce.Config,
	rec *reproduce.Record,
	data *datasets.OCR,
) (*reproduce.Record, error) {
	s := &study{config: c, data: data}
	found := results{}
	tasks := plan(c)
	total := len(tasks)
	withRegret := slices.Contains(tablesWanted(c), tableRegret)
	if withRegret {
		total++
	}
	progress := func(done int, next string) {
		if c.Progress != nil {
			c.Progress(done, total, next)
		}
	}
	for i, t := range tasks {
		progress(i, t.String())
		res, err := s.cell(ctx, t)
		if err != nil {
			rec.Partial = true
			found.fill(rec, c, data.Source)
			return finish(rec), err
		}
		found[t] = res
	}
	found.fill(rec, c, data.Source)
	if withRegret {
		progress(len(tasks), "regret")
		res, err := s.regret(ctx)
		if err != nil {
			rec.Partial = true
			return finish(rec), err
		}
		fillRegret(rec, s, res)
	}
	progress(total, "")
	return finish(rec), nil
}

// String names a task for people.
func (t task) String() string {
	s := fmt.Sprintf("fold %d, %s, η0 = %g", t.fold, t.row, t.eta0)
	if t.variant != literal.ID {
		s += ", " + t.variant
	}
	if t.holdOut {
		s += ", held out"
	}
	return s
}

func finish(rec *reproduce.Record) *reproduce.Record {
	rec.Seconds = time.Since(rec.Started).Seconds()
	rec.Claims = judge(rec)
	return rec
}

// unavailable returns the record of a run without its data, which has the rows but not their numbers. An error other
// than a set that is not found is returned as it is.
func unavailable(rec *reproduce.Record, c reproduce.Config, err error) (*reproduce.Record, error) {
	var missing *datasets.NotFoundError
	if !errors.As(err, &missing) {
		return nil, err
	}
	c.Notice("%v", err)
	for _, id := range tablesWanted(c) {
		if id == tableVariants || id == tableRegret {
			continue
		}
		table := emptyTable(id)
		for _, r := range rowsWanted(c) {
			table.Rows = append(table.Rows, reproduce.Row{
				ID:   r.id,
				Data: datasets.Source{Name: "ocr", Kind: datasets.Real},
				Values: map[string]any{
					"accuracy":      math.NaN(),
					"accuracy_std":  math.NaN(),
					"train_seconds": math.NaN(),
					"status":        "data not available",
				},
			})
		}
		rec.Tables = append(rec.Tables, table)
	}
	return finish(rec), nil
}
