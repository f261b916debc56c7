package datasets

import (
	"context"
	"io"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/datasets/source"
)

var ocrEntry = Entry{
	Name:  "ocr",
	Title: "Handwritten words of 150 writers: 6,877 words, 52,152 letters of 16 × 8 binary pixels, 26 labels, 10 folds",
	// The first letter of every word was removed by the set's makers: it was a capital.
	Licence: "none stated: research use",
	Citation: "R. Kassel, A Comparison of Approaches to On-line Handwritten Character Recognition, 1995; B. Taskar, C. " +
		"Guestrin, D. Koller, Max-Margin Markov Networks, NIPS 2003",
	Files: []source.File{{
		Path:   "ocr/letter.data.gz",
		URL:    "http://ai.stanford.edu/~btaskar/ocr/letter.data.gz",
		SHA256: "535363d0b7bc34246b1f8731719540f526b6807b12dda5d430d011d160bc7882",
	}},
}

// LoadOCR loads the OCR set, or the synthetic handwriting of its shape, as the policy says.
func LoadOCR(ctx context.Context, policy Policy) (*dataset.OCR, error) {
	return source.LoadFile(policy, ocrEntry,
		func() (*dataset.OCR, error) { return generate.Handwriting(ctx, generate.DefaultHandwriting) },
		func(r io.Reader, path string) (*dataset.OCR, error) { return dataset.ReadOCR(ctx, r, path) },
		func(o *dataset.OCR) *Source { return &o.Source })
}
