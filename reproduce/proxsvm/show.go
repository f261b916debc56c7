package proxsvm

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// notes of the tables.
var notes = map[string][]string{
	tableLiteral: {
		"Least training loss over 100 passes, and the pass by which 99 % of the way from the loss at w = 0 to it was " +
			"made; n/a where no pass beat w = 0. Medians over seeds, in brackets their range.",
		"P* is the optimum, by an interior-point method with a duality gap of at most 1e-10; – where there are too many " +
			"features for it.",
	},
	tableSound: {
		"As table1, with the proximal method that never restarts and takes ‖g_t‖ as it is met.",
	},
	tableSweep: {"Least training loss over 100 passes, one seed. P* as in table1."},
	tableGrid:  {"Training loss and test error after 100 passes, one seed."},
	tableLambda: {"Test error in five-fold cross-validation on the training examples, in percent. For each λ and " +
		"part, the exact optimum where there are at most 400 features, else 30 passes of the sound proximal method."},
	tableRegret: {"20 passes in shuffled order on S = {‖w‖ ≤ 1.1 ‖w*‖}, against the optimum of the batch problem. " +
		"Theorem 1 is taken with the best single τ, within a factor of 2 of the best τ_1, …, τ_T."},
	tableCertificate: {"Averaged over the passes since the last power of two, primal and dual alike. The excess is the " +
		"most by which, over all passes, the distance to the optimum was beyond the gap: 0 for a gap that always bounds " +
		"it (the optimum is known to 1e-10)."},
}

// tables shows the record's tables beside the paper's.
func tables(rec *reproduce.Record) []figures.Table {
	shown := map[string]func(*figures.Table, reproduce.Table){
		tableLiteral: showLosses, tableSound: showLosses, tableSweep: showSweep, tableGrid: showGrid, tableLambda: showLambda,
		tableRegret: showRegret, tableCertificate: showCertificate,
	}
	var out []figures.Table
	for _, t := range rec.Tables {
		if show := shown[t.ID]; show != nil && len(t.Rows) > 0 {
			f := figures.Table{ID: t.ID, Title: fmt.Sprintf("%s (%s, scale %s)", t.Title, t.Mode, rec.Scale), Notes: notes[t.ID]}
			show(&f, t)
			out = append(out, f)
		}
	}
	return out
}

func showLosses(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(1, "data set", "λ", "P*", "Pegasos", "paper", "Adaptive", "paper", "Proximal", "paper",
		"passes", "paper", "data")
	for _, r := range t.Rows {
		line := []string{r.ID, fmt.Sprintf("%.0e", r.Number("lambda")), figures.Number(r.Number("optimum"), 4)}
		var counts, paperCounts []string
		for _, m := range methods {
			line = append(line, spread(r.Number("loss_"+m), r.Numbers("loss_"+m+"_seeds")),
				figures.Number(r.Number("paper_loss_"+m), 4))
			counts = append(counts, count(r.Number("passes_"+m)))
			paperCounts = append(paperCounts, count(r.Number("paper_passes_"+m)))
		}
		data := r.Data.String()
		if s, ok := r.Values["status"].(string); ok {
			data, counts = s, []string{"–"}
		}
		if math.IsNaN(r.Number("paper_loss_" + pegasos)) {
			paperCounts = []string{"–"}
		}
		f.Rows = append(f.Rows, append(line, strings.Join(counts, " / "), strings.Join(paperCounts, " / "), data))
	}
}

// spread writes a median with the range of its seeds, where there are several.
func spread(v float64, seeds []float64) string {
	if len(seeds) < 2 {
		return figures.Number(v, 4)
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, s := range seeds {
		lo, hi = math.Min(lo, s), math.Max(hi, s)
	}
	return fmt.Sprintf("%s (%s–%s)", figures.Number(v, 4), figures.Number(lo, 4), figures.Number(hi, 4))
}

func count(v float64) string {
	if math.IsNaN(v) {
		return "n/a"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

func showSweep(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(1, "data set", "λ", "P*", "Pegasos", "Adaptive", "Proximal", "Proximal, sound", "data")
	for _, r := range t.Rows {
		line := []string{setOf(r), fmt.Sprintf("%.0e", r.Number("lambda")), figures.Number(r.Number("optimum"), 4)}
		for _, m := range append(methods[:], sound) {
			line = append(line, figures.Number(r.Number("loss_"+m), 4))
		}
		f.Rows = append(f.Rows, append(line, r.Data.String()))
	}
}

func showGrid(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(1, "data set", "λ", "P*", "Pegasos", "error (%)", "Adaptive", "error (%)", "Proximal",
		"error (%)", "data")
	for _, r := range t.Rows {
		line := []string{setOf(r), fmt.Sprintf("%.0e", r.Number("lambda")), figures.Number(r.Number("optimum"), 4)}
		for _, m := range methods {
			line = append(line, figures.Number(r.Number("loss_"+m), 4), figures.Number(r.Number("test_error_"+m), 2))
		}
		f.Rows = append(f.Rows, append(line, r.Data.String()))
	}
}

func setOf(r reproduce.Row) string {
	s, _ := r.Values["set"].(string)
	return s
}

func showLambda(f *figures.Table, t reproduce.Table) {
	titles := []string{"data set", "paper's λ", "λ of least error"}
	for _, lambda := range decades {
		titles = append(titles, fmt.Sprintf("%.0e", lambda))
	}
	f.Columns = figures.Columns(1, append(titles, "data")...)
	for _, r := range t.Rows {
		line := []string{r.ID, fmt.Sprintf("%.0e", r.Number("lambda_paper")), fmt.Sprintf("%.0e", r.Number("lambda_best"))}
		for _, e := range r.Numbers("errors") {
			line = append(line, figures.Number(e, 2))
		}
		f.Rows = append(f.Rows, append(line, r.Data.String()))
	}
}

func showRegret(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(1, "data set", "λ", "T", "radius", "G", "Pegasos", "bound", "Proximal", "one τ",
		"Theorem 1", "Corollary 2", "Corollary 3", "data")
	for _, r := range t.Rows {
		line := []string{r.ID, fmt.Sprintf("%.0e", r.Number("lambda")), figures.Number(r.Number("rounds"), 0),
			figures.Number(r.Number("radius"), 2), figures.Number(r.Number("G"), 2)}
		for _, key := range []string{
			"pegasos", "pegasos_bound", "proximal", "single", "theorem1", "corollary2", "corollary3",
		} {
			line = append(line, fmt.Sprintf("%.4g", r.Number(key)))
		}
		f.Rows = append(f.Rows, append(line, r.Data.String()))
	}
}

func showCertificate(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(1, "data set", "λ", "passes", "P(w̄)", "P*", "distance", "gap", "pass of gap ≤ 2e-4",
		"excess", "data")
	for _, r := range t.Rows {
		f.Rows = append(f.Rows, []string{
			r.ID, fmt.Sprintf("%.0e", r.Number("lambda")), figures.Number(r.Number("passes"), 0),
			figures.Number(r.Number("objective"), 6), figures.Number(r.Number("optimum"), 6),
			fmt.Sprintf("%.2g", r.Number("distance")), fmt.Sprintf("%.2g", r.Number("gap")), count(r.Number("pass_of_gap_2e-4")),
			fmt.Sprintf("%.2g", r.Number("excess")), r.Data.String(),
		})
	}
}
