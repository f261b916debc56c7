package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// level is the error of the tests of a group of cells, of all together.
const level = 0.05

// cell is a number of a group that is compared: its value, and its draws where there are several.
type cell struct {
	row, column int
	value       float64
	draws       []float64
}

// bold tells which cells are the best of their column or row or, where there are draws, not told from it by a paired t
// test, and says so. Holm's correction is for all comparisons with one best (Scandinavian Journal of Statistics 6,
// 1979).
func (t Table) bold() (bold map[[2]int]bool, said string) {
	bold = map[[2]int]bool{}
	pairs := [2]int{math.MaxInt, 0}
	group := func(cells []cell, best Best) {
		for _, c := range ties(cells, best, &pairs) {
			bold[[2]int{c.row, c.column}] = true
		}
	}
	var of []string
	for c, column := range t.Columns {
		if column.Best != Unranked {
			of = append(of, "column")
			group(t.cells(t.everyRow(c)), column.Best)
		}
	}
	if t.BestInRows != Unranked {
		of = append(of, "row")
		for r := range t.Rows {
			var places [][2]int
			for c, column := range t.Columns {
				if column.Right {
					places = append(places, [2]int{r, c})
				}
			}
			group(t.cells(places), t.BestInRows)
		}
	}
	if len(bold) == 0 {
		return bold, ""
	}
	said = "Bold: best of its " + strings.Join(slices.Compact(of), " or ")
	if pairs[1] > 0 {
		n := strconv.Itoa(pairs[1])
		if pairs[0] < pairs[1] {
			n = fmt.Sprintf("%d to %d", pairs[0], pairs[1])
		}
		said += fmt.Sprintf(", or not told from it by a paired t test (two-sided, %s pairs, %g %% with Holm's correction)", n,
			100*level)
	}
	return bold, said + "."
}

func (t Table) everyRow(c int) (places [][2]int) {
	for r := range t.Rows {
		places = append(places, [2]int{r, c})
	}
	return places
}

// cells are the places that have numbers: the mean of their draws, or what is written there.
func (t Table) cells(places [][2]int) (out []cell) {
	for _, p := range places {
		c := cell{row: p[0], column: p[1]}
		if t.Draws != nil && len(t.Draws[c.row][c.column]) > 0 {
			c.draws = t.Draws[c.row][c.column]
			c.value = stat.Mean(slices.DeleteFunc(slices.Clone(c.draws), math.IsNaN), nil)
		} else {
			written, _, _ := strings.Cut(strings.ReplaceAll(t.Rows[c.row][c.column], "−", "-"), " ±")
			var err error
			if c.value, err = strconv.ParseFloat(written, 64); err != nil {
				continue
			}
		}
		if !math.IsNaN(c.value) {
			out = append(out, c)
		}
	}
	return out
}

// ties are the best cell, what equals it, and what a test does not tell from it; pairs are the least and the greatest
// number of pairs of a test so far.
func ties(cells []cell, best Best, pairs *[2]int) (out []cell) {
	if len(cells) < 2 {
		return nil // there is nothing to be better than
	}
	sign := 1.
	if best == Most {
		sign = -1
	}
	first := slices.MinFunc(cells, func(a, b cell) int { return cmp.Compare(sign*a.value, sign*b.value) })
	type test struct {
		cell
		p float64
	}
	var tests []test
	for _, c := range cells {
		p, n := pairedT(c.draws, first.draws)
		switch {
		case c.value == first.value:
			out = append(out, c)
		case n > 1:
			tests = append(tests, test{c, p})
			pairs[0], pairs[1] = min(pairs[0], n), max(pairs[1], n)
		}
	}
	slices.SortStableFunc(tests, func(a, b test) int { return cmp.Compare(a.p, b.p) })
	for k, x := range tests {
		if x.p > level/float64(len(tests)-k) {
			for _, rest := range tests[k:] {
				out = append(out, rest.cell)
			}
			break
		}
	}
	return out
}

// pairedT is the two-sided p of Student's test that the mean of the differences is 0, and the number of pairs; those
// with a NaN are left out. Lists of different lengths have no pairs.
func pairedT(a, b []float64) (p float64, pairs int) {
	if len(a) != len(b) {
		return 1, 0
	}
	var differences []float64
	for k := range a {
		if d := a[k] - b[k]; !math.IsNaN(d) {
			differences = append(differences, d)
		}
	}
	n := len(differences)
	if n < 2 {
		return 1, n
	}
	mean, deviation := stat.MeanStdDev(differences, nil)
	switch {
	case mean == 0:
		return 1, n
	case deviation == 0:
		return 0, n
	}
	student := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}
	return 2 * student.CDF(-math.Abs(mean)/deviation*math.Sqrt(float64(n))), n
}
