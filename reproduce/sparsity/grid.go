package sparsity

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
)

// grid is a table by the values of some of its columns.
type grid struct {
	rows []reproduce.Row
}

func gridOf(t *reproduce.Table) grid {
	if t == nil {
		return grid{}
	}
	return grid{t.Rows}
}

// position are the values of some columns.
type position map[reproduce.Key[float64]]float64

// where returns the rows that are wanted.
func (g grid) where(wanted func(r reproduce.Row) bool) grid {
	return grid{slices.DeleteFunc(slices.Clone(g.rows), func(r reproduce.Row) bool { return !wanted(r) })}
}

// of returns the rows with this text in a column.
func (g grid) of(column reproduce.Key[string], text string) grid {
	return g.where(func(r reproduce.Row) bool { return column.In(r) == text })
}

// at returns the row with these values of the columns; ok is false where there is none.
func (g grid) at(where position) (reproduce.Row, bool) {
	for _, r := range g.rows {
		match := true
		for k, v := range where {
			match = match && k.In(r) == v
		}
		if match {
			return r, true
		}
	}
	return reproduce.Row{}, false
}

// values returns the values that a column has, rising.
func (g grid) values(column reproduce.Key[float64]) (out []float64) {
	seen := map[float64]bool{}
	for _, r := range g.rows {
		if v := column.In(r); !math.IsNaN(v) && !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return out
}

// course returns a number along the values of a column, other columns fixed; NaN where a row is missing.
func (g grid) course(column, number reproduce.Key[float64], fixed position) (out []float64) {
	for _, r := range g.line(column, fixed) {
		out = append(out, number.In(r)) // NaN of an empty one
	}
	return out
}

// line returns the rows along the values of a column, other columns fixed; where one is missing, an empty one.
func (g grid) line(column reproduce.Key[float64], fixed position) (out []reproduce.Row) {
	for _, v := range g.values(column) {
		where := position{column: v}
		maps.Copy(where, fixed)
		r, _ := g.at(where)
		out = append(out, r)
	}
	return out
}

func list(values []float64, digits int) string {
	parts := make([]string, len(values))
	for k, v := range values {
		parts[k] = fmt.Sprintf("%.*f", digits, v)
	}
	return strings.Join(parts, ", ")
}
