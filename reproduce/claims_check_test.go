package reproduce_test

import (
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// whole returns a study whose only claim has all there is to say of it, and a record that it is judged on.
func whole() (reproduce.Study, *reproduce.Record) {
	c := reproduce.Criterion{
		ID: "C1", Statement: "It is found.", Where: "section 1", Paper: "always", Rule: "0.5 is below 1", Table: "t",
		Figure: "f", Judge: func(*reproduce.Table, *reproduce.Record) reproduce.Finding {
			return reproduce.Decided("0.5 < 1", true, reproduce.NothingDrawn)
		},
	}
	f := figures.Lines{Meta: figures.Meta{ID: "f"}}
	return reproduce.Study{
		Name: "s", Layouts: []reproduce.Layout{{ID: "t"}}, Claims: []reproduce.Criterion{c},
		Figures: func(*reproduce.Record) []figures.Figure { return []figures.Figure{f} },
	}, sampleRecord()
}

// TestClaimsAreWhole: a claim that lacks one of its parts is refused by name, and so are two that contradict each
// other.
func TestClaimsAreWhole(t *testing.T) {
	t.Parallel()
	s, rec := whole()
	if err := reproduce.CheckClaims(s, rec); err != nil {
		t.Fatal(err)
	}
	raw := reproduce.Reading{Name: "raw", Rank: reproduce.Ours, Reason: "The paper is silent."}
	for want, spoil := range map[string]func(c *reproduce.Criterion){
		"lacks its id":                     func(c *reproduce.Criterion) { c.ID = "" },
		"lacks its statement":              func(c *reproduce.Criterion) { c.Statement = "" },
		"lacks its place":                  func(c *reproduce.Criterion) { c.Where = "" },
		"lacks its paper's value":          func(c *reproduce.Criterion) { c.Paper = "" },
		"lacks its criterion":              func(c *reproduce.Criterion) { c.Rule = "" },
		"lacks its table":                  func(c *reproduce.Criterion) { c.Table = "" },
		"lacks its figure":                 func(c *reproduce.Criterion) { c.Figure = "" },
		"lacks its judge":                  func(c *reproduce.Criterion) { c.Judge = nil },
		"lacks its reason for its reading": func(c *reproduce.Criterion) { c.Reading.Name = "raw" },
		"there is no such table":           func(c *reproduce.Criterion) { c.Table = "u" },
		"lacks its rank of its reading": func(c *reproduce.Criterion) {
			c.Reading = reproduce.Reading{Name: "raw", Reason: "x"}
		},
		"lacks its figure g": func(c *reproduce.Criterion) { c.Figure = "g" },
		"lacks its spread": func(c *reproduce.Criterion) {
			c.Judge = func(*reproduce.Table, *reproduce.Record) reproduce.Finding {
				return reproduce.Decided("0.5 < 1", true, "")
			}
		},
	} {
		s, rec := whole()
		spoil(&s.Claims[0])
		if err := reproduce.CheckClaims(s, rec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	for want, other := range map[string]func(c reproduce.Criterion) reproduce.Criterion{
		"is there twice": func(c reproduce.Criterion) reproduce.Criterion { return c },
		"says another thing of the paper than on t": func(c reproduce.Criterion) reproduce.Criterion {
			c.Statement = "It is not found."
			return c
		},
		"some of its readings have no name": func(c reproduce.Criterion) reproduce.Criterion { return c.Under(raw) },
	} {
		s, rec := whole()
		s.Claims = append(s.Claims, other(s.Claims[0]))
		if err := reproduce.CheckClaims(s, rec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestClaimsInFull(t *testing.T) {
	t.Parallel()
	s, rec := whole()
	open := s.Claims[0].Under(reproduce.Reading{Name: "raw", Rank: reproduce.Ours, Reason: "The paper is silent."})
	open.Judge = func(*reproduce.Table, *reproduce.Record) reproduce.Finding {
		return reproduce.Finding{Ours: "0.9 < 1", Verdict: reproduce.Open, Spread: "± 0.2", Needed: 12}
	}
	s.Claims = []reproduce.Criterion{open}
	want := `C1, of study s

“It is found.”
(section 1)

The paper's value: always.

It holds where 0.5 is below 1:

- t, raw (ours): open on real data
  ours: 0.9 < 1
  spread: ± 0.2
  open: About 12 replications would decide it.
  reading: The paper is silent.
  figure: f
  command: proxlab reproduce s --scale paper --only t
`
	if got := reproduce.ClaimsInFull(s.Judge(rec)); got != want {
		t.Errorf("got %s", got)
	}
}
