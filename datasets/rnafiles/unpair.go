package rnafiles

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// crossedBrackets reads brackets of four kinds, each nested in itself: pairs of one kind may cross those of another.
func crossedBrackets(text string) (rna.Structure, error) {
	const opening, closing = "([{<", ")]}>"
	kinds := make([]strings.Builder, len(opening))
	for i := range len(text) {
		for k := range kinds {
			switch c := text[i]; {
			case c == opening[k]:
				kinds[k].WriteByte('(')
			case c == closing[k]:
				kinds[k].WriteByte(')')
			case strings.IndexByte(opening+closing, c) >= 0:
				kinds[k].WriteByte('.')
			default:
				kinds[k].WriteByte(c)
			}
		}
	}
	var all rna.Structure
	for k := range kinds {
		y, err := rna.ParseStructure(kinds[k].String())
		if err != nil {
			return nil, fmt.Errorf("%c %c: %w", opening[k], closing[k], err)
		}
		if all == nil {
			all = y
		}
		for i, j := range y {
			if j >= 0 {
				all[i] = j
			}
		}
	}
	return all, nil
}

// unpair takes out pairs of other bases than AU, CG and GU, and then, until none cross, that which crosses most others,
// the first of several; it says how many. Partners must be mutual.
//
// Source: Smit, Rother, Heringa, Knight, From Knotted to Nested RNA Structures, RNA 2008, the heuristic that eliminates
// conflicts, for single pairs.
func unpair(x rna.Sequence, y rna.Structure) (taken int) {
	var left []int // where pairs begin
	for i, j := range y {
		switch {
		case j < i:
		case (rna.Structure{1, 0}).Check(rna.Sequence{x[i], x[j]}) != nil:
			y[i], y[j] = -1, -1
			taken++
		default:
			left = append(left, i)
		}
	}
	cross := func(i, k int) bool {
		i, k = min(i, k), max(i, k)
		return y[k] >= 0 && k < y[i] && y[i] < y[k]
	}
	crossings := make([]int, len(left))
	for a, i := range left {
		for _, k := range left {
			if i != k && cross(i, k) {
				crossings[a]++
			}
		}
	}
	for {
		worst := -1
		for a := range left {
			if crossings[a] > 0 && (worst < 0 || crossings[a] > crossings[worst]) {
				worst = a
			}
		}
		if worst < 0 {
			return taken
		}
		i := left[worst]
		for a, k := range left {
			if k != i && cross(i, k) {
				crossings[a]--
			}
		}
		y[i], y[y[i]] = -1, -1
		crossings[worst] = 0
		taken++
	}
}
