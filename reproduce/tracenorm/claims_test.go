package tracenorm

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// world is what a made-up record has: means by method, and how far values vary over ten replications.
type world struct {
	cpu, iterations, accuracy, last, least map[string]float64
	early, rank, best, rescaled            float64 // ranks of ContR1D, early and at the end; of the optimum, of IR
	share, turns, step3, step4             float64 // of the work at the least error; the rest as in the rows
	starts, deviation                      float64 // of AM over its starts
	factor, points                         float64 // deviations of the logarithm of work, and of all else
}

// values returns ten numbers around a mean.
func values(rng *rand.Rand, mean, spread float64) []float64 {
	out := make([]float64, 10)
	for k := range out {
		out[k] = mean + spread*rng.NormFloat64()
	}
	return out
}

// record makes the rows of a world.
func (w world) record() *reproduce.Record {
	rng := rand.New(rand.NewPCG(8, 1))
	factors := func(mean float64) []float64 {
		return reproduce.Each(values(rng, math.Log(mean), w.factor), math.Exp)
	}
	row := func(where, m string) reproduce.Row {
		v := reproduce.Values{
			"method": m, "evaluations": 100., "features": 13., "outputs": 180., "accuracy": w.accuracy[m], "rank": w.rank,
			"each_cpu": factors(99), "each_iterations": factors(99), "each_accuracy": factors(w.accuracy[m]),
			"each_rank": values(rng, w.rank, w.points), "each_best_rank": values(rng, w.best, w.points/9),
			"each_rank_first": values(rng, w.early, w.points), "each_rank_tenth": values(rng, w.early, w.points),
			"each_test_error": values(rng, w.last[m], w.points), "each_error_least": values(rng, w.least[m], w.points),
			"each_error_least_share": values(rng, w.share, w.points/10), "turns": values(rng, w.turns, w.points),
		}
		for _, share := range judged {
			v["each_"+accuracyKey(inSeconds, share)] = factors(w.cpu[m])
			v["each_"+accuracyKey(inIterations, share)] = factors(w.iterations[m])
		}
		for _, work := range []string{inSeconds, inIterations} {
			v["step3_"+work], v["step4_"+work] = values(rng, w.step3, w.points), values(rng, w.step4, w.points)
		}
		switch {
		case m == alternate:
			for _, key := range []string{"starts", "low"} {
				v[key+"_means"], v[key+"_spreads"] = values(rng, w.starts, w.points), values(rng, w.deviation, w.points)
			}
		case m == rescaling:
			v["each_rank"] = values(rng, w.rescaled, w.points)
		}
		if where == conjoint1 { // where a low rank and an IR that arrives would contradict the paper
			v["each_best_rank"] = values(rng, 13, 0)
			if m == rescaling {
				v["accuracy"], v["each_accuracy"] = w.accuracy[proxThin], factors(w.accuracy[proxThin])
			}
		}
		return reproduce.Row{ID: where + "/" + m, Data: datasets.Source{Kind: datasets.Real}, Values: v}
	}
	figure1, figure2 := reproduce.Table{ID: tableFigure1}, reproduce.Table{ID: tableFigure2}
	for _, m := range []string{literal, proxH, proxTrue, proxThin, rescaling, alternate} {
		for _, p := range panels {
			figure1.Rows = append(figure1.Rows, row(p.id, m))
		}
		for _, s := range []string{conjoint1, conjoint2, pictures} {
			figure2.Rows = append(figure2.Rows, row(s, m))
		}
	}
	return &reproduce.Record{Tables: []reproduce.Table{figure1, figure2}}
}

// methods gives each method of the claims a number.
func methods(r1d, prox, ir, am float64) map[string]float64 {
	return map[string]float64{literal: r1d, proxH: prox, proxTrue: prox, proxThin: prox, rescaling: ir, alternate: am}
}

