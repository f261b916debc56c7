package short

import (
	"slices"
	"testing"

	"github.com/proxlab/proxlab/reproduce"
)

// TestTablesOfFewRows shows and draws what a run that was interrupted has: of every table one row, whichever it is.
func TestTablesOfFewRows(t *testing.T) {
	t.Parallel()
	for _, s := range studies {
		rec, err := s.Kept()
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for _, table := range rec.Tables {
			rows = max(rows, len(table.Rows))
		}
		for i := range rows {
			few := *rec
			few.Tables = slices.Clone(rec.Tables)
			for k, table := range few.Tables {
				few.Tables[k].Rows = table.Rows[min(i, len(table.Rows)):min(i+1, len(table.Rows))]
			}
			shown(t, s, &few, i)
		}
	}
}

func shown(t *testing.T, s reproduce.Study, rec *reproduce.Record, row int) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s, row %d of each table alone: %v", s.Name, row, p)
		}
	}()
	s.Tables(rec)
	if s.Figures != nil {
		s.Figures(rec)
	}
	s.Judge(rec)
}
