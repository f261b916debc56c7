// Package dataset has the types of data sets: problems of two classes, of many, and of several tasks, words of letters,
// drawings and pictures. Package datasets loads them, and package generate makes synthetic ones.
package dataset

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Classes is a problem of K classes: rows of X with labels 0 ≤ y < K, in two parts.
type Classes struct {
	Source      source.Source
	Train, Test Labelled
	K           int
}

// Labelled are examples, rows of X, with their classes.
type Labelled struct {
	X *linalg.Dense
	Y []int
}

// Digest returns the checksum of numbers and labels as little-endian binary: what identifies generated data.
func Digest(parts ...Labelled) string {
	h := sha256.New()
	var b [8]byte
	for _, p := range parts {
		for _, v := range p.X.Data {
			binary.LittleEndian.PutUint64(b[:], math.Float64bits(v))
			h.Write(b[:])
		}
		for _, y := range p.Y {
			binary.LittleEndian.PutUint64(b[:], uint64(y)) // a label is not negative
			h.Write(b[:])
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Binary is a two-class problem: labels are +1 and −1.
type Binary struct {
	Name, Classes string // Classes says what +1 stands for, and how the examples were split
	Train, Test   *array.Examples
	Source        source.Source
}
