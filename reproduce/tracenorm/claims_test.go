package tracenorm

import (
	"fmt"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// made returns a record of made-up rows: by method, the time and the iterations to every accuracy, and further values.
func made(form string, time, iterations map[string]float64, more map[string]reproduce.Values) *reproduce.Record {
	figure1, figure2 := reproduce.Table{ID: tableFigure1}, reproduce.Table{ID: tableFigure2}
	row := func(where, m string) reproduce.Row {
		values := reproduce.Values{}
		for _, share := range accuracies {
			values[accuracyKey("cpu", share)], values[accuracyKey("iterations", share)] = time[m], iterations[m]
		}
		for k, v := range more[m] {
			values[k] = v
		}
		return reproduce.Row{ID: where + "/" + m, Data: datasets.Source{Kind: datasets.Real}, Values: values}
	}
	for _, m := range []string{form, proxThin, rescaling, alternate} {
		for _, p := range panels {
			figure1.Rows = append(figure1.Rows, row(p.id, m))
		}
		for _, s := range []string{conjoint1, conjoint2, pictures} {
			figure2.Rows = append(figure2.Rows, row(s, m))
		}
	}
	return &reproduce.Record{Tables: []reproduce.Table{figure1, figure2}}
}

// TestClaims judges numbers as the paper would have them, and their opposite.
func TestClaims(t *testing.T) {
	t.Parallel()
	values := func(accuracy, last, least, early, rank float64) reproduce.Values {
		return reproduce.Values{
			"accuracy": accuracy, "test_error": last, "test_error_least": least, "rank_early": early, "rank": rank,
			"starts_error": []float64{20, 22, 25},
		}
	}
	asInThePaper := made(literal, map[string]float64{
		literal: 1, proxThin: 1.5, rescaling: 2, alternate: 2,
	}, map[string]float64{literal: 50, proxThin: 20}, map[string]reproduce.Values{
		literal: values(1e-6, 20, 19, 3, 10), proxThin: values(1e-6, 20.5, 20.2, 5, 10),
		rescaling: values(1e-3, 20.5, 20.2, 5, 20), alternate: values(1e-2, 23, 22, 5, 10),
	})
	steps := [][]float64{{}, {}, {}}
	for i, level := 0, 1.; i < 30; i++ {
		drop := 0.99
		if i%3 == 2 {
			drop = 0.5
		}
		level *= drop
		steps[0], steps[1] = append(steps[0], float64(i)), append(steps[1], level)
		steps[2] = append(steps[2], map[bool]float64{true: 1, false: 0}[i%3 == 2])
	}
	asInThePaper.Curves = []reproduce.Curve{
		{ID: "heavy-0.9-staircase", Columns: []string{"iteration", "accuracy", "restricted"}, Values: steps},
	}
	opposite := made(literal, map[string]float64{
		literal: 5, proxThin: 1, rescaling: 1, alternate: 2,
	}, map[string]float64{literal: 10, proxThin: 20}, map[string]reproduce.Values{
		literal: values(1e-1, 20, 20, 10, 10), proxThin: values(1e-6, 19, 19, 5, 10),
		rescaling: values(1e-3, 19, 19, 5, 10), alternate: values(1e-2, 18, 18, 5, 10),
	})
	opposite.Curves = []reproduce.Curve{
		{
			ID: "heavy-0.9-staircase", Columns: []string{"iteration", "accuracy", "restricted"},
			Values: [][]float64{{1, 2, 3}, {1, 0.9, 0.8}, {0, 0, 0}},
		},
	}
	for what, rec := range map[reproduce.Verdict]*reproduce.Record{
		reproduce.Holds: asInThePaper, reproduce.Fails: opposite, reproduce.NotTestable: {},
	} {
		seen := map[string]bool{}
		for _, c := range Study.Judge(rec) {
			seen[c.ID] = true
			if c.Verdict != what {
				t.Errorf("%s is judged %q, not %q: %s", c.ID, c.Verdict, what, c.Ours)
			}
		}
		for n := 1; n <= 9; n++ {
			if id := fmt.Sprintf("D-R%d", n); !seen[id] {
				t.Errorf("%s is not judged", id)
			}
		}
	}
}
