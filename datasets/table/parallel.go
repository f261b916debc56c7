package table

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/encode"
)

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
