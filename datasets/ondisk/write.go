package ondisk

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// blocksWriter writes a file of Blocks, of rows that are added one by one.
type blocksWriter struct {
	out   *bufio.Writer
	at    int64 // bytes written
	most  int   // bytes of a block
	rows  int   // of a dense block; 0 for a sparse table
	info  blocksInfo
	y     []float64
	dense []float64 // rows of the block, one after another
	cells []cell    // of a sparse one
	raw   []byte
	v     []float64 // their weights
	keys  []float64
	tasks []float64
	seen  map[float64]float64
}

type cell struct {
	column, row uint32
	value       float64
}

// The rows of a block, the different targets that are counted, and the tasks that there may be.
const (
	mostBlockRows  = 1 << 16
	leastBlockRows = 16
	mostDistinct   = 100
	mostTasks      = 10000
)

func newBlocksWriter(w io.Writer, most int, sparse bool) (*blocksWriter, error) {
	b := &blocksWriter{out: bufio.NewWriterSize(w, 1<<18), most: most, seen: map[float64]float64{}}
	b.info.Sparse = sparse
	return b, b.write([]byte(blocksMagic))
}

func (b *blocksWriter) write(p []byte) error {
	n, err := b.out.Write(p)
	b.at += int64(n)
	return err
}

// addDense adds a row of a dense table.
func (b *blocksWriter) addDense(x []float64, y, weight float64) error {
	if b.rows == 0 {
		b.info.Columns = len(x)
		b.rows = min(max(leastBlockRows, b.most/(8*(len(x)+1))), mostBlockRows)
	}
	b.dense = append(b.dense, x...)
	b.target(y, weight)
	if len(b.y) == b.rows {
		return b.flush()
	}
	return nil
}

// addSparse adds a row of a sparse one.
func (b *blocksWriter) addSparse(columns []int32, values []float64, y float64) error {
	for k, j := range columns {
		b.info.Columns = max(b.info.Columns, int(j)+1)
		if values[k] != 0 {
			b.cells = append(b.cells, cell{uint32(j), uint32(len(b.y)), values[k]})
		}
	}
	b.target(y, 1)
	const cellSize = 16 // in memory
	if len(b.y) == mostBlockRows || cellSize*len(b.cells) >= b.most {
		return b.flush()
	}
	return nil
}

func (b *blocksWriter) target(y, weight float64) {
	b.y, b.v = append(b.y, y), append(b.v, weight)
	b.info.Heaviest = math.Max(b.info.Heaviest, weight)
	if len(b.seen) <= mostDistinct {
		b.seen[y] += weight
	}
}

// flush writes the block that is full.
func (b *blocksWriter) flush() error {
	if len(b.y) == 0 {
		return nil
	}
	begun := b.at
	b.info.Offsets, b.info.Counts = append(b.info.Offsets, begun), append(b.info.Counts, len(b.y))
	mass := floats.Sum(b.v)
	b.info.MeanTarget += (meanOf(b.y, b.v, mass) - b.info.MeanTarget) * mass / (b.info.Mass + mass)
	err := b.segment(b.y)
	if err == nil && b.info.Weighed {
		err = b.segment(b.v)
	}
	if err == nil && b.info.Keyed {
		err = b.segment(b.keys)
	}
	if err == nil && b.info.Tasked {
		err = b.segment(b.tasks)
	}
	switch {
	case err != nil:
	case b.info.Sparse:
		err = b.sparseBlock()
	default:
		err = b.denseBlock(mass)
	}
	b.info.Rows += len(b.y)
	b.info.Mass += mass
	b.info.Lengths = append(b.info.Lengths, b.at-begun)
	b.y, b.v, b.keys, b.dense, b.cells = b.y[:0], b.v[:0], b.keys[:0], b.dense[:0], b.cells[:0]
	b.tasks = b.tasks[:0]
	return err
}

// segment writes numbers with their checksum.
func (b *blocksWriter) segment(values []float64) error {
	b.raw = b.raw[:0]
	for _, v := range values {
		b.raw = binary.LittleEndian.AppendUint64(b.raw, math.Float64bits(v))
	}
	return b.summed()
}

func (b *blocksWriter) summed() error {
	return b.write(binary.LittleEndian.AppendUint32(b.raw, crc32.Checksum(b.raw, castagnoli)))
}

func (b *blocksWriter) denseBlock(mass float64) error {
	d, rows := b.info.Columns, len(b.y)
	column := make([]float64, rows)
	for j := range d {
		for i := range column {
			column[i] = b.dense[i*d+j]
		}
		mean, squares := meanOf(column, b.v, mass), 0.
		for i, x := range column {
			squares += b.v[i] * (x - mean) * (x - mean)
		}
		b.moments(j, mean, squares, mass)
		if err := b.segment(column); err != nil {
			return err
		}
	}
	return nil
}

