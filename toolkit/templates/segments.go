package templates

// RunFeatures is how many features a run of words has as a whole.
const RunFeatures = 4

// Runs appends the features of the runs of words that begin with one of a sentence, of one word and more: of each its
// length, its words in small letters, their shapes, and the word after it.
func (w *Words) Runs(dst []uint64, sentence [][]string, first, most int) []uint64 {
	words, shapes := text64("words of a run"), text64("shapes of a run")
	for k := range min(most, len(sentence)-first) {
		form := sentence[first+k][w.Form]
		words, shapes = mix(words^text64(LowerCase(form))), mix(shapes^text64(shape(form)))
		after := text64("the end of a sentence")
		if next := first + k + 1; next < len(sentence) {
			after = text64("word after a run " + LowerCase(sentence[next][w.Form]))
		}
		dst = append(dst, mix(text64("length of a run")^uint64(k+1)), words, shapes, after)
	}
	return dst
}
