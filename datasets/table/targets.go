package table

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/encode"
)

// special takes targets, weights and tasks, and says which rows lack one of them; these are left out where missing
// cells may be. Faults count columns by slots.
func (c *reader) special() (faults encode.Faults, gone []bool) {
	lenient := c.lenient()
	for k := range c.others {
		slot := len(c.table.Columns) + k
		column, kind := &c.others[k], c.kinds[c.used[slot]]
		add := func(line int, msg string) {
			faults = append(faults, &encode.Fault{Column: slot, Name: column.Name, Line: line, Msg: msg})
		}
		if kind == kept {
			c.set(kind, k)
			continue
		}
		if kind == target && c.options.TextLabels {
			c.emptyLabels(k, lenient)
		}
		if column.Missing > 0 && !lenient {
			add(column.GapLine(), column.Gap("fill it in, or leave the line out (--missing drop)"))
		}
		if column.Missing > 0 && lenient {
			gone = orMissing(gone, c.values[k])
		}
		if column.Texts > 0 {
			if msg := c.strange(kind, column); msg != "" {
				add(column.FirstLine(), msg)
				continue
			}
		}
		c.set(kind, k)
	}
	return faults, gone
}

// set puts values into the frame.
func (c *reader) set(kind columnKind, k int) {
	column := &c.others[k]
	switch kind {
	case target:
		c.out.Y = c.values[k]
		if c.options.TextLabels && column.Texts > 0 {
			c.labels(column)
		}
	case kept:
		c.keep(column, frame.Texts(c.values[k], func(v float64) (word string) {
			if at, text := encode.WordOf(v); text {
				word = column.Words[at]
			}
			return word
		}))
	case weights:
		c.out.Weights = c.values[k]
	case task:
		c.out.Task = make([]int64, len(c.values[k]))
		for i, v := range c.values[k] {
			if !math.IsNaN(v) {
				c.out.Task[i] = int64(v)
			}
		}
	}
}

// keep puts a column that is kept beside where options have its name, or its number.
func (c *reader) keep(column *encode.Column, words []string) {
	for k, name := range c.options.Keep {
		if frame.IsVectorFile(name) {
			continue
		}
		if j, err := c.find(name); err == nil && c.nameOf(j) == column.Name {
			c.out.KeepAs(c.options, k, words)
		}
	}
}

// labels makes targets that are words count these, which ascend.
func (c *reader) labels(column *encode.Column) {
	used := make([]bool, len(column.Words))
	for _, v := range c.out.Y {
		if word, text := encode.WordOf(v); text {
			used[word] = true
		}
	}
	c.out.Labels = []string{}
	for k, w := range column.Words {
		if used[k] {
			c.out.Labels = append(c.out.Labels, w)
		}
	}
	slices.Sort(c.out.Labels)
	if a, b, alike := encode.Alike(c.out.Labels); alike {
		c.notice("the labels %s and %s differ in capitals alone: if they are one, write them so", a, b)
	}
	number := make([]float64, len(column.Words))
	for k, w := range column.Words {
		at, _ := slices.BinarySearch(c.out.Labels, w)
		number[k] = float64(at)
	}
	for i, v := range c.out.Y {
		if word, text := encode.WordOf(v); text {
			c.out.Y[i] = number[word]
		}
	}
}

// emptyLabels makes labels that are words for a missing value missing, where others are numbers, or where missing cells
// may be.
func (c *reader) emptyLabels(k int, lenient bool) {
	column := &c.others[k]
	exact := c.layout.modes[c.used[len(c.table.Columns)+k]] == exactly
	numbers := column.Numbers > 0 || exact && slices.ContainsFunc(column.Words, source.IsNumber)
	if !lenient && !numbers {
		return
	}
	for i, v := range c.values[k] {
		word, text := encode.WordOf(v)
		if !text || !isMissing(column.Words[word]) {
			continue
		}
		c.values[k][i] = math.NaN()
		column.Missing++
		column.Texts--
		if len(column.MissingLines) == 0 {
			column.MissingLines = []int{column.Lines[word]}
		}
	}
}

// orMissing marks rows of missing values.
func orMissing(gone []bool, values []float64) []bool {
	if gone == nil {
		gone = make([]bool, len(values))
	}
	for i, v := range values {
		_, text := encode.WordOf(v)
		gone[i] = gone[i] || math.IsNaN(v) && !text
	}
	return gone
}
