package model_test

import "testing"

// The files that seed these, under testdata/fuzz, are hostile ones.

// FuzzLinearModel: no file panics, as it is loaded or as it predicts; what is loaded is saved and loaded again.
func FuzzLinearModel(f *testing.F) {
	for _, m := range []fields{
		two, several, tasked, real_, mine, encoded, two.with("version", "1").without("link").without("encoder"),
	} {
		f.Add(m.String())
	}
	f.Fuzz(func(t *testing.T, text string) { _ = useLinear(t, text) })
}

// FuzzKernelsModel is the same for sums of kernels.
func FuzzKernelsModel(f *testing.F) {
	f.Add(kernels.String())
	f.Fuzz(func(t *testing.T, text string) { _ = useKernels(t, text) })
}

// FuzzChainModel is the same for chains, of all versions.
func FuzzChainModel(f *testing.F) {
	f.Add(chain.String() + behind)
	header, body := sparseChain(nil)
	f.Add(header.String() + body)
	f.Fuzz(func(t *testing.T, text string) { _ = useChain(t, text) })
}

// FuzzParserModel is the same for parsers.
func FuzzParserModel(f *testing.F) {
	f.Add(parser.String() + parserTables)
	f.Fuzz(func(t *testing.T, text string) { _ = useParser(t, text) })
}

// FuzzRNAModel is the same for RNA.
func FuzzRNAModel(f *testing.F) {
	f.Add(rnaModel.String())
	f.Fuzz(func(t *testing.T, text string) { _ = useRNA(t, text) })
}

// FuzzMultiLabelModel is the same for sets of labels.
func FuzzMultiLabelModel(f *testing.F) {
	f.Add(multiLabel.String())
	f.Fuzz(func(t *testing.T, text string) { _ = useMultiLabel(t, text) })
}
