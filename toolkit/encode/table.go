// Package encode turns tables whose columns are numbers, categories, yes or no, and dates, some of them missing, into
// matrices of numbers. An Encoder learns from one table how, and does the same to later ones.
package encode

import (
	"fmt"
	"math"
)

// Table is n rows of cells, in named columns: a cell is a number, a text, or missing.
type Table struct {
	Columns []Column
	rows    int
	blocks  []block
}

// Column is what is known of a column of a Table.
type Column struct {
	Name string
	// Words are the texts that occur, each once, which cells count from 0. Lines are the lines of a file where each was
	// found first; nil where there is no file.
	Words []string
	Lines []int
	// Numbers, Texts and Missing count the cells of each kind; MissingLines are the first lines where one is missing.
	Numbers, Texts, Missing int
	MissingLines            []int
}

// Values is a column of numbers, of which NaN are missing, or of texts, of which empty ones are.
type Values struct {
	Name    string
	Numbers []float64
	Texts   []string
}

// A text is a NaN whose bits count the word: behind this prefix, which math.NaN has not. A missing cell is any other.
const (
	wordPrefix = 0x7ffc << 48
	wordBits   = 1<<50 - 1
)

// Word is the cell that stands for a column's word k.
func Word(k int) float64 { return math.Float64frombits(wordPrefix | uint64(k)) }

// WordOf says which word a cell is; false for numbers and for what is missing.
func WordOf(cell float64) (k int, is bool) {
	bits := math.Float64bits(cell)
	return int(bits & wordBits), bits&^wordBits == wordPrefix
}

// NewTable makes a table of columns, all of one length; numbers must be finite or NaN.
func NewTable(columns ...Values) (*Table, error) {
	t := &Table{}
	n := -1
	for _, c := range columns {
		count := len(c.Numbers)
		if c.Texts != nil {
			count = len(c.Texts)
		}
		switch {
		case c.Texts != nil && c.Numbers != nil:
			return nil, fmt.Errorf("column %q has numbers and texts: one of them is due", c.Name)
		case n >= 0 && count != n:
			return nil, fmt.Errorf("column %q has %d cells where others have %d", c.Name, count, n)
		}
		n = count
	}
	if n < 1 {
		return nil, fmt.Errorf("the table has %d columns and no rows", len(columns))
	}
	t.Columns = make([]Column, len(columns))
	cells := make([]float64, n*len(columns))
	for j, c := range columns {
		if err := t.Columns[j].fill(c, cells[j:], len(columns)); err != nil {
			return nil, err
		}
	}
	t.Append(cells, n, len(t.Columns))
	return t, nil
}

// fill puts a column's values into every step-th of the cells.
func (c *Column) fill(v Values, cells []float64, step int) error {
	c.Name = v.Name
	numbers := map[string]int{}
	for i, text := range v.Texts {
		k, known := numbers[text]
		switch {
		case text == "":
			c.Missing++
			cells[i*step] = math.NaN()
			continue
		case !known:
			k = len(c.Words)
			numbers[text] = k
			c.Words = append(c.Words, text)
		}
		c.Texts++
		cells[i*step] = Word(k)
	}
	for i, number := range v.Numbers {
		switch {
		case math.IsInf(number, 0):
			return fmt.Errorf("column %q: cell %d is %g: leave the row out, or fill it in", v.Name, i+1, number)
		case math.IsNaN(number):
			c.Missing++
			number = math.NaN() // whatever its bits
		default:
			c.Numbers++
		}
		cells[i*step] = number
	}
	return nil
}

// Append adds a copy of rows, cell by cell, which begin every stride cells. What Columns count is the caller's.
func (t *Table) Append(cells []float64, rows, stride int) {
	t.rows += rows
	t.blocks = append(t.blocks, newBlock(cells, rows, len(t.Columns), stride))
}

// Bytes is how much memory the cells take.
func (t *Table) Bytes() int {
	var bytes int
	for _, b := range t.blocks {
		bytes += 8*len(b.cells) + 4*len(b.at) + 8*len(b.ptr)
	}
	return bytes
}

// Rows is how many rows there are.
func (t *Table) Rows() int { return t.rows }

// places are the columns by name; of those of one name the first.
func (t *Table) places() map[string]int {
	out := make(map[string]int, len(t.Columns))
	for j := len(t.Columns) - 1; j >= 0; j-- {
		out[t.Columns[j].Name] = j
	}
	return out
}

// each visits column j.
func (t *Table) each(j int, skip []bool, visit func(cell float64)) {
	w, i := len(t.Columns), 0
	for at := range t.blocks {
		b := &t.blocks[at]
		for k := range b.rows {
			if skip == nil || !skip[i] {
				visit(b.cell(k, j, w))
			}
			i++
		}
	}
}

// CountsRows tells whether column j counts the rows, from 0 or 1.
func (t *Table) CountsRows(j int) (from int, is bool) {
	c := &t.Columns[j]
	if c.Texts+c.Missing > 0 || t.rows < 2 {
		return 0, false
	}
	next, counts := t.blocks[0].cell(0, j, len(t.Columns)), true
	from = int(next)
	t.each(j, nil, func(cell float64) {
		counts = counts && cell == next
		next++
	})
	return from, counts && (from == 0 || from == 1)
}
