package datasets

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// fill reads a table row by row into a writer of blocks, as CSV or SVMlight, and says what its targets stand for.
func (b *blocksWriter) fill(ctx context.Context, r *reader, path string, o FrameOptions) error {
	var err error
	if b.info.Sparse {
		err = b.fillSVMLight(ctx, r, path)
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
	c, err := eachCSV(ctx, r, path, o, func(c *csvReader) error {
		y := c.out.Y[0]
		if o.TextLabels {
			code, err := codes.code(path, c.labels[0], y)
			if err != nil {
				return err
			}
			y = code
		}
		return b.addDense(c.x, y)
	})
	if err != nil {
		return err
	}
	if c.missing != nil && c.numbers > 0 {
		return c.missing
	}
	b.info.Target = c.out.Target
	if c.names != nil {
		b.info.Features = slices.Clone(c.out.Features)
	}
	if o.TextLabels {
		b.info.Words, b.info.Decode = codes.decode(c.out.Labels != nil)
	}
	return nil
}

// eachCSV calls do with each row: c.x, c.out.Y[0] and c.labels[0] are of it alone.
func eachCSV(
	ctx context.Context, r *reader, path string, o FrameOptions, do func(c *csvReader) error,
) (*csvReader, error) {
	first, rest, err := firstLine(r)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", path, err)
	}
	c := &csvReader{path: path, rows: newCSV(rest), intake: r.intake, options: o, out: &Frame{}}
	switch {
	case extension(path) == ".tsv":
		c.rows.Comma = '\t'
	case !strings.Contains(first, ",") && strings.Contains(first, ";"):
		c.rows.Comma = ';'
	}
	c.rows.FieldsPerRecord, c.rows.ReuseRecord, c.rows.TrimLeadingSpace = -1, true, true
	one, err := c.next()
	if err != nil {
		return nil, fmt.Errorf("%s: there is no table: %w", path, err)
	}
	one = slices.Clone(one)
	c.width = len(one)
	lineOne := c.line
	two, err := c.next()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if isHeader(one, two) {
		if err := c.header(one); err != nil {
			return nil, err
		}
	}
	if err := c.assign(); err != nil {
		return nil, err
	}
	row := func(cells []string, line int) error {
		c.x, c.out.Y, c.labels = c.x[:0], c.out.Y[:0], c.labels[:0]
		if err := c.row(cells, line); err != nil {
			return err
		}
		return do(c)
	}
	if c.names == nil {
		if err := row(one, lineOne); err != nil {
			return nil, err
		}
	}
	for k := 0; !errors.Is(err, io.EOF); k++ {
		if err == nil {
			err = row(two, c.line)
		}
		if err == nil && k%1024 == 0 {
			err = context.Cause(ctx)
		}
		if err != nil {
			return nil, err
		}
		two, err = c.next()
	}
	return c, nil
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
func (b *blocksWriter) fillSVMLight(ctx context.Context, r *reader, path string) error {
	p := svmlightParser{lines: &lines{r: bufio.NewReaderSize(r, svmlightLine), file: path, limit: svmlightLine},
		intake: r.intake}
	p.x.Ptr = []int{0}
	return p.lines.each(ctx, func(line []byte) error {
		p.out.Y, p.out.QID, p.x.Col, p.x.Val, p.x.Ptr = p.out.Y[:0], nil, p.x.Col[:0], p.x.Val[:0], p.x.Ptr[:1]
		if err := p.line(line); err != nil || len(p.out.Y) == 0 {
			return err
		}
		return b.addSparse(p.x.Col, p.x.Val, p.out.Y[0])
	})
}
