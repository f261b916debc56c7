package array

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Examples are feature vectors, the rows of X, with a number each: a label or a target.
type Examples struct {
	Source source.Source
	X      *linalg.CSR
	Y      []float64
	QID    []int64 // query or task of each example; nil where the file has none
}

// svmlightLine bounds a line: about 300,000 features.
const svmlightLine = 1 << 22

// ReadSVMLight reads the format of SVMlight and LIBSVM, one example a line:
//
//	label [qid:number] index:value index:value … [# comment]
//
// Indices begin with 1 and ascend; features that are not listed are 0, and an example may have none. Empty lines and
// lines that hold only a comment are skipped. The number of columns is the largest index, or columns if that is larger.
// Errors refer to the input as name.
func ReadSVMLight(ctx context.Context, r io.Reader, name string, columns int) (*Examples, error) {
	e, _, err := readSVMLight(ctx, r, name, columns, fromOne)
	return e, err
}

// svmlightBase says with what number indices begin.
type svmlightBase int

const (
	fromOne      svmlightBase = iota
	fromOneOrNil              // from 0 where an index 0 occurs
	fromNil
)

// indexBase is that of a file whose indices are known to count from 0, or not.
func indexBase(zero bool) svmlightBase {
	if zero {
		return fromNil
	}
	return fromOneOrNil
}

// readSVMLight is ReadSVMLight for indices that begin with base, and tells whether they counted from 0.
func readSVMLight(ctx context.Context, r io.Reader, name string, columns int, base svmlightBase) (
	e *Examples, zero bool, err error,
) {
	p := newSVMLightParser(r, name, base)
	if err := p.lines.Each(ctx, p.line); err != nil {
		return nil, false, err
	}
	if len(p.out.Y) == 0 {
		return nil, false, fmt.Errorf("%s: the file holds no examples", name)
	}
	p.x.R, p.x.C = len(p.out.Y), max(columns, p.x.C)
	p.out.X = &p.x
	return &p.out, p.first == 0, nil
}

// EachSVMLight hands over example by example: its columns, their values, and its label. Slices are those of the next
// one, too.
func EachSVMLight(
	ctx context.Context, r *source.Reader, path string, zeroBased bool,
	do func(columns []int32, values []float64, y float64) error,
) error {
	p := newSVMLightParser(r, path, fromOne)
	if zeroBased {
		p.base, p.first = fromNil, 0
	}
	return p.lines.Each(ctx, func(line []byte) error {
		p.out.Y, p.out.QID, p.x.Col, p.x.Val, p.x.Ptr = p.out.Y[:0], nil, p.x.Col[:0], p.x.Val[:0], p.x.Ptr[:1]
		if err := p.line(line); err != nil || len(p.out.Y) == 0 {
			return err
		}
		return do(p.x.Col, p.x.Val, p.out.Y[0])
	})
}

func newSVMLightParser(r io.Reader, name string, base svmlightBase) *svmlightParser {
	r, t := source.Watch(r, name)
	p := &svmlightParser{
		lines:  source.NewLongLines(r, name, svmlightLine),
		intake: t, base: base, first: 1,
	}
	if base == fromNil {
		p.first = 0
	}
	p.x.Ptr = []int{0}
	return p
}

type svmlightParser struct {
	lines  *source.Lines
	intake *source.Intake
	base   svmlightBase
	first  int64 // the least index, as far as is known
	out    Examples
	x      linalg.CSR
}

// countFromNil takes indices that were read as counted from 1 for counted from 0.
func (p *svmlightParser) countFromNil() {
	p.first = 0
	for k := range p.x.Col {
		p.x.Col[k]++
	}
	if p.x.C > 0 {
		p.x.C++
	}
}

func (p *svmlightParser) line(s []byte) error {
	s = skipSpace(s)
	if len(s) == 0 || s[0] == '#' {
		return nil
	}
	token, s := cutToken(s)
	label, ok := source.ParseNumber(token)
	if !ok {
		return p.lines.Fault(1, "%q is no label: %s", token, source.NoNumber(token))
	}
	p.out.Y = append(p.out.Y, label)
	s, err := p.qid(skipSpace(s))
	if err != nil {
		return err
	}
	last := int64(-1)
	for field := 2; ; field++ {
		s = skipSpace(s)
		if len(s) == 0 || s[0] == '#' {
			break
		}
		var index int64
		digits := 0
		for digits < len(s) && digits < 11 && s[digits]-'0' < 10 {
			index = index*10 + int64(s[digits]-'0')
			digits++
		}
		if digits == 0 || digits == len(s) || s[digits] != ':' {
			token, _ = cutToken(s)
			return p.lines.Fault(field, "%q is not index:value", token)
		}
		token, s = cutToken(s[digits+1:])
		v, ok := source.ParseNumber(token)
		if err := p.index(field, index, last); err != nil {
			return err
		}
		if !ok {
			return p.lines.Fault(field, "%q is no value: %s", token, source.NoNumber(token))
		}
		last = index
		p.x.Col, p.x.Val = append(p.x.Col, int32(index-p.first)), append(p.x.Val, v)
	}
	p.x.C = max(p.x.C, int(last-p.first+1))
	p.x.Ptr = append(p.x.Ptr, len(p.x.Val))
	return p.intake.Hold(12*float64(cap(p.x.Val)) + 24*float64(cap(p.x.Ptr)))
}

