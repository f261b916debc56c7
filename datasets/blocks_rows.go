package datasets

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/proxlab/proxlab/toolkit/encode"
)

// fill reads a table row by row into a writer of blocks, as CSV or SVMlight, and says what its targets stand for.
func (b *blocksWriter) fill(ctx context.Context, r *reader, path string, o FrameOptions) error {
	var err error
	if b.info.Sparse {
		err = b.fillSVMLight(ctx, r, path, o)
	} else {
		err = b.fillCSV(ctx, r, path, o)
	}
	if err == nil && b.info.Rows+len(b.y) == 0 {
		err = fmt.Errorf("%s: the file holds no examples", path)
	}
	return err
}

// fillCSV goes through the rows of CSV: see readCSV.
func (b *blocksWriter) fillCSV(ctx context.Context, r *reader, path string, o FrameOptions) error {
	codes := labelCodes{of: map[string]int{}}
	words := false
	c, err := eachCSV(ctx, r, path, o, func(c *csvReader, x []float64, y float64) error {
		if o.TextLabels {
			label, text := c.word(y)
			if words = words || text; !text {
				label = strconv.FormatFloat(y, 'g', -1, 64)
			}
			code, err := codes.code(path, label, y)
			if err != nil {
				return err
			}
			y = code
		}
		return b.addDense(x, y)
	})
	if err != nil {
		return err
	}
	if target := &c.others[0]; target.Numbers > 0 { // among labels that are text it may be one
		for k, word := range target.Words {
			if isMissing(word) {
				fault := &encode.Fault{Column: len(c.table.Columns), Name: target.Name, Line: target.Lines[k]}
				fault.Msg = fmt.Sprintf("the value is missing (%q): fill it in, or leave the line out", word)
				return c.faults(encode.Faults{fault}, nil)
			}
		}
	}
	b.info.Target = c.out.Target
	if c.names != nil {
		for k := range c.table.Columns {
			b.info.Features = append(b.info.Features, c.table.Columns[k].Name)
		}
	}
	if o.TextLabels {
		b.info.Words, b.info.Decode = codes.decode(words)
	}
	return nil
}

// labelCodes count labels in the order in which they occur.
type labelCodes struct {
	of     map[string]int
	words  []string
	values []float64
}

func (l *labelCodes) code(path, word string, value float64) (float64, error) {
	code, known := l.of[word]
	if !known {
		if code = len(l.words); code == mostDistinct {
			return 0, fmt.Errorf("%s: the targets have more than %d different values: they are no labels", path, mostDistinct)
		}
		l.of[word] = code
		l.words, l.values = append(l.words, word), append(l.values, value)
	}
	return float64(code), nil
}

// decode is what the codes stand for: numbers, or places among the words, which ascend.
func (l *labelCodes) decode(text bool) (words []string, values []float64) {
	if !text {
		return nil, l.values
	}
	words, values = slices.Clone(l.words), make([]float64, len(l.words))
	slices.Sort(words)
	for code, word := range l.words {
		at, _ := slices.BinarySearch(words, word)
		values[code] = float64(at)
	}
	return words, values
}

// fillSVMLight goes through the examples of a file of SVMlight: see ReadSVMLight.
func (b *blocksWriter) fillSVMLight(ctx context.Context, r *reader, path string, o FrameOptions) error {
	p := svmlightParser{lines: &lines{r: bufio.NewReaderSize(r, svmlightLine), file: path, limit: svmlightLine},
		intake: r.intake, first: 1}
	if o.ZeroBased {
		p.base, p.first = fromNil, 0
	}
	p.x.Ptr = []int{0}
	return p.lines.each(ctx, func(line []byte) error {
		p.out.Y, p.out.QID, p.x.Col, p.x.Val, p.x.Ptr = p.out.Y[:0], nil, p.x.Col[:0], p.x.Val[:0], p.x.Ptr[:1]
		if err := p.line(line); err != nil || len(p.out.Y) == 0 {
			return err
		}
		return b.addSparse(p.x.Col, p.x.Val, p.out.Y[0])
	})
}
