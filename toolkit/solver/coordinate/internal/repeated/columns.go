// Package repeated leaves columns out of working sets that repeat others.
package repeated

import (
	"cmp"
	"math"
	"slices"
)

// Columns remembers, of the columns that sets had, which repeat others. The zero value remembers none.
type Columns struct {
	first  []int  // by column: 1 and the first one that it repeats, or itself; 0 where no set had it
	firsts []int  // those that repeat none before them, by their slopes
	some   bool   // some repeat others
	had    []bool // by first: for Single
}

// Of tells what columns are, in the same way whenever it is asked.
type Of struct {
	Slope   func(k int) float64 // of columns that repeat each other the same but for rounding
	Near    func(k int) float64 // how far such slopes may be apart
	Repeats func(j, k int) bool // whether one of two columns is the other
}

// mostAsked is how many columns of about the same slope one is compared with on either side.
const mostAsked = 4

// Single is a set, ascending, without the columns that are not active and repeat another of it.
func (c *Columns) Single(set []int, of Of, active func(k int) bool) []int {
	if len(set) == 0 {
		return set
	}
	if most := set[len(set)-1] + 1 - len(c.first); most > 0 {
		c.first, c.had = append(c.first, make([]int, most)...), append(c.had, make([]bool, most)...)
	}
	for _, k := range set {
		if c.first[k] == 0 {
			c.first[k] = 1 + c.find(k, of)
		}
	}
	if !c.some {
		return set
	}
	for _, k := range set {
		c.had[c.first[k]-1] = false
	}
	for _, k := range set {
		c.had[c.first[k]-1] = c.had[c.first[k]-1] || active(k)
	}
	return slices.DeleteFunc(slices.Clone(set), func(k int) (repeats bool) {
		had := &c.had[c.first[k]-1]
		repeats, *had = *had && !active(k), true
		return repeats
	})
}

// find is the first column so far that one repeats, or that one.
func (c *Columns) find(k int, of Of) int {
	slope, near := of.Slope(k), of.Near(k)
	at, _ := slices.BinarySearchFunc(c.firsts, slope, func(j int, slope float64) int {
		return cmp.Compare(of.Slope(j), slope)
	})
	for _, j := range c.firsts[max(0, at-mostAsked):min(len(c.firsts), at+mostAsked)] {
		if math.Abs(of.Slope(j)-slope) <= near && of.Repeats(j, k) {
			c.some = true
			return j
		}
	}
	c.firsts = slices.Insert(c.firsts, at, k)
	return k
}
