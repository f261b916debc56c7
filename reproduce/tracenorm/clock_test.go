package tracenorm

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/reproduce"
)

// butTimes compares two records but for what a clock measured.
var butTimes = cmp.Options{
	cmpopts.IgnoreFields(reproduce.Record{}, "Seconds", "Started"),
	cmpopts.IgnoreFields(reproduce.Config{}, "Progress"),
	cmpopts.IgnoreUnexported(reproduce.Row{}),
	cmp.Transformer("columns", func(c reproduce.Curve) map[string][]float64 {
		out := map[string][]float64{}
		for k, name := range c.Columns {
			out[name] = c.Values[k]
		}
		return out
	}),
	cmpopts.IgnoreMapEntries(func(name string, _ any) bool { return Study.TimedValue(name) }),
	cmpopts.IgnoreSliceElements(func(c reproduce.Claim) bool { return Study.TimedClaim(c.ID) }),
	cmpopts.EquateNaNs(),
}

// timedHeading is that of a column of times.
var timedHeading = regexp.MustCompile(`\(s\)|[Ss]econds|[Tt]ime|faster|: s$|^(in|at) s$`)

// withoutTimes leaves out the columns and tables that are shown and have times.
func withoutTimes(all []figures.Table) (out []figures.Table) {
	for _, t := range all {
		if strings.HasPrefix(t.Title, "Time of ") {
			continue
		}
		var rows [][]string
		for _, row := range t.Rows {
			var left []string
			for k, c := range t.Columns {
				if !timedHeading.MatchString(c.Title) {
					left = append(left, row[k])
				}
			}
			rows = append(rows, left)
		}
		t.Rows = rows
		out = append(out, t)
	}
	return out
}

// tiny is the study on smaller data and with shorter races, timed by a clock.
func tiny(clock func() float64) reproduce.Study {
	s := Study
	s.Plan = func(d *reproduce.Draft) error {
		p := protocolOf(d.Config)
		p.classes.Features, p.classes.Classes = 20, 12
		for k := range p.sets {
			for m := range p.sets[k].budgets {
				p.sets[k].budgets[m] /= []int{5, 20, 20}[k]
			}
			p.sets[k].shares = p.sets[k].shares[:4]
			p.sets[k].side, p.sets[k].classes = p.sets[k].side/2, p.sets[k].classes/4
		}
		return draft(d, p, clock)
	}
	return s
}

// TestNumbersDoNotDependOnTheClock runs a panel of Figure 1 and a column of Figure 2 by two clocks.
func TestNumbersDoNotDependOnTheClock(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic, "heavy-0.9", conjoint1)
	c.Folder = ""
	by := func(clock func() float64) *reproduce.Record {
		rec, err := tiny(clock).Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		return rec
	}
	calls := 0.
	rec := by(machine.ProcessorSeconds)
	slow := by(func() float64 { calls++; return 5*machine.ProcessorSeconds() + calls })
	if d := cmp.Diff(rec, slow, butTimes); d != "" {
		t.Errorf("by a slower clock:\n%s", d)
	}
	if d := cmp.Diff(withoutTimes(Study.Tables(rec)), withoutTimes(Study.Tables(slow))); d != "" {
		t.Errorf("tables shown by a slower clock:\n%s", d)
	}
	for _, id := range []string{"heavy-0.9/" + sound, "heavy-0.9/" + proxThin} {
		a, _ := rec.Table(tableFigure1Sound).Row(id)
		b, _ := slow.Table(tableFigure1Sound).Row(id)
		if !(secondsOf.In(b) > 5*secondsOf.In(a)) {
			t.Errorf("%s: %g s, by a slower clock %g s", id, secondsOf.In(a), secondsOf.In(b))
		}
	}
}
