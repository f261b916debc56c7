package datasets

import (
	"context"
	"io"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/datasets/rnafiles"
	"github.com/proxlab/proxlab/datasets/source"
)

var rnaEntry = Entry{
	Name:    "rna-s151rfam",
	Title:   "S-151Rfam: an RNA of each of 151 families with its secondary structure, 20,581 bases and 4,928 pairs",
	Licence: "none stated",
	Citation: "C. Do, D. Woods, S. Batzoglou, CONTRAfold: RNA Secondary Structure Prediction without Physics-Based " +
		"Models, Bioinformatics 2006; S. Griffiths-Jones et al., Rfam, Nucleic Acids Research 2005",
	HowTo: "it is part of the data of contextfold and of RNAsoft (http://www.rnasoft.ca/CG/), one file in brackets",
	Files: []source.File{{
		Path:   "rna-s151rfam/S-151Rfam.dbn.gz",
		SHA256: "42e3147c656d62e30a3d96cd25ccc9edf7fce89339514c9d2d0fffca9cda73ac",
	}},
}

// LoadRNA loads the set of 151 families, or short synthetic hairpins, as the policy says.
func LoadRNA(ctx context.Context, policy Policy) (*rnafiles.RNAs, error) {
	return source.LoadFile(policy, rnaEntry,
		func() (*rnafiles.RNAs, error) { return generate.Hairpins(ctx, generate.DefaultHairpins) },
		func(r io.Reader, path string) (*rnafiles.RNAs, error) {
			return rnafiles.Read(ctx, r, path, rnafiles.Options{})
		},
		func(o *rnafiles.RNAs) *Source { return &o.Source })
}
