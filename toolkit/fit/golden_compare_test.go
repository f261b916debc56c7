package fit_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// goldenCase is what came of a problem.
type goldenCase struct {
	Name      string
	Refused   bool         `json:",omitempty"`
	LambdaMax number       `json:",omitempty"`
	Lambdas   []float64    `json:",omitempty"`
	Fits      []goldenFit  `json:",omitempty"`
	Folds     *goldenFolds `json:",omitempty"`

	why string // it was refused
}

// goldenFit is a fit. Zeros has the lengths of runs of weights that are not 0 and that are, in turns, Unsure those of
// weights of which this is certain and of others; Least and Lower are the best objective and lower bound known.
type goldenFit struct {
	Method, Status, Kind string
	Objective, Gap       number
	Iterations           int
	Hash                 string
	Weights              []number // the first that are not 0
	Zeros, Unsure        []int    `json:",omitempty"`
	Least, Lower         number
}

// goldenFolds is a cross-validation.
type goldenFolds struct {
	Error             []number
	Best, OneStdError int
	Fits, Converged   int
	Hash              string
}

// checkBits: everything is as it was.
func checkBits(t *testing.T, was, now goldenCase) {
	t.Helper()
	if was.Refused != now.Refused || was.LambdaMax != now.LambdaMax || len(was.Fits) != len(now.Fits) {
		t.Fatalf("%+v, now %+v %s", was, now, now.why)
	}
	for k := range now.Fits {
		if f, g := was.Fits[k], now.Fits[k]; !f.same(g) {
			t.Errorf("%d: P = %.17g, gap %.3g, %d iterations by %s (%s, %s), now P = %.17g, gap %.3g, %d by %s (%s, %s)", k,
				f.Objective, f.Gap, f.Iterations, f.Method, f.Status, f.Hash,
				g.Objective, g.Gap, g.Iterations, g.Method, g.Status, g.Hash)
		}
	}
	if was.Folds != nil && was.Folds.Hash != now.Folds.Hash {
		t.Errorf("%+v, now %+v", *was.Folds, *now.Folds)
	}
}

// same tells whether two fits are so to the bit.
func (f goldenFit) same(g goldenFit) bool {
	bits := func(a, b number) bool {
		return math.Float64bits(float64(a)) == math.Float64bits(float64(b)) ||
			math.IsNaN(float64(a)) && math.IsNaN(float64(b))
	}
	return f.Hash == g.Hash && bits(f.Objective, g.Objective) && bits(f.Gap, g.Gap) && f.Iterations == g.Iterations &&
		f.Method == g.Method && f.Status == g.Status && f.Kind == g.Kind
}

// checkClose: the answers are as good and as quick as they were.
func checkClose(t *testing.T, was, now goldenCase, ties bool) {
	t.Helper()
	if was.Refused != now.Refused || len(was.Fits) != len(now.Fits) {
		t.Fatalf("refused %t with %d fits, now %t with %d: %s", was.Refused, len(was.Fits), now.Refused, len(now.Fits),
			now.why)
	}
	if off := math.Abs(float64(now.LambdaMax - was.LambdaMax)); off > 1e-6*float64(was.LambdaMax) {
		t.Errorf("λ_max is %.17g, now %.17g", was.LambdaMax, now.LambdaMax)
	}
	for k := range now.Fits {
		for _, wrong := range was.Fits[k].against(now.Fits[k], ties) {
			t.Errorf("fit %d by %s: %s", k, now.Fits[k].Method, wrong)
		}
	}
	if was.Folds != nil {
		was.Folds.check(t, now.Folds)
	}
}

// roundingShare is how much of an objective may be rounding.
const roundingShare = 1e-12

// against says what is worse than it was. Where there are ties, supports may be others.
func (f goldenFit) against(now goldenFit, ties bool) (wrong []string) {
	say := func(bad bool, format string, args ...any) {
		if bad {
			wrong = append(wrong, fmt.Sprintf(format, args...))
		}
	}
	say(f.Method != now.Method || f.Status != now.Status || f.Kind != now.Kind, "was %s by %s (%s), now %s by %s (%s)",
		f.Status, f.Method, f.Kind, now.Status, now.Method, now.Kind)
	most := max(f.Iterations+f.Iterations/10, f.Iterations+1)
	say(now.Iterations > most, "%d iterations, now %d", f.Iterations, now.Iterations)
	rounding := number(roundingShare*math.Abs(float64(f.Objective)) + 1e-18)
	off := number(math.Abs(float64(now.Objective - f.Objective)))
	if model.GapKind(f.Kind) == model.DualityGap {
		say(!(off <= f.Gap+now.Gap+rounding), "P = %.17g, now %.17g, gaps %.3g and %.3g", f.Objective, now.Objective, f.Gap,
			now.Gap)
		say(!(now.Gap >= now.Objective-f.Least-rounding), "the gap is %.3g, and P − P* at least %.3g", now.Gap,
			now.Objective-f.Least)
		say(!(now.Objective >= f.Lower-rounding), "P = %.17g is below the bound %.17g", now.Objective, f.Lower)
	} else {
		say(!(off <= 2*(f.Objective-f.Least)+1000*rounding), "P = %.17g, now %.17g, no gap", f.Objective, now.Objective)
	}
	before, after, unsure := spread(f.Zeros), spread(now.Zeros), spread(f.Unsure)
	say(len(before) != len(after), "%d weights, now %d", len(before), len(after))
	for j := 0; j < min(len(before), len(after)); j++ {
		if !ties && before[j] != after[j] && !(j < len(unsure) && unsure[j]) {
			say(true, "weight %d: 0 %t, now %t", j, before[j], after[j])
			break
		}
	}
	return wrong
}

