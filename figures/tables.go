package figures

import "github.com/proxlab/proxlab/figures/table"

// Table is a table of text, of package table.
type Table = table.Table

// Column is the heading of one of its columns.
type Column = table.Column

// Columns returns columns of these titles. All but the first left ones and the last hold numbers, flush right.
func Columns(left int, titles ...string) []Column { return table.Columns(left, titles...) }

// Number formats a number, with so many decimals; a dash where there is none.
func Number(v float64, digits int) string { return table.Number(v, digits) }
