package tracenorm

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// claimsOnStairs are those on the form of the curves.
func claimsOnStairs() []reproduce.Criterion {
	of := func(name, work, reason string) reproduce.Criterion {
		return reproduce.Criterion{
			ID: "D-R3", Table: tableFigure1, Figure: "staircase", Where: "section 4.1, Figure 1", Timed: work == inSeconds,
			Statement: "Note also the “staircase phenomenon” in the curves for ContrR1D, which can be attributed to " +
				"alternation between Steps 3 and 4.",
			Paper: "visible in the curves",
			Rule: "at high correlation, wherever ContR1D comes within 1e-2 of the best objective, it changes at least three " +
				"times from Step 3 to Step 4 and back, and steps of one kind lower the logarithm of the accuracy at least twice " +
				"as fast as those of the other",
			Reading: reproduce.Reading{Name: name, Rank: reproduce.Inferred, Reason: reason},
			Needs:   rowsOf(highCorrelation, literal), Judge: stairs(work),
		}
	}
	return []reproduce.Criterion{
		of("over iterations", inIterations, "Figure 1 has “accuracy versus the number of iterations and CPU time”, and the "+
			"sentence does not say in which of the curves the stairs are: here per iteration."),
		of("over time", inSeconds, "The other axis of Figure 1: here per second of processor time, of which Step 4 may take "+
			"more or less than Step 3."),
	}
}

// stairs judges the alternation and the two slopes, over iterations or seconds.
func stairs(work string) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		var parts []string
		var effects []evidence.Effect
		for _, where := range highCorrelation {
			row, _ := t.Row(where + "/" + literal)
			turns, add, move := changes.In(row), decades(3, work).In(row), decades(4, work).In(row)
			if len(turns) == 0 {
				return reproduce.Finding{}
			}
			if !(accuracyOf.In(row) <= 1e-2) {
				parts = append(parts, fmt.Sprintf("%s: %.1f changes until its work ends at an accuracy of %.2g", where,
					mean(turns), accuracyOf.In(row)))
				continue
			}
			steep, flat := add, move
			if mean(move) > mean(add) {
				steep, flat = move, add
			}
			effects = append(effects,
				evidence.AtLeast(where+", changes between Steps 3 and 4 beyond six", turns, 6),
				evidence.Paired(where+", decades by the steeper kind of step beyond twice the flatter", steep, scaled(2, flat), 0))
			unit := map[string]string{inIterations: "an iteration", inSeconds: "a second"}[work]
			parts = append(parts, fmt.Sprintf("%s: %.1f changes; decades %s: Step 3 %.2g, Step 4 %.2g", where, mean(turns), unit,
				mean(add), mean(move)))
		}
		if len(effects) == 0 {
			return reproduce.Finding{
				Ours: strings.Join(parts, "; "), Verdict: reproduce.Open, Spread: "what comes after the last iterate is not known",
			}
		}
		return firstOf[t.ID].All(strings.Join(parts, "; "), effects...)
	}
}

// mean is that of numbers, NaN of none.
func mean(values []float64) float64 {
	out, _ := reproduce.MeanSpread(values)
	return out
}