// TestClaims judges numbers as the paper would have them, their opposite, and numbers that say nothing either way.
func TestClaims(t *testing.T) {
	t.Parallel()
	for want, w := range map[reproduce.Verdict]world{
		reproduce.Holds: {
			cpu: methods(1, 2, 2, 2.2), iterations: methods(50, 20, 0, 0), accuracy: methods(1e-5, 1e-5, 1e-1, 1e-5),
			last: methods(20, 20.2, 20.2, 15), least: methods(19, 19.5, 20, 20), early: 2, rank: 8, best: 5, rescaled: 12,
			share: 0.2, turns: 20, step3: 3, step4: 1, starts: 25, deviation: 2, factor: 0.02, points: 0.02,
		},
		reproduce.Fails: {
			cpu: methods(10, 1, 40, 1), iterations: methods(10, 20, 0, 0), accuracy: methods(1e-2, 1e-5, 1e-5, 1e-5),
			last: methods(20, 21, 22, 30), least: methods(20, 19, 19, 19), early: 8, rank: 8, best: 5, rescaled: 5,
			share: 0.9, turns: 2, step3: 1, step4: 1, starts: 20, deviation: 0.1, factor: 0.02, points: 0.02,
		},
		reproduce.Open: {
			cpu: methods(2, 2.4, 2.4, 2.4), iterations: methods(20, 18, 0, 0), accuracy: methods(1e-3, 1e-3, 1e-3, 1e-3),
			last: methods(20, 20, 20, 20), least: methods(19.5, 20, 20, 20), early: 6, rank: 8, best: 5, rescaled: 7,
			share: 0.4, turns: 8, step3: 3, step4: 1, starts: 21, deviation: 1, factor: 6, points: 9,
		},
	} {
		rec := w.record()
		if want == reproduce.Open { // so that accuracies do not hide what is judged
			for i := range rec.Tables[0].Rows {
				rec.Tables[0].Rows[i].Values["accuracy"] = 1e-3
			}
		}
		for _, c := range Study.Judge(rec) {
			if c.Verdict != want {
				t.Errorf("%s, %s is judged %q, not %q: %s. %s", c.ID, c.Reading, c.Verdict, want, c.Ours, c.Spread)
			}
		}
	}
	var ids []string
	for _, c := range Study.Judge(&reproduce.Record{}) {
		if c.Verdict != reproduce.NotTestable {
			t.Errorf("%s is judged on an empty record: %s", c.ID, c.Verdict)
		}
		ids = append(ids, c.ID)
	}
	want := "D-R1 D-R2 D-R3 D-R4 D-R5a D-R5b D-R5c D-R5d D-R6a D-R6b D-R6c D-R6d D-R7a D-R7b D-R7c D-R8 D-R9"
	slices.Sort(ids)
	if got := strings.Join(slices.Compact(ids), " "); got != want {
		t.Errorf("claims %s, not %s", got, want)
	}
}

// TestCensoredTimes: who did not arrive needs more than was given, and no more than that is known.
func TestCensoredTimes(t *testing.T) {
	t.Parallel()
	never := math.NaN()
	for what, c := range map[string]struct {
		ours, rival          float64 // seconds, of 10 and 20 that were given
		oursThen, rivalsThen float64 // accuracies after 10 seconds
		want, similar        reproduce.Verdict
	}{
		"both arrive":                              {1, 2, 0, 0, reproduce.Holds, reproduce.Holds},
		"the rival never does":                     {1, never, 0, 0, reproduce.Holds, reproduce.Fails},
		"the rival may be a little later":          {9, never, 0, 0, reproduce.Holds, reproduce.Open},
		"never, and the rival later than our time": {never, 15, 0, 0, reproduce.Open, reproduce.Open},
		"never, and the rival early":               {never, 1, 0, 0, reproduce.Fails, reproduce.Fails},
		"never, and the rival a little earlier":    {never, 9, 0, 0, reproduce.Fails, reproduce.Open},
		"neither, and ours is nearer":              {never, never, 0.1, 0.2, reproduce.Open, reproduce.Open},
		"neither, and the rival is nearer by far":  {never, never, 0.9, 0.1, reproduce.Open, reproduce.Open},
	} {
		ten := func(v float64) []float64 {
			out := make([]float64, 10)
			for k := range out {
				out[k] = v * (1 + 0.001*float64(k))
			}
			return out
		}
		key := "each_" + accuracyKey(inSeconds, 1e-3)
		table := &reproduce.Table{Rows: []reproduce.Row{
			{ID: "x/" + literal, Values: reproduce.Values{key: ten(c.ours), "each_cpu": ten(10), "evaluations": 7.}},
			{ID: "x/" + proxH, Values: reproduce.Values{
				key: ten(c.rival), "each_cpu": ten(20), "met_cpu": ten(10), "met_cpu_ours": ten(c.oursThen),
				"met_cpu_theirs": ten(c.rivalsThen), "evaluations": 8.,
			}},
		}}
		f := first([]string{"x"}, []float64{1e-3}, proxH)(table, nil)
		g := alike([]string{"x"}, literal, 1e-3, proxH)(table, nil)
		if f.Verdict != c.want || g.Verdict != c.similar || f.Spread == "" || g.Spread == "" ||
			strings.Contains(f.Ours, "NaN") {
			t.Errorf("%s: %s and %s: %s", what, f.Verdict, g.Verdict, f.Ours)
		}
		if math.IsNaN(c.rival) != strings.Contains(f.Ours, "> 20") && c.oursThen == 0 {
			t.Errorf("%s: censored times are not told: %s", what, f.Ours)
		}
	}
}
