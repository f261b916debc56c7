package table

import (
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/encode"
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

// ahead bounds the pieces of a file that are on their way.
const ahead = 4

// piece is a piece of a file under way: read, parsed by one of the parsers, and taken in the order of the file.
type piece struct {
	text   span
	block  *block
	parser int
	done   chan struct{}
	err    error // of reading
}

// records reads what follows first: one reads ahead, all processors parse, and the caller takes blocks in their order.
func (c *reader) records(ctx context.Context, chunks *chunks, first span, t *source.Intake) error {
	workers := runtime.GOMAXPROCS(0)
	ctx, stop := context.WithCancel(ctx)
	var wait sync.WaitGroup
	defer wait.Wait() // the file is the caller's again
	defer stop()
	work, ordered := make(chan *piece, ahead), make(chan *piece, ahead)
	blocks := make(chan *block, ahead)
	var held atomic.Int64
	wait.Go(func() {
		defer close(ordered)
		defer close(work)
		for piece := (&piece{text: first}); ; piece = nextPiece(chunks, t, &held) {
			piece.done = make(chan struct{})
			select {
			case ordered <- piece:
			case <-ctx.Done():
				return
			}
			if piece.err != nil || len(piece.text.text) == 0 {
				close(piece.done)
			} else {
				work <- piece // ordered has no more pieces than work holds
			}
			if piece.err != nil {
				return
			}
		}
	})
	for k := range workers {
		wait.Go(func() {
			p := newParser(c.layout)
			for piece := range work {
				select {
				case piece.block = <-blocks:
				default:
					piece.block = &block{}
				}
				piece.parser = k
				p.parse(piece.block, piece.text)
				close(piece.done)
			}
		})
	}
	numbers := make([][][]int, workers)
	for k := range numbers {
		numbers[k] = make([][]int, c.layout.used)
	}
	for piece := range ordered {
		<-piece.done
		switch {
		case context.Cause(ctx) != nil:
			return context.Cause(ctx)
		case errors.Is(piece.err, io.EOF):
			return nil
		case piece.err != nil:
			return c.failed(piece.text.line, piece.err)
		case piece.block == nil:
			continue
		case piece.block.err != nil:
			return piece.block.err
		}
		if err := c.take(piece.block, numbers[piece.parser]); err != nil {
			return err
		}
		held.Store(int64(c.table.Bytes() + 8*c.table.Rows()*len(c.values)))
		giveBack(blocks, piece.block)
		giveBack(chunks.free, piece.text.text)
	}
	return context.Cause(ctx)
}

// nextPiece reads on, where what will become of the file fits into memory. Blocks are there once, and the matrix grows
// as they go: an eighth is there twice; hold counts all of it twice.
func nextPiece(chunks *chunks, t *source.Intake, held *atomic.Int64) *piece {
	text, err := chunks.next(1)
	if err == nil {
		err = t.Hold(0.6 * float64(held.Load()))
	}
	return &piece{text: text, err: err}
}

func giveBack[T any](free chan T, v T) {
	select {
	case free <- v:
	default:
	}
}

// take adds a block to what was read. Words get the table's numbers instead of those of the parser, which of each of
// its words are in number.
func (c *reader) take(b *block, number [][]int) error {
	w, all := len(c.table.Columns), c.layout.used
	for k, s := range b.slots {
		column := c.column(k)
		column.Numbers += s.numbers
		column.Missing += s.missing
		column.Texts += s.texts
		column.MissingLines = append(column.MissingLines, s.gaps[:min(len(s.gaps), 3-len(column.MissingLines))]...)
		number[k] = c.words(k, number[k], s)
		if s.texts == 0 {
			continue
		}
		for i := k; i < len(b.cells); i += all {
			if word, is := encode.WordOf(b.cells[i]); is {
				b.cells[i] = encode.Word(number[k][word])
			}
		}
	}
	for k, line := range b.point {
		if c.point[k] == 0 {
			c.point[k] = line
		}
	}
	if c.each != nil {
		return c.hand(b)
	}
	for k := range c.values { // behind the features
		for i := w + k; i < len(b.cells); i += all {
			c.values[k] = append(c.values[k], b.cells[i])
		}
	}
	c.table.Append(b.cells, b.rows, all)
	return nil
}

// words adds words of a parser to those of a slot.
func (c *reader) words(slot int, number []int, s blockColumn) []int {
	column := c.column(slot)
	for k, word := range s.words {
		at, known := c.known[slot][word]
		if !known {
			at = len(column.Words)
			c.known[slot][word] = at
			column.Words, column.Lines = append(column.Words, word), append(column.Lines, s.lines[k])
		}
		number = append(number, at)
	}
	return number
}
