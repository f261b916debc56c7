// Package working chooses working sets.
package working

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// A working set has at least about so many weights, and so many times the blocks that are not 0.
const (
	FirstSet  = 100
	SetGrowth = 2
)

// mostRoom is how many blocks there is room for at first: most have a score of +Inf, as a rule.
const mostRoom = 512

// Choose are those of so many blocks whose score is −Inf, the support, and with them as many of the least scores as
// make the set as large as size says, of the numbers of both and of those below 0; a block of score +Inf is left out.
func Choose(count int, score func(g int) float64, size func(support, below int) int) []int {
	room := min(count, mostRoom)
	all, scores := make([]int, 0, room), make([]float64, 0, room)
	support, below := 0, 0
	for g := range count {
		v := score(g)
		switch {
		case math.IsInf(v, 1):
			continue
		case math.IsInf(v, -1):
			support++
		case v < 0:
			below++
		}
		all, scores = append(all, g), append(scores, v)
	}
	if most := size(support, below); most < len(all) {
		return Smallest(all, scores, most)
	}
	return all
}

// Smallest are those of some items that have the count smallest scores, in their own order; among equal scores the
// first.
func Smallest(items []int, score []float64, count int) []int {
	limit := vec.Nth(append([]float64(nil), score...), count-1)
	ties := count
	for _, v := range score {
		if v < limit {
			ties--
		}
	}
	out := make([]int, 0, count)
	for k, v := range score {
		switch {
		case v < limit:
			out = append(out, items[k])
		case v == limit && ties > 0:
			out = append(out, items[k])
			ties--
		}
	}
	return out
}
