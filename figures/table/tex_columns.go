package table

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	texMargin  = 6.            // of a column, in points
	texText    = 100.          // of a column of long texts, or less
	texShare   = texText / 345 // of the page that such a column takes
	texHeading = 7             // letters of a heading that are not broken into lines
)

// boldly begins a cell that is bold. plain.Text leaves no such character in a text.
const boldly = "\x02"

// texTable is a table for so much room; cells that are bold say so.
type texTable struct {
	Table
	room float64
}

// blocks returns the columns of each block: those of text at the left, and as many others as fit.
func (t texTable) blocks() (blocks [][]int) {
	keys := t.keys()
	block := slices.Clone(keys)
	for c := len(keys); c < len(t.Columns); c++ {
		if len(block) > len(keys) && t.taken(append(slices.Clip(block), c)) > t.room {
			blocks, block = append(blocks, block), slices.Clone(keys)
		}
		block = append(block, c)
	}
	return append(blocks, block)
}

// taken is how wide columns are beside one another, or less: there is no margin at the ends, and siunitx takes some
// points more for powers of ten.
func (t texTable) taken(columns []int) float64 {
	const more = 3
	sum := more - texMargin
	for _, c := range columns {
		sum += t.width(c) + texMargin
	}
	return sum
}

// long tells whether a column of text is wrapped.
func (t texTable) long(c int) bool {
	return !t.Columns[c].Right && slices.ContainsFunc(t.Rows, func(r []string) bool { return texWidth(r[c]) > t.text() })
}

// text is the width of a column that is wrapped.
func (t texTable) text() float64 { return math.Floor(math.Min(texText, texShare*t.room)) }

// width is that of a column, or less.
func (t texTable) width(c int) float64 {
	if t.long(c) {
		return t.text()
	}
	most, wider := 0., 1.
	f := t.numbers(c)
	for _, r := range t.Rows {
		s, bold := strings.CutPrefix(r[c], boldly)
		if bold {
			wider = texBold
		}
		if !f.any || !anyNumber.MatchString(s) {
			most = max(most, texWidth(s))
		}
	}
	if f.any {
		most = max(most, f.width())
	}
	most *= wider
	for _, line := range t.heading(c) {
		most = max(most, texWidth(line))
	}
	return most
}

// anyNumber is what a column of siunitx aligns at its point: a number, its ±, or its power of ten.
var anyNumber = regexp.MustCompile(`^([-−]?)(\d+)(?:\.(\d+))?(?:e[-+]?(\d+)| ± (\d+)(?:\.(\d+))?)?$`)

// format is that of a column of numbers: how many digits stand before and after the point, in the power of ten, and of
// what is after ±.
type format struct {
	any, negative                     bool
	whole, decimals, exponent, spread int
	spreadWide                        int // of its digits with the zeros before them
}

// String is the format for siunitx.
func (f format) String() string {
	sign := ""
	if f.negative {
		sign = "-"
	}
	s := fmt.Sprintf("%s%d.%d", sign, f.whole, f.decimals)
	if f.exponent > 0 {
		s += fmt.Sprintf("e-%d", f.exponent)
	}
	if f.spread > 0 {
		s += fmt.Sprintf("(%d),separate-uncertainty=true", f.spread)
	}
	return s
}

// width is that of the widest number.
func (f format) width() float64 {
	digits, signs, points := f.whole+f.decimals, 0., 0.
	if f.negative {
		signs++
	}
	if f.decimals > 0 {
		points++
	}
	if f.exponent > 0 {
		signs, digits = signs+2, digits+2+f.exponent
	}
	if f.spread > 0 {
		signs, digits, points = signs+1.2, digits+f.spreadWide, 2*points
	}
	return texSize * (float64(digits)*texDigit + signs*texSign + points*0.295)
}

// numbers returns the format of a column of numbers; any is false for others. Cells without a number may stand between.
func (t texTable) numbers(c int) (f format) {
	for _, r := range t.Rows {
		s := strings.TrimPrefix(r[c], boldly)
		m := anyNumber.FindStringSubmatch(s)
		if m == nil && strings.ContainsAny(s, "0123456789") || m != nil && m[5] != "" && len(m[3]) != len(m[6]) {
			return format{}
		} else if m == nil {
			continue
		}
		f.any, f.negative = true, f.negative || m[1] != ""
		f.whole, f.decimals, f.exponent = max(f.whole, len(m[2])), max(f.decimals, len(m[3])), max(f.exponent, len(m[4]))
		if m[5] != "" {
			f.spread = max(f.spread, len(strings.TrimLeft(m[5]+m[6], "0")), 1)
			f.spreadWide = max(f.spreadWide, len(m[5]+m[6]))
		}
	}
	if f.exponent > 0 && f.spread > 0 {
		return format{}
	}
	return f
}

// heading breaks a heading into lines no longer than its column.
func (t texTable) heading(c int) (lines []string) {
	room := texHeading
	for _, r := range t.Rows {
		room = max(room, utf8.RuneCountInString(strings.TrimPrefix(r[c], boldly)))
	}
	for _, word := range strings.Fields(t.Columns[c].Title) {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= room {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
