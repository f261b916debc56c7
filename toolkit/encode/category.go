package encode

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/toolkit/encode/dates"
)

// numberText is a number as the text of a level.
func numberText(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Missing tells whether a cell is neither number nor text.
func Missing(cell float64) bool {
	if !math.IsNaN(cell) {
		return false
	}
	_, text := WordOf(cell)
	return !text
}

// category finds the levels of column j: counts them, joins rare ones, and chooses the one without a feature.
func (f *fitter) category(j int, out *Encoding) {
	c := &f.t.Columns[j]
	counts := f.levels(j)
	for level := range counts {
		if !f.valid(j, level) {
			return
		}
	}
	rare := 0
	for level, count := range counts {
		if count < f.o.MinCount && level != other {
			out.Rare = append(out.Rare, level)
			rare += count
			delete(counts, level)
		}
	}
	if slices.Sort(out.Rare); out.Rare != nil {
		counts[other] += rare
	}
	if len(counts) > f.o.MaxLevels {
		f.faults.add(f.t, j, c.FirstLine(), "%d levels (%s) are more than %d: leave the column out (--drop %s), join rare "+
			"levels (--min-count), or allow for more (--max-levels)", len(counts), some(c.Words), f.o.MaxLevels, flag(c.Name))
		return
	}
	for level := range counts {
		out.Levels = append(out.Levels, level)
	}
	slices.Sort(out.Levels)
	frequent := slices.MaxFunc(out.Levels, func(a, b string) int { // of equals the first
		return counts[a] - counts[b]
	})
	if f.o.Missing == Mean || f.o.Missing == Median {
		out.FillLevel = &frequent
	}
	reference, chosen := f.o.Reference[c.Name]
	switch {
	case chosen && !slices.Contains(out.Levels, reference):
		f.faults.add(f.t, j, 0, "%s is no level that could be the reference; there are %s", quote(reference),
			some(out.Levels))
		return
	case !chosen && f.o.AllLevels:
		return
	case !chosen:
		reference = frequent
	}
	out.Reference = &reference
	out.Levels = slices.DeleteFunc(out.Levels, func(l string) bool { return l == reference })
	if len(out.Levels) == 0 {
		out.Levels = nil
	}
}

// levels counts the rows of each level of column j.
func (f *fitter) levels(j int) map[string]int {
	c := &f.t.Columns[j]
	words := make([]int, len(c.Words))
	numbers := map[float64]int{}
	if f.counts != nil { // cells of categories are texts
		words = f.counts[j].Times
	}
	f.t.each(j, f.skip, func(cell float64) {
		k, text := WordOf(cell)
		switch {
		case text:
			words[k]++
		case !math.IsNaN(cell):
			numbers[cell]++
		}
	})
	out := map[string]int{}
	for k, count := range words {
		if count > 0 {
			out[c.Words[k]] += count
		}
	}
	for v, count := range numbers {
		out[numberText(v)] += count
	}
	return out
}

// booleanPairs are the words of yes and no, in small letters.
var booleanPairs = [][]string{{"false", "true"}, {"no", "yes"}, {"f", "t"}, {"n", "y"}, {"off", "on"}}

// booleans is the pair that words belong to; nil if there is none.
func booleans(words []string) []string {
	for _, pair := range booleanPairs {
		if !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(pair, strings.ToLower(w)) }) {
			return pair
		}
	}
	return nil
}

// dated tells whether words are dates of one form.
func dated(words []string) bool {
	if !dates.Is(words[0]) {
		return false
	}
	found, _ := dates.FormsOf(words)
	return len(found) > 0
}

// infinite tells whether a text is a number too large.
func infinite(word string) bool {
	v, err := strconv.ParseFloat(word, 64)
	return err != nil && math.IsInf(v, 0) || err == nil && math.IsInf(v, 0)
}

// decimalComma tells whether a text is a number with a decimal comma.
func decimalComma(word string) bool {
	if strings.Count(word, ",") != 1 || strings.ContainsAny(word, "._xX") {
		return false
	}
	_, err := strconv.ParseFloat(strings.Replace(word, ",", ".", 1), 64)
	return err == nil
}
