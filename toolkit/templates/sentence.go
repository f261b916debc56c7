package templates

import "fmt"

// Sentence is what a parser sees of a sentence: a form, a lemma and a tag of each word. Heads are those of its tree, a
// word counted from 1 or the root, 0; nil where they are not known. Relations are those of words to their heads, as
// "nsubj:pass", "_" where one is not known; nil where none is. Features are morphological ones, as
// "Case=Nom|Number=Sing", "_" for none; nil where no word has any. Punctuation tells which words are: it is parsed, and
// does not count in scores; nil for none.
type Sentence struct {
	Forms, Lemmas, Tags []string
	Heads               []int
	Relations           []string
	Features            []string
	Punctuation         []bool
}

// MostWords bounds a sentence: its possible arcs are held all at once.
const MostWords = 1000

// Check tells what is wrong with a sentence as a parser's input: no words, more than MostWords, or lists of other
// lengths than the forms. Heads are not looked at beyond their number.
func (s *Sentence) Check() error {
	n := len(s.Forms)
	switch {
	case n == 0:
		return fmt.Errorf("a sentence without words")
	case n > MostWords:
		return fmt.Errorf("a sentence of %d words: one may have %d, split it", n, MostWords)
	case len(s.Lemmas) != n || len(s.Tags) != n:
		return fmt.Errorf("%d forms, %d lemmas and %d tags: each word has one of each", n, len(s.Lemmas), len(s.Tags))
	case s.Heads != nil && len(s.Heads) != n:
		return fmt.Errorf("%d words and %d heads", n, len(s.Heads))
	case s.Relations != nil && len(s.Relations) != n:
		return fmt.Errorf("%d words and %d relations", n, len(s.Relations))
	case s.Features != nil && len(s.Features) != n:
		return fmt.Errorf("%d words and the features of %d", n, len(s.Features))
	case s.Punctuation != nil && len(s.Punctuation) != n:
		return fmt.Errorf("%d words, of which %d are said to be punctuation or not", n, len(s.Punctuation))
	}
	return nil
}

// CheckAll tells the first sentence, counted from 1, that is none.
func CheckAll(sentences []Sentence) error {
	for i := range sentences {
		if err := sentences[i].Check(); err != nil {
			return fmt.Errorf("sentence %d: %w", i+1, err)
		}
	}
	return nil
}