// meanOf is the mean by weights with their sum, exact where all values are the same.
func meanOf(values, weights []float64, mass float64) float64 {
	var sum float64
	for i, x := range values {
		sum += weights[i] * (x - values[0])
	}
	return values[0] + sum/mass
}

// moments joins those of a block with those of the blocks before.
//
// Source: Chan, Golub, LeVeque, Algorithms for Computing the Sample Variance, The American Statistician 1983.
func (b *blocksWriter) moments(j int, mean, squares, now float64) {
	before := b.info.Mass
	for len(b.info.Mean) <= j {
		b.info.Mean, b.info.Squares = append(b.info.Mean, 0), append(b.info.Squares, 0)
	}
	off := mean - b.info.Mean[j]
	b.info.Mean[j] += off * now / (before + now)
	b.info.Squares[j] += squares + off*off*before*now/(before+now)
}

func (b *blocksWriter) sparseBlock() error {
	slices.SortFunc(b.cells, func(a, c cell) int {
		return cmp.Or(cmp.Compare(a.column, c.column), cmp.Compare(a.row, c.row))
	})
	var columns, starts []uint32
	for k, c := range b.cells {
		if k == 0 || c.column != b.cells[k-1].column {
			columns, starts = append(columns, c.column), append(starts, uint32(k))
		}
	}
	starts = append(starts, uint32(len(b.cells)))
	b.sparseMoments(columns, starts)
	words := binary.LittleEndian.AppendUint32(b.raw[:0], uint32(len(columns)))
	for _, v := range append(columns, starts...) {
		words = binary.LittleEndian.AppendUint32(words, v)
	}
	for _, c := range b.cells {
		words = binary.LittleEndian.AppendUint32(words, c.row)
	}
	for _, c := range b.cells {
		words = binary.LittleEndian.AppendUint64(words, math.Float64bits(c.value))
	}
	b.raw = words
	return b.summed()
}

// sparseMoments are those of all columns so far: of a column that is not in the block all is 0.
func (b *blocksWriter) sparseMoments(columns, starts []uint32) {
	n, next := float64(len(b.y)), 0
	for j := range b.info.Columns {
		if next == len(columns) || columns[next] != uint32(j) {
			b.moments(j, 0, 0, n)
			continue
		}
		cells := b.cells[starts[next]:starts[next+1]]
		next++
		var mean, squares float64
		for _, c := range cells {
			mean += c.value / n
		}
		for _, c := range cells {
			squares += (c.value - mean) * (c.value - mean)
		}
		b.moments(j, mean, squares+(n-float64(len(cells)))*mean*mean, n)
	}
}

// close writes what is left, and the description.
func (b *blocksWriter) close() error {
	if err := b.flush(); err != nil {
		return err
	}
	for b.info.Columns > len(b.info.Mean) {
		b.moments(len(b.info.Mean), 0, 0, 0)
	}
	text, err := b.info.encode()
	if err != nil {
		return err
	}
	tail := binary.LittleEndian.AppendUint64(nil, uint64(b.at))
	tail = binary.LittleEndian.AppendUint32(tail, crc32.Checksum(text, castagnoli))
	if err := b.write(text); err != nil {
		return err
	}
	if err := b.write(append(tail, blocksTrailer...)); err != nil {
		return err
	}
	return b.out.Flush()
}

// distinct finds the targets that occur, and how often, where they are few.
func (b *blocksWriter) distinct() {
	if len(b.seen) > mostDistinct {
		return
	}
	count := map[float64]float64{}
	for y, times := range b.seen {
		if b.info.Decode != nil {
			y = b.info.Decode[int(y)]
		}
		count[y] = times
	}
	b.info.Distinct = slices.Sorted(maps.Keys(count))
	for _, y := range b.info.Distinct {
		b.info.Times = append(b.info.Times, count[y])
	}
}

// The share of the memory that a block has, and its bounds in bytes.
const (
	blockShare = 32
	leastBlock = 1 << 16
	mostBlock  = 1 << 26
)

// writing names what is written, where that fails.
type writing struct {
	*os.File
	of string
}

func (w *writing) Write(p []byte) (int, error) {
	n, err := w.File.Write(p)
	if err != nil {
		err = fmt.Errorf("%s: its numbers could not be written: %w: make room in %s, or put the table on a larger disk",
			w.of, err, filepath.Dir(w.Name()))
	}
	return n, err
}
