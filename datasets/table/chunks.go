package table

import (
	"bytes"
	"errors"
	"io"
)

// chunkSize is how much of a file is parsed at a time: enough that handing over costs nothing, and little memory.
const chunkSize = 1 << 18

// chunks cuts a file between records. A line end is none within quotes; in a file without a fault, quotes are even
// in number outside of these, since one within stands there twice. Where there is a fault the record with it is whole.
type chunks struct {
	r     io.Reader
	size  int
	free  chan []byte // buffers to use again
	buf   []byte      // what is read and was not handed over; it begins with a record
	line  int         // of its beginning
	seen  int         // so much of it was looked through
	quote bool        // there, the text is within quotes
	cut   int         // behind the last line end that ends a record
	ends  int         // how many there are
}

// span is some records.
type span struct {
	text []byte
	line int
	long bool // the last one is longer than may be, and cut
}

// next returns at least so many lines, or all that there are; io.EOF behind the end. A failure to
// read has the line that was to be next.
func (c *chunks) next(least int) (out span, err error) {
	for c.ends < least || c.cut < c.size/2 {
		if len(c.buf)-c.cut > longest {
			return c.hand(len(c.buf), true), nil
		}
		n := len(c.buf)
		if cap(c.buf) < n+c.size {
			c.buf = append(make([]byte, 0, 2*n+c.size), c.buf...)
		}
		k, err := io.ReadAtLeast(c.r, c.buf[n:n+c.size], 1)
		c.buf = c.buf[:n+k]
		c.look()
		if errors.Is(err, io.EOF) {
			return c.last()
		}
		if err != nil {
			return span{line: c.line + bytes.Count(c.buf[:c.cut], []byte("\n"))}, err
		}
	}
	return c.hand(c.cut, false), nil
}

// look finds line ends in what was not looked through.
func (c *chunks) look() {
	for rest := c.buf[c.seen:]; len(rest) > 0; rest = c.buf[c.seen:] {
		at := bytes.IndexByte(rest, '"')
		piece := rest
		if at >= 0 {
			piece = rest[:at]
		}
		if !c.quote {
			if k := bytes.LastIndexByte(piece, '\n'); k >= 0 {
				c.cut = c.seen + k + 1
				c.ends += bytes.Count(piece, []byte("\n"))
			}
		}
		c.seen += len(piece)
		if at >= 0 {
			c.quote = !c.quote
			c.seen++
		}
	}
}

// last returns what is left, with a line end.
func (c *chunks) last() (span, error) {
	if len(c.buf) == 0 {
		return span{line: c.line}, io.EOF
	}
	if cut, found := bytes.CutSuffix(c.buf, []byte("\r")); found && !bytes.HasSuffix(cut, []byte("\r")) {
		c.buf = cut // as encoding/csv does; of two, the second and the line end would be one
	}
	if !bytes.HasSuffix(c.buf, []byte("\n")) {
		c.buf = append(c.buf, '\n')
	}
	return c.hand(len(c.buf), len(c.buf)-c.cut > longest), nil
}

// hand hands over the first bytes, and begins anew with the rest.
func (c *chunks) hand(n int, long bool) span {
	out := span{c.buf[:n], c.line, long}
	var fresh []byte
	select {
	case fresh = <-c.free:
	default:
	}
	rest := c.buf[n:]
	if cap(fresh) < len(rest)+c.size {
		fresh = make([]byte, 0, 2*c.size+len(rest))
	}
	if long {
		c.buf = append(c.buf, '\n')
		out.text, rest = c.buf, nil
	}
	c.line += bytes.Count(out.text, []byte("\n"))
	fresh = append(fresh[:0], rest...)
	c.buf, c.seen, c.cut, c.ends = fresh, len(rest), 0, 0
	return out
}
