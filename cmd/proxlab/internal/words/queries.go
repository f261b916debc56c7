package words

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
)

// QueriesHelp is that of --queries.
const QueriesHelp = "with the losses pairwise and ndcg, the column that says which documents belong to one query " +
	"(default: qid); it is no feature of the model then, and --cv keeps a query together"

// Ranks tells whether a loss is one of rankings.
func Ranks(loss string) bool { return loss == "pairwise" || loss == "ndcg" }

// QueriesOf numbers the queries of a frame, whose column is the first that is kept, and checks the degrees of relevance
// where there are any; nil where nothing is ranked.
func QueriesOf(frame *datasets.Frame, data, column string) ([]int64, error) {
	if column == "" {
		return nil, nil
	}
	if i := slices.Index(frame.Kept[0], ""); i >= 0 {
		return nil, fmt.Errorf("%s: the query of example %d is missing, in the column %q: every document belongs to one",
			ui.DataName(data), i+1, Name(column))
	}
	for i, y := range frame.Y {
		if err := (loss.Documents{}).CheckTarget(y); err != nil {
			return nil, fmt.Errorf("%s: example %d: %w", ui.DataName(data), i+1, err)
		}
	}
	var out []int64
	for _, k := range Numbered(frame.Kept[0]) {
		out = append(out, int64(k))
	}
	return out, nil
}

// Ranking is the place of every document among those of its query, from 1; nil where nothing is ranked.
type Ranking struct {
	query []string
	place []int
}

// RankingOf ranks documents by their scores; those of equal score share a place.
func RankingOf(frame *datasets.Frame, query []int64, p *model.Prediction) *Ranking {
	if query == nil {
		return nil
	}
	return &Ranking{frame.Kept[0], measures.Places(p.Scores.Data, query)}
}

// Head are the columns of a ranking in a file.
func (r *Ranking) Head() []string {
	if r == nil {
		return nil
	}
	return []string{"query", "rank"}
}

// Row is what they hold for document i, where cell writes the name of its query.
func (r *Ranking) Row(i int, cell func(string) string) []string {
	if r == nil {
		return nil
	}
	return []string{cell(r.query[i]), strconv.Itoa(r.place[i])}
}

// Numbered gives each word a number, in the order in which they come.
func Numbered(words []string) []int {
	seen, out := map[string]int{}, make([]int, len(words))
	for i, w := range words {
		if _, known := seen[w]; !known {
			seen[w] = len(seen)
		}
		out[i] = seen[w]
	}
	return out
}

// Times reads numbers, or dates.
func Times(cells []string) ([]float64, error) {
	out := make([]float64, len(cells))
	for i, w := range cells {
		v, err := strconv.ParseFloat(w, 64)
		for _, form := range []string{time.DateOnly, time.DateTime, time.RFC3339, "2006-01-02T15:04:05"} {
			if err != nil {
				var at time.Time
				if at, err = time.Parse(form, w); err == nil {
					v = float64(at.UnixNano()) / 1e9
				}
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%q of example %d is no number and no date as 2026-01-31 or 2026-01-31T12:00:00",
				Name(w), i+1)
		}
		out[i] = v
	}
	return out, nil
}
