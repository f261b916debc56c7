// Package ondisk reads tables that memory does not hold, in blocks of rows.
package ondisk

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"slices"
	"sync/atomic"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Blocks is a table in a file of its own, in blocks of rows that are read one at a time, for tables that memory does
// not hold. All numbers are little-endian:
//
//	magic, 16 bytes
//	block for block: the targets, weights, keys and tasks where examples have some, then
//		dense: column for column, 8 bytes a number
//		sparse: how many columns are not 0; which; where each begins; rows, 4 bytes each; values
//	the description (blocksInfo) by encoding/gob
//	its offset, 8 bytes, its CRC-32C, 4 bytes, and 4 bytes of magic
//
// Targets, columns and sparse blocks are each followed by their CRC-32C, which every read checks. Columns stand apart
// in a dense block, so that those that a method has no use for are not read.
type Blocks struct {
	Path string // of this file
	info blocksInfo
	file *os.File
	read atomic.Int64

	table   string          // that it was made of
	encoder *encode.Encoder // nil for numbers as they are
}

const (
	blocksMagic   = "proxlab blocks 1"
	blocksTrailer = "pxbe"
	trailerSize   = 16
	sumSize       = 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// openBlocks opens a file and reads its description.
func openBlocks(path string) (*Blocks, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	b := &Blocks{Path: path, file: f}
	if err := b.describe(); err != nil {
		return nil, errors.Join(b.damaged("its description", err), f.Close())
	}
	return b, nil
}

var errSum = errors.New("the checksum is another")

func (b *Blocks) damaged(what string, err error) error {
	return fmt.Errorf("%s: %s is damaged (%w): delete the file, and it is made again of the table", b.Path, what, err)
}

func (b *Blocks) describe() error {
	end, err := b.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	head, tail := make([]byte, len(blocksMagic)), make([]byte, trailerSize)
	if _, err := b.file.ReadAt(head, 0); err != nil {
		return err
	}
	if _, err := b.file.ReadAt(tail, end-trailerSize); err != nil {
		return err
	}
	at := int64(binary.LittleEndian.Uint64(tail))
	if string(head) != blocksMagic || string(tail[12:]) != blocksTrailer || at < 0 || at > end-trailerSize {
		return errors.New("it has not the form of such a file")
	}
	text := make([]byte, end-trailerSize-at)
	if _, err := b.file.ReadAt(text, at); err != nil {
		return err
	}
	if crc32.Checksum(text, castagnoli) != binary.LittleEndian.Uint32(tail[8:]) {
		return errSum
	}
	if err := b.info.decode(text); err != nil || b.info.Encoder == nil {
		return err
	}
	return json.Unmarshal(b.info.Encoder, &b.encoder)
}

// current tells whether size and time of the table are still those of when it was read.
func (b *Blocks) current() bool {
	now, err := os.Stat(b.table)
	return err == nil && now.Size() == b.info.Size && now.ModTime().UnixNano() == b.info.Modified
}

// Close closes the file.
func (b *Blocks) Close() error { return b.file.Close() }

// Dims are the numbers of examples and of features.
func (b *Blocks) Dims() (n, d int) { return b.info.Rows, b.info.Columns }

// Blocks is how many there are.
func (b *Blocks) Blocks() int { return len(b.info.Offsets) }

// BlockBytes is about how much memory one takes while it is read.
func (b *Blocks) BlockBytes() int64 { return 2 * slices.Max(b.info.Lengths) }

// Bytes is how many all of them have.
func (b *Blocks) Bytes() (sum int64) {
	for _, length := range b.info.Lengths {
		sum += length
	}
	return sum
}

// BytesRead is how many were read of blocks so far.
func (b *Blocks) BytesRead() int64 { return b.read.Load() }

// Sparse tells whether zeros are left out.
func (b *Blocks) Sparse() bool { return b.info.Sparse }

// Moments are the mean of each column, and the sum of squares of what is left when it is taken.
func (b *Blocks) Moments() (mean, squares []float64) { return b.info.Mean, b.info.Squares }

// Weights are the sum of the weights of examples, and the largest; rows of weight 0 are left out.
func (b *Blocks) Weights() (mass, heaviest float64) { return b.info.Mass, b.info.Heaviest }

// Tasks are those of the examples, ascending; nil without.
func (b *Blocks) Tasks() []int64 { return b.info.Tasks }

// Targets are the different targets, ascending, and their weight, how often they occur where examples have none, nil
// where there are many, and their mean.
func (b *Blocks) Targets() (distinct, times []float64, mean float64) {
	return b.info.Distinct, b.info.Times, b.info.MeanTarget
}

// Frame is what is known of the table but its examples: names, labels and source.
func (b *Blocks) Frame(name string) *datasets.Frame {
	return &datasets.Frame{Source: datasets.SourceOf(name, b.info.SHA256), Features: b.info.Features, Labels: b.info.Words,
		Target: b.info.Target, Encoder: b.encoder}
}

// Read reads the targets of block k, and some of its columns, ascending; nil for all. Of a sparse block all is read.
// Several goroutines may read at once.
func (b *Blocks) Read(_ context.Context, k int, columns []int, into *linalg.RowBlock) error {
	rows := b.info.Counts[k]
	into.Y = slices.Grow(into.Y[:0], rows)[:rows]
	raw := room(into, 8*rows+sumSize)
	at := b.info.Offsets[k]
	if err := b.segment(raw, at, k); err != nil {
		return err
	}
	numbers(into.Y, raw)
	for i, y := range into.Y {
		if b.info.Decode != nil {
			into.Y[i] = b.info.Decode[int(y)]
		}
	}
	into.First = 0
	for _, count := range b.info.Counts[:k] {
		into.First += count
	}
	at += int64(len(raw))
	for _, of := range []struct {
		there bool
		to    *[]float64
	}{{b.info.Weighed, &into.Weights}, {b.info.Keyed, &into.Keys}, {b.info.Tasked, &into.Tasks}} {
		if *of.to = (*of.to)[:0]; !of.there {
			continue
		}
		if err := b.segment(raw, at, k); err != nil {
			return err
		}
		*of.to = slices.Grow(*of.to, rows)[:rows]
		numbers(*of.to, raw)
		at += int64(len(raw))
	}
	if b.info.Sparse {
		return b.sparse(k, at, columns, into)
	}
	count := len(columns)
	if columns == nil {
		count = b.info.Columns
	}
	m := into.MakeDense(count, rows)
	for c := range count {
		j := c
		if columns != nil {
			j = columns[c]
		}
		if err := b.segment(raw, at+int64(j)*int64(len(raw)), k); err != nil {
			return err
		}
		numbers(m.Row(c), raw)
	}
	return nil
}

// room are bytes to read into, those of the block before where they suffice.
func room(b *linalg.RowBlock, size int) []byte {
	if cap(b.Raw) < size {
		b.Raw = make([]byte, size)
	}
	return b.Raw[:size]
}

// segment reads what a checksum follows.
func (b *Blocks) segment(raw []byte, at int64, k int) error {
	if _, err := b.file.ReadAt(raw, at); err != nil {
		return b.damaged(fmt.Sprintf("block %d", k+1), err)
	}
	b.read.Add(int64(len(raw)))
	end := len(raw) - sumSize
	if crc32.Checksum(raw[:end], castagnoli) != binary.LittleEndian.Uint32(raw[end:]) {
		return b.damaged(fmt.Sprintf("block %d", k+1), errSum)
	}
	return nil
}

func numbers(dst []float64, raw []byte) {
	for i := range dst {
		dst[i] = math.Float64frombits(binary.LittleEndian.Uint64(raw[8*i:]))
	}
}

// sparse reads a sparse block, and keeps the columns that are asked for.
func (b *Blocks) sparse(k int, at int64, columns []int, into *linalg.RowBlock) error {
	if columns != nil && len(columns) == 0 {
		into.Sparse = &linalg.CSR{C: len(into.Y), Ptr: []int{0}}
		return nil
	}
	raw := room(into, int(b.info.Offsets[k]+b.info.Lengths[k]-at))
	if err := b.segment(raw, at, k); err != nil {
		return err
	}
	filled := int(binary.LittleEndian.Uint32(raw))
	word := func(i int) int { return int(binary.LittleEndian.Uint32(raw[4+4*i:])) }
	starts, entries := filled, word(2*filled)
	rowsAt := 2*filled + 1
	values := raw[4+4*(rowsAt+entries):]
	m := into.Sparse
	if m == nil {
		m = &linalg.CSR{}
	}
	m.R, m.C, m.Ptr, m.Col, m.Val = len(columns), len(into.Y), append(m.Ptr[:0], 0), m.Col[:0], m.Val[:0]
	take := func(c int) {
		for e := word(starts + c); e < word(starts+c+1); e++ {
			m.Col = append(m.Col, int32(word(rowsAt+e)))
			m.Val = append(m.Val, math.Float64frombits(binary.LittleEndian.Uint64(values[8*e:])))
		}
	}
	if columns == nil {
		m.R = b.info.Columns
	}
	next := 0
	for r := range m.R {
		j := r
		if columns != nil {
			j = columns[r]
		}
		for next < filled && word(next) < j {
			next++
		}
		if next < filled && word(next) == j {
			take(next)
		}
		m.Ptr = append(m.Ptr, len(m.Val))
	}
	into.Sparse = m
	return nil
}
