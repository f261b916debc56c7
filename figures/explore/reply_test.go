package explore_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures/explore"
)

// double answers twice a number, and fails on request.
var double = explore.Explorable{
	Name: "double",
	Controls: []explore.Control{
		{Kind: explore.Slider, Name: "x", Label: "x", Min: 1, Max: 10, Start: 3},
		{Kind: explore.Choice, Name: "how", Label: "how", Options: []string{"well", "badly", "panic"}, Word: "well"},
	},
	Answer: func(_ context.Context, v explore.Values) (a explore.Answer, err error) {
		switch v.Words["how"] {
		case "badly":
			return a, errors.New("no solution")
		case "panic":
			panic("a fault")
		}
		a.Facts = []explore.Fact{{Name: "twice", Value: 2 * v.Numbers["x"]}, {Name: "unknown", Value: math.NaN()}}
		a.Panels = []explore.Panel{{Series: []explore.Series{{X: []float64{1, 2, 3}, Y: []float64{1, math.Inf(1), 3}}}}}
		return a, nil
	},
}

func TestReply(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, values, want string }{
		{"double", `{"Numbers":{"x":4}}`, `"twice","Value":8`},
		{"double", `{}`, `"twice","Value":6`}, // where the controls start
		{"double", `{"Numbers":{"x":11}}`, "it goes from 1 to 10"},
		{"double", `{"Words":{"how":"never"}}`, "well, badly, panic"},
		{"double", `{"Words":{"how":"badly"}}`, "no solution"},
		{"double", `{"Words":{"how":"panic"}}`, "a fault"},
		{"double", `{`, "values of double"},
		{"other", `{}`, "export it again"},
	} {
		got := explore.Reply(t.Context(), []explore.Explorable{double}, c.name, c.values)
		if !strings.Contains(got, c.want) || !json.Valid([]byte(got)) {
			t.Errorf("%s %s: %s, which lacks %q", c.name, c.values, got, c.want)
		}
	}
	// What JSON cannot hold is left out.
	var got struct{ Answer explore.Answer }
	text := explore.Reply(t.Context(), []explore.Explorable{double}, "double", "{}")
	if err := json.Unmarshal([]byte(text), &got); err != nil || len(got.Answer.Facts) != 1 ||
		len(got.Answer.Panels[0].Series[0].X) != 2 {
		t.Errorf("%s: %v", text, err)
	}
}

func TestReplyAgain(t *testing.T) {
	t.Parallel()
	again := double
	again.Again = func(v explore.Values) (explore.Again, error) {
		return explore.Again{Command: fmt.Sprintf("proxlab double %g", v.Numbers["x"])}, nil
	}
	for _, c := range []struct{ values, want string }{
		{`{"Numbers":{"x":4}}`, `"proxlab double 4"`}, {`{}`, `"proxlab double 3"`}, {`{"Numbers":{"x":11}}`, "from 1 to 10"},
	} {
		got := explore.ReplyAgain([]explore.Explorable{again}, "double", c.values)
		if !strings.Contains(got, c.want) || !json.Valid([]byte(got)) {
			t.Errorf("%s: %s, which lacks %q", c.values, got, c.want)
		}
	}
}
