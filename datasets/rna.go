package datasets

import (
	"context"
	"io"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

var rnaEntry = Entry{
	Name:    "rna-s151rfam",
	Title:   "S-151Rfam: an RNA of each of 151 families with its secondary structure, 20,581 bases and 4,928 pairs",
	Licence: "none stated",
	Citation: "C. Do, D. Woods, S. Batzoglou, CONTRAfold: RNA Secondary Structure Prediction without Physics-Based " +
		"Models, Bioinformatics 2006; S. Griffiths-Jones et al., Rfam, Nucleic Acids Research 2005",
	HowTo: "it is part of the data of contextfold and of RNAsoft (http://www.rnasoft.ca/CG/), one file in brackets",
	Files: []File{{
		Path:   "rna-s151rfam/S-151Rfam.dbn.gz",
		SHA256: "42e3147c656d62e30a3d96cd25ccc9edf7fce89339514c9d2d0fffca9cda73ac",
	}},
}

// RNAs are sequences with their structures.
type RNAs struct {
	Source   Source
	Examples []rna.Example
	Dropped  []string // names of records that were left out, as the options asked
	Notices  []string // what the reader left out and why, with file and line, to be shown
}

// RNAOptions say what becomes of records that rna.Structure cannot hold.
type RNAOptions struct {
	// Drop leaves out records with pairs that cross others (pseudoknots) and of other bases than AU, CG and GU, with a
	// notice. Without it, and without Unpair, they are errors.
	Drop bool
	// Unpair takes such pairs out instead, as few as a heuristic finds, and keeps the records, with a notice. Brackets may
	// then be of four kinds, ( [ { <, as with Drop.
	Unpair bool
	// WithoutStructure takes sequences alone too: their structures are nil.
	WithoutStructure bool
}

// LoadRNA loads the set of 151 families, or short synthetic hairpins, as the policy says.
func LoadRNA(ctx context.Context, policy Policy) (*RNAs, error) {
	return loadFile(policy, rnaEntry,
		func() (*RNAs, error) { return Hairpins(ctx, DefaultHairpins) },
		func(r io.Reader, path string) (*RNAs, error) { return ReadRNA(ctx, r, path, RNAOptions{}) },
		func(o *RNAs) *Source { return &o.Source })
}

// OpenRNA reads a file of sequences, packed or not; see ReadRNA.
func OpenRNA(ctx context.Context, path string, o RNAOptions) (*RNAs, error) {
	r, err := open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	out, err := ReadRNA(ctx, r, path, o)
	if err != nil {
		return nil, err
	}
	sum, err := r.verify("")
	out.Source = Source{Name: path, Kind: Real, SHA256: sum}
	return out, err
}
