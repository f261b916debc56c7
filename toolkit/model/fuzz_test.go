package model_test

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit/model"
)

// The files that seed these, under testdata/fuzz, are hostile ones.

// FuzzLinearModel: no file panics, as it is loaded or as it predicts; what is loaded is saved and loaded again.
func FuzzLinearModel(f *testing.F) {
	for _, m := range []fields{
		two, several, tasked, real_, mine, encoded,
	} {
		f.Add(m.String())
		f.Add(model.Sealed(m.String()))
	}
	f.Fuzz(func(t *testing.T, text string) { _ = useLinear(t, text) })
}

// FuzzChainModel is the same for chains: files as they come, and those with the checksums that go with them.
func FuzzChainModel(f *testing.F) {
	f.Add(chain.String() + behind)
	header, body := sparseChain(nil)
	f.Add(header.String() + body)
	f.Fuzz(func(t *testing.T, text string) { _, _ = useChain(t, text), useChain(t, model.Sealed(text)) })
}

// FuzzParserModel is the same for parsers.
func FuzzParserModel(f *testing.F) {
	f.Add(parser.String() + parserTables)
	f.Fuzz(func(t *testing.T, text string) { _, _ = useParser(t, text), useParser(t, model.Sealed(text)) })
}

// FuzzRNAModel is the same for RNA.
func FuzzRNAModel(f *testing.F) {
	f.Add(rnaModel.String() + rnaWeights)
	f.Fuzz(func(t *testing.T, text string) { _, _ = useRNA(t, text), useRNA(t, model.Sealed(text)) })
}

// FuzzMultiLabelModel is the same for sets of labels.
func FuzzMultiLabelModel(f *testing.F) {
	f.Add(multiLabel.String())
	f.Fuzz(func(t *testing.T, text string) { _ = useMultiLabel(t, text) })
}
