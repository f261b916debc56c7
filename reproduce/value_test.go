package reproduce_test

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/reproduce"
)

// TestFields: what is declared is filled, read and shown, before and after the record went through JSON.
func TestFields(t *testing.T) {
	t.Parallel()
	type run struct {
		name   string
		losses []float64
	}
	least := reproduce.Shown("least", "least loss", reproduce.Decimals(1),
		func(r run) float64 { return slices.Min(r.losses) })
	count := reproduce.Kept("count", func(r run) int { return len(r.losses) })
	losses := reproduce.Kept("losses", func(r run) []float64 { return r.losses })
	name := reproduce.Shown("name", "method", reproduce.Plain, func(r run) string { return r.name }).
		If(func(r run) bool { return r.name != "" })
	words := reproduce.Kept("words", func(r run) []string { return []string{r.name} })
	fields := reproduce.Fields[run]{name, least, count, losses, words, reproduce.Whole[run]("data", reproduce.Kind)}

	var titles []string
	for _, c := range fields.Columns() {
		titles = append(titles, c.Title)
	}
	if !slices.Equal(titles, []string{"method", "least loss", "data"}) {
		t.Errorf("columns %q", titles)
	}
	row := reproduce.Row{ID: "a", Values: fields.Values(run{"FISTA", []float64{2, 1.5}})}
	text, err := json.Marshal(row)
	if err != nil {
		t.Fatal(err)
	}
	var read reproduce.Row
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	for _, r := range []reproduce.Row{row, read} {
		if least.In(r) != 1.5 || count.In(r) != 2 || !slices.Equal(losses.In(r), []float64{2, 1.5}) ||
			name.In(r) != "FISTA" || !slices.Equal(words.In(r), []string{"FISTA"}) {
			t.Errorf("%v", r.Values)
		}
	}
	nameless := fields.Values(run{"", []float64{1}})
	if keys := slices.Sorted(maps.Keys(nameless)); !slices.Equal(keys, []string{"count", "least", "losses", "words"}) {
		t.Errorf("keys %q", keys)
	}
	var none reproduce.Row
	if !math.IsNaN(least.In(none)) || count.In(none) != -1 || losses.In(none) != nil || name.In(none) != "" {
		t.Error("a row without values has some")
	}
}
