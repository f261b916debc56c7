// Package rnafiles reads and writes sequences of RNA with their secondary structures.
package rnafiles

import (
	"context"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// RNAs are sequences with their structures.
type RNAs struct {
	Source   source.Source
	Examples []rna.Example
	Dropped  []string // names of records that were left out, as the options asked
	Notices  []string // what the reader left out and why, with file and line, to be shown
}

// Options say what becomes of records that rna.Structure cannot hold.
type Options struct {
	// Drop leaves out records with pairs that cross others (pseudoknots) and of other bases than AU, CG and GU, with a
	// notice. Without it, and without Unpair, they are errors.
	Drop bool
	// Unpair takes such pairs out instead, as few as a heuristic finds, and keeps the records, with a notice. Brackets may
	// then be of four kinds, ( [ { <, as with Drop.
	Unpair bool
	// WithoutStructure takes sequences alone too: their structures are nil.
	WithoutStructure bool
}

// Open reads a file of sequences, packed or not; see Read.
func Open(ctx context.Context, path string, o Options) (*RNAs, error) {
	r, err := source.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	out, err := Read(ctx, r, path, o)
	if err != nil {
		return nil, err
	}
	sum, err := r.Verify("")
	out.Source = source.Source{Name: path, Kind: source.Real, SHA256: sum}
	return out, err
}
