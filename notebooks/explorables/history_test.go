package explorables_test

import (
	"reflect"
	"testing"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/notebooks/explorables"
)

// away are values that differ from those at the start in every slider and choice.
func away(e explore.Explorable) explore.Values {
	v := e.Start()
	for _, c := range e.Controls {
		switch c.Kind {
		case explore.Slider, explore.Play:
			v.Numbers[c.Name] = (2*c.Start + c.Max) / 3
		case explore.Choice:
			v.Words[c.Name] = c.Options[len(c.Options)-1]
		}
	}
	return v
}

// questions move every slider, by every word of every choice.
func questions(e explore.Explorable) (all []explore.Values) {
	words := []map[string]string{nil}
	for _, c := range e.Controls {
		for _, option := range c.Options {
			words = append(words, map[string]string{c.Name: option})
		}
	}
	for _, w := range words {
		for _, c := range e.Controls {
			if c.Kind != explore.Slider && c.Kind != explore.Play {
				continue
			}
			for _, x := range []float64{c.Start, (c.Start + c.Min) / 2, (3*c.Start + c.Max) / 4} {
				all = append(all, explore.Values{Words: w, Numbers: map[string]float64{c.Name: x}})
			}
		}
	}
	return all
}

// TestAnswersHaveNoHistory asks at first with every control moved in between, so that nothing is kept that would do,
// and then straight on: what is kept between answers changes none. There are errors among the answers.
func TestAnswersHaveNoHistory(t *testing.T) {
	t.Parallel()
	for _, e := range explorables.All() {
		all := questions(e)
		var before []explore.Answer
		for _, q := range all {
			_, _ = e.Ask(t.Context(), away(e))
			a, _ := e.Ask(t.Context(), q)
			before = append(before, a)
		}
		for k, q := range all {
			if after, _ := e.Ask(t.Context(), q); !reflect.DeepEqual(before[k], after) {
				t.Errorf("%s: another answer to %v %v the second time", e.Name, q.Numbers, q.Words)
			}
		}
	}
}
