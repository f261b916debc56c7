package proxsvm

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/reproduce"
)

// restarts tells, on the set on which the readings of Algorithm 3 end furthest apart, what a restart does.
func restarts(rec *reproduce.Record) string {
	t := rec.Table(tableReadings)
	if t == nil {
		return ""
	}
	var most reproduce.Row
	apart := 1.
	for _, r := range t.Rows {
		if a := losses.median(anew).In(r) / losses.median(through).In(r); a > apart && !math.IsNaN(optimum.In(r)) {
			most, apart = r, a
		}
	}
	if most.Values == nil {
		return ""
	}
	found := guesses.runs(proximal).In(most)
	reached := losses.runs(proximal).In(most)
	return fmt.Sprintf("What a restart does: its first steps are as long as the very first, and can throw w beyond the "+
		"next R as well, so that R runs up to 1/√λ, and the steps, which rest on R, stay long. On %s R ends at %.4g without "+
		"restarts, from %.4g to %.4g over the runs where w stays, and at %.4g from w = 0, beside ‖w*‖ = %.4g; the losses, "+
		"beside P* = %.4f, are %.4f, %.4f to %.4f, and %.4f.", most.ID, guesses.median(through).In(most), floats.Min(found),
		floats.Max(found), guesses.median(anew).In(most), atBest.In(most), optimum.In(most),
		losses.median(through).In(most), floats.Min(reached), floats.Max(reached), losses.median(anew).In(most))
}

// whichReading tells by w8a which reading gave the paper's numbers, and what the others do there.
func whichReading(rec *reproduce.Record) string {
	r, ok := rec.Table(tableReadings).Row("w8a")
	if !ok || r.Status() != "" {
		return ""
	}
	text := fmt.Sprintf("Which reading made Table 1: on w8a the paper has a loss of %.4f in %.0f passes, and ours are "+
		"%.4f in %s where w stays, %.4f in %s from w = 0, and %.4f in %s without restarts, where R ends at %.4g.",
		printedLoss.key(proximal).In(r), printedPasses.key(proximal).In(r), losses.median(proximal).In(r),
		count(passesTo99.median(proximal).In(r)), losses.median(anew).In(r), count(passesTo99.median(anew).In(r)),
		losses.median(through).In(r), count(passesTo99.median(through).In(r)), guesses.median(through).In(r))
	norm := atBest.In(r)
	if guesses.median(through).In(r) < norm && losses.median(proximal).In(r) < losses.median(through).In(r) {
		text += fmt.Sprintf(" That is short of ‖w*‖ = %.4g: where R runs away a restart does harm, and where R is too "+
			"small it does good.", norm)
	}
	return text
}

// unlikeRows sets sector beside the one row on which the paper's Proximal is last by far.
func unlikeRows(rec *reproduce.Record) string {
	r, ok := rec.Table(tableReadings).Row("sector")
	if !ok || r.Status() != "" {
		return ""
	}
	rcv1 := specOf("rcv1").paper
	return fmt.Sprintf("On rcv1 the paper's Proximal ends at %.4f, where Adaptive ends at %.4f. On sector, whose rows "+
		"are of one length like those of rcv1, Proximal ends at %.4f where w stays and at %.4f without restarts, and "+
		"Adaptive at %.4f.",
		rcv1.loss[2], rcv1.loss[1], losses.median(proximal).In(r), losses.median(through).In(r),
		losses.median(adaptive).In(r))
}