// foldsShare is how far errors of a cross-validation may differ: models are as exact as their tolerance.
const foldsShare = 1e-4

func (v goldenFolds) check(t *testing.T, now *goldenFolds) {
	t.Helper()
	if v.Best != now.Best || v.OneStdError != now.OneStdError || v.Fits != now.Fits || v.Converged != now.Converged {
		t.Errorf("%+v, now %+v", v, *now)
	}
	for k, e := range v.Error {
		if off := math.Abs(float64(now.Error[k] - e)); !(off <= foldsShare*math.Abs(float64(e))) {
			t.Errorf("the error at %d is %.17g, now %.17g", k, e, now.Error[k])
		}
	}
}

// goldenTable gathers how far fits are from what they were.
type goldenTable struct {
	rows       []goldenRow
	same, fits int
}

// goldenRow is a fit: |ΔP|/|P|, the gaps over |P|, and iterations now and before.
type goldenRow struct {
	name         string
	off, gap     float64
	was, now     int
	before, part float64
}

func (t *goldenTable) add(was, now goldenCase) {
	for k := 0; k < min(len(was.Fits), len(now.Fits)); k++ {
		f, g := was.Fits[k], now.Fits[k]
		t.fits++
		if f.same(g) {
			t.same++
			continue
		}
		size := math.Abs(float64(f.Objective)) + 1e-300
		t.rows = append(t.rows, goldenRow{
			fmt.Sprintf("%s/%d", was.Name, k), math.Abs(float64(g.Objective-f.Objective)) / size, float64(g.Gap) / size,
			f.Iterations, g.Iterations, float64(f.Gap) / size,
			float64(g.Iterations) / float64(max(1, f.Iterations)),
		})
	}
}

// summary is how many are the same, and the largest differences.
func (t *goldenTable) summary(whole bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d fits are the same to the bit", t.same, t.fits)
	if !whole || len(t.rows) == 0 {
		return b.String()
	}
	for _, by := range []struct {
		what string
		of   func(r goldenRow) float64
	}{
		{"differences of P", func(r goldenRow) float64 { return r.off }},
		{"gaps", func(r goldenRow) float64 { return r.gap }},
		{"iterations over those before", func(r goldenRow) float64 { return r.part }},
	} {
		slices.SortStableFunc(t.rows, func(r, s goldenRow) int { return cmp.Compare(by.of(s), by.of(r)) })
		fmt.Fprintf(&b, "\n\nthe largest %s\n| problem | ΔP/P | gap/P | before | iterations | before |\n", by.what)
		for _, r := range t.rows[:min(20, len(t.rows))] {
			fmt.Fprintf(&b, "| %s | %.2g | %.2g | %.2g | %d | %d |\n", r.name, r.off, r.gap, r.before, r.now, r.was)
		}
	}
	return b.String()
}

// runs are the lengths of runs of false and true, in turns.
func runs(of []bool) (out []int) {
	last, count := false, 0
	for _, v := range of {
		if v != last {
			out, last, count = append(out, count), v, 0
		}
		count++
	}
	return append(out, count)
}

func spread(lengths []int) (out []bool) {
	for k, count := range lengths {
		out = append(out, slices.Repeat([]bool{k%2 == 1}, count)...)
	}
	return out
}

// number is a float64 whose NaN and infinities have a name in JSON.
type number float64

func (x number) MarshalJSON() ([]byte, error) {
	v := float64(x)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return json.Marshal(strconv.FormatFloat(v, 'g', -1, 64))
	}
	return json.Marshal(v)
}

func (x *number) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseFloat(strings.Trim(string(b), `"`), 64)
	*x = number(v)
	return err
}

// ties tells whether minima are many, with supports of their own: probabilities of classes do not change where a
// number is added to the weights of a feature for all of them, nor does Σ|w_j| between two of an even number.
func (c drawnCase) ties() bool {
	s, data := c.draw()
	_, classes := s.Loss.(loss.Multinomial)
	_, single := s.Penalty.(prox.L1)
	labels := map[float64]bool{}
	for _, y := range data.Y {
		labels[y] = true
	}
	return classes && single && s.Mu == 0 && len(labels)%2 == 0
}