// index checks an index that stands behind another, or behind −1.
func (p *svmlightParser) index(field int, index, last int64) error {
	if index == 0 && p.first == 1 && p.base == fromOneOrNil {
		p.countFromNil()
	}
	switch {
	case index < p.first:
		return p.lines.Fault(field, "index 0: indices begin with 1")
	case index > math.MaxInt32:
		return p.lines.Fault(field, "index %d is larger than %d", index, math.MaxInt32)
	case index == last:
		return p.lines.Fault(field, "index %d stands there twice", index)
	case index < last:
		return p.lines.Fault(field, "index %d comes after index %d: they must ascend", index, last)
	}
	return nil
}

// qid reads a qid, which all examples have or none.
func (p *svmlightParser) qid(s []byte) ([]byte, error) {
	if !bytes.HasPrefix(s, []byte("qid:")) {
		if p.out.QID != nil {
			return nil, p.lines.Fault(2, "a qid is missing: examples before have one")
		}
		return s, nil
	}
	token, rest := cutToken(s)
	id, err := strconv.ParseInt(string(token[4:]), 10, 64)
	switch {
	case err != nil:
		return nil, p.lines.Fault(2, "%q is no qid: a whole number is due", token)
	case len(p.out.QID) != len(p.out.Y)-1:
		return nil, p.lines.Fault(2, "a qid, where examples before have none")
	}
	p.out.QID = append(p.out.QID, id)
	return rest, nil
}

func skipSpace(s []byte) []byte {
	for len(s) > 0 && (s[0] == ' ' || s[0] == '\t') {
		s = s[1:]
	}
	return s
}

// cutToken splits s at the first space.
func cutToken(s []byte) (token, rest []byte) {
	for i, c := range s {
		if c == ' ' || c == '\t' {
			return s[:i], s[i:]
		}
	}
	return s, nil
}

// WriteSVMLight writes examples in the format that ReadSVMLight reads, every number so that it is read back exactly.
func WriteSVMLight(w io.Writer, e *Examples) error {
	out := bufio.NewWriter(w)
	var b []byte
	for i, y := range e.Y {
		b = strconv.AppendFloat(b[:0], y, 'g', -1, 64)
		if e.QID != nil {
			b = strconv.AppendInt(append(b, " qid:"...), e.QID[i], 10)
		}
		col, val := e.X.Row(i)
		for k, j := range col {
			b = strconv.AppendInt(append(b, ' '), int64(j)+1, 10)
			b = strconv.AppendFloat(append(b, ':'), val[k], 'g', -1, 64)
		}
		if _, err := out.Write(append(b, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

// Pick copies some examples, in the order given.
func (e *Examples) Pick(index []int) *Examples {
	out := &Examples{Source: e.Source, X: linalg.ToCSR(linalg.SelectRows(e.X, index))}
	for _, i := range index {
		out.Y = append(out.Y, e.Y[i])
	}
	return out
}

// ReadSVMLightFrame reads the format of SVMlight.
func ReadSVMLightFrame(ctx context.Context, r *source.Reader, path string, o frame.Options) (*frame.Frame, error) {
	e, zero, err := readSVMLight(ctx, r, path, o.Columns, indexBase(o.ZeroBased))
	if err != nil {
		return nil, err
	}
	out := &frame.Frame{X: denseInTruth(e.X), Y: e.Y, ZeroBased: zero}
	switch o.Task {
	case "":
	case "qid":
		if e.QID == nil {
			return nil, fmt.Errorf("%s: the examples have no qid, which tasks are to come from", path)
		}
		out.Task = e.QID
	default:
		return nil, fmt.Errorf("%s: tasks of this format are called qid, not %q", path, o.Task)
	}
	for k, name := range o.Keep {
		if name == "qid" && e.QID != nil {
			out.KeepAs(o, k, frame.Texts(e.QID, func(id int64) string { return strconv.FormatInt(id, 10) }))
		}
	}
	if o.Target != "" {
		if out.Y, err = ReadVector(ctx, path, o.Target, e.X.R); err != nil {
			return nil, err
		}
	}
	return out, nil
}
