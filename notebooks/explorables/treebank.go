package explorables

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/toolkit/templates"
)

// treebank is the synthetic grammar's, whose trees take a while to draw: the templates that made them, a line each, and
// after an empty line the sentences, a line each, a form, a lemma, a tag and a head a word. A test draws it anew.
//
//go:embed treebank.txt
var treebank string

// readTreebank reads the templates and the sentences.
func readTreebank(text string) (relevant []templates.Template, gold []templates.Sentence, err error) {
	first, rest, _ := strings.Cut(text, "\n\n")
	all := templates.Reconstructed()
	for name := range strings.Lines(first) {
		k := slices.IndexFunc(all, func(t templates.Template) bool { return t.String() == strings.TrimSpace(name) })
		if k < 0 {
			return nil, nil, fmt.Errorf("the treebank of this page: there is no template %q", name)
		}
		relevant = append(relevant, all[k])
	}
	for line := range strings.Lines(rest) {
		var s templates.Sentence
		const columns = 4
		fields := strings.Fields(line)
		if len(fields)%columns != 0 {
			return nil, nil, fmt.Errorf("the treebank of this page: %d columns for words of %d", len(fields), columns)
		}
		for word := range slices.Chunk(fields, columns) {
			head, err := strconv.Atoi(word[3])
			if err != nil {
				return nil, nil, fmt.Errorf("the treebank of this page: %w", err)
			}
			s.Forms, s.Lemmas, s.Tags = append(s.Forms, word[0]), append(s.Lemmas, word[1]), append(s.Tags, word[2])
			s.Heads, s.Punctuation = append(s.Heads, head), append(s.Punctuation, false)
		}
		gold = append(gold, s)
	}
	return relevant, gold, nil
}
