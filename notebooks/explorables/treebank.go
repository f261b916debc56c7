package explorables

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/toolkit/templates"
)

// treebank is the English one that generate.English draws, its first sentences: a line each, a form, a lemma, a tag and
// a head a word. A test draws it anew.
//
//go:embed treebank.txt
var treebank string

// readTreebank reads the sentences.
func readTreebank(text string) (gold []templates.Sentence, err error) {
	for line := range strings.Lines(text) {
		var s templates.Sentence
		const columns = 4
		fields := strings.Fields(line)
		if len(fields)%columns != 0 {
			return nil, fmt.Errorf("the treebank of this page: %d columns for words of %d", len(fields), columns)
		}
		for word := range slices.Chunk(fields, columns) {
			head, err := strconv.Atoi(word[3])
			if err != nil {
				return nil, fmt.Errorf("the treebank of this page: %w", err)
			}
			s.Forms, s.Lemmas, s.Tags = append(s.Forms, word[0]), append(s.Lemmas, word[1]), append(s.Tags, word[2])
			s.Heads, s.Punctuation = append(s.Heads, head), append(s.Punctuation, false)
		}
		gold = append(gold, s)
	}
	return gold, nil
}
