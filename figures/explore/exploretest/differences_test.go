package exploretest

import (
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures/explore"
)

const gap = "P − P* ≤"

// answer is one with a curve, and with a certificate where g > 0.
func answer(g, objective float64, said string, y ...float64) explore.Answer {
	a := explore.Answer{Facts: []explore.Fact{{Name: "objective P", Value: objective}}, Said: []string{said}}
	if g > 0 {
		a.Facts = append(a.Facts, explore.Fact{Name: gap, Value: g})
	}
	s := explore.Series{Name: "course"}
	for k, v := range y {
		s.X, s.Y = append(s.X, float64(k+1)), append(s.Y, v)
	}
	a.Panels = []explore.Panel{{Title: "panel", Series: []explore.Series{s}}}
	return a
}

func TestDifferences(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		want, got explore.Answer
		says      string
	}{
		"the same":            {answer(0, 2, "a", 1, 2), answer(0, 2*(1+1e-10), "a", 1, 2), ""},
		"another word":        {answer(0, 2, "a", 1, 2), answer(0, 2, "b", 1, 2), `says ["b"]`},
		"a closed form off":   {answer(0, 2, "a", 1, 2), answer(0, 2+1e-8, "a", 1, 2), "objective P is 2.00000000"},
		"within both gaps":    {answer(1e-6, 2, "a", 1, 2), answer(2e-6, 2+2.9e-6, "a", 1, 2), ""},
		"beyond both gaps":    {answer(1e-6, 2, "a", 1, 2), answer(2e-6, 2+3.1e-6, "a", 1, 2), "objective P is"},
		"a curve off":         {answer(0, 2, "a", 1, 2), answer(0, 2, "a", 1, 2+1e-8), "off by 5e-09"},
		"one with a gap":      {answer(1e-6, 2, "a", 1, 2), answer(1e-6, 2, "a", 1, 2+1e-8), ""},
		"one step more":       {answer(1e-6, 2, "a", 1, 2), answer(1e-6, 2, "a", 1, 2, 3), ""},
		"one point more":      {answer(0, 2, "a", 1, 2), answer(0, 2, "a", 1, 2, 3), "off by +Inf"},
		"no number":           {answer(0, 2, "a", 1, 2), answer(1e-6, 2, "a", 1, 2), "2 facts and 1 panels, not 1 and 1"},
		"no curve":            {answer(0, 2, "a", 1, 2), answer(0, 2, "a"), "off by +Inf"},
		"no course with gaps": {answer(1e-6, 2, "a", 1, 2), answer(1e-6, 2, "a"), "off by +Inf"},
	} {
		all := strings.Join(Differences(c.want, c.got, gap), "; ")
		if c.says == "" && all != "" || !strings.Contains(all, c.says) {
			t.Errorf("%s: %q, wanted %q", name, all, c.says)
		}
	}
}
