package ondisk

import (
	"bytes"
	"encoding/gob"
)

// blocksInfo describes the file, and what it was made of.
type blocksInfo struct {
	Size, Modified int64 // of the source: bytes and time
	SHA256, Sample string
	Options        string
	Encoder        []byte // JSON, of columns that became features; nil for numbers as they are
	Rows, Columns  int
	Sparse         bool
	Features       []string
	Target         string
	Words          []string  // labels that are text, ascending; nil for numbers
	Decode         []float64 // what the stored targets 0, 1, … stand for; nil for themselves
	Distinct       []float64 // the targets, ascending; nil where there are many
	Times          []float64 // they occur, each time with its weight
	MeanTarget     float64
	Mean, Squares  []float64 // of columns: the mean, and Σ v (x − mean)²
	Weighed, Keyed bool
	Tasked         bool
	Tasks          []int64 // ascending
	Mass, Heaviest float64 // Σ v and max v of the weights v, 1 each where there are none
	Offsets        []int64 // of blocks
	Lengths        []int64 // their bytes
	Counts         []int   // their rows
}

// encode writes the description of a file of blocks.
func (b blocksInfo) encode() ([]byte, error) {
	var text bytes.Buffer
	err := gob.NewEncoder(&text).Encode(b)
	return text.Bytes(), err
}

// decode reads it again.
func (b *blocksInfo) decode(text []byte) error {
	return gob.NewDecoder(bytes.NewReader(text)).Decode(b)
}
