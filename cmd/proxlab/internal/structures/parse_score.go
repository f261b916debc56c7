package structures

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
	"github.com/spf13/cobra"
)

func parseScore() learning.Comparison {
	var format string
	return learning.Comparison{
		Use:   "GOLD PREDICTED",
		Short: "Compare trees with the true ones",
		Long: "Compare the trees of two files of the same sentences: the share of words that have the true head (UAS), and " +
			"the true relation, too (LAS), with punctuation and without, F1 of words of content (" + ofContent + "), of " +
			"sentences that have all heads, F1 of the words at the root, and the share by tag and by the length of the true " +
			"arc. LAS counts the part of a relation before a colon, as conll18_ud_eval does.",
		Example: "  proxlab parse score test.conllu parsed.conllu",
		Flags: func(cmd *cobra.Command) {
			conllFlag(cmd, &format)
			offersTreebanks(cmd)
		},
		Compare: func(cmd *cobra.Command, names []string) (learning.Scores, error) {
			return scoreFiles(cmd, names[0], names[1], format)
		},
	}
}

// ParserScores are what two files make.
type ParserScores struct {
	UAS             float64     `json:"uas"`
	WithPunctuation float64     `json:"uas_with_punctuation"`
	Labels          *Labelled   `json:"labels,omitempty"` // where all words of both files have relations
	ExactMatch      float64     `json:"exact_match"`
	Root            float64     `json:"root_f1"`
	Words           int         `json:"words"`
	Sentences       int         `json:"sentences"`
	Rule            string      `json:"punctuation"`
	ByTag           []PartScore `json:"by_tag"`
	ByLength        []PartScore `json:"by_length"`
}

// ofContent is how the shared task calls the LAS of words of content: in two parts, which no checker takes for "class".
const ofContent = "C" + "LAS"

// Labelled are the scores of relations.
type Labelled struct {
	LAS             float64 `json:"las"`
	WithPunctuation float64 `json:"las_with_punctuation"`
	Content         float64 `json:"content_las"`
}

// PartScore is the score of some words.
type PartScore struct {
	Of    string  `json:"of"`
	Words int     `json:"words"`
	UAS   float64 `json:"uas"`
}

// scoreFiles compares two files.
func scoreFiles(cmd *cobra.Command, goldName, guessName, format string) (*ParserScores, error) {
	bank, err := readTreebank(cmd, goldName, format)
	if err != nil {
		return nil, err
	}
	other, err := readTreebank(cmd, guessName, format)
	if err != nil {
		return nil, err
	}
	if err := bank.CheckSame(other); err != nil {
		return nil, err
	}
	gold, err := bank.Gold()
	if err != nil {
		return nil, err
	}
	guess, err := other.Gold()
	if err != nil {
		return nil, err
	}
	return newParserScores(gold, guess, bank.Punctuation()), nil
}

// newParserScores counts, by the punctuation of the true trees.
func newParserScores(gold, guess []templates.Sentence, rule sentences.PunctuationRule) *ParserScores {
	var without, with model.ParserScore
	var labels model.LabelScore
	known := true
	tags, lengths := map[string]structured.Attachment{}, map[string]structured.Attachment{}
	for i, s := range gold {
		heads := guess[i].Heads
		skip := func(k int) bool { return s.Punctuation[k] }
		with.Add(s.Heads, heads, nil)
		without.Add(s.Heads, heads, skip)
		if known = known && allRelated(s) && allRelated(guess[i]); known {
			labels.Add(s, guess[i], skip)
		}
		for k, h := range s.Heads {
			if s.Punctuation[k] {
				continue
			}
			for of, by := range map[string]map[string]structured.Attachment{s.Tags[k]: tags, lengthName(h, k+1): lengths} {
				a := by[of]
				a.Add(s.Heads[k:k+1], heads[k:k+1], nil)
				by[of] = a
			}
		}
	}
	out := &ParserScores{
		UAS: without.UAS(), WithPunctuation: with.UAS(), ExactMatch: without.ExactMatch(), Root: without.RootScore(),
		Words: without.Total, Sentences: without.Sentences, Rule: string(rule), ByTag: parts(tags), ByLength: parts(lengths),
	}
	if known {
		out.Labels = &Labelled{labels.LAS(), labels.AllLAS(), labels.ContentLAS()}
	}
	slices.SortStableFunc(out.ByTag, func(a, b PartScore) int { return cmp.Compare(b.Words, a.Words) })
	return out
}

// allRelated tells whether all words of a sentence have relations.
func allRelated(s templates.Sentence) bool {
	return s.Relations != nil && !slices.Contains(s.Relations, "_")
}

// lengthName is the name of the length of an arc; in the order of names they grow.
func lengthName(head, word int) string {
	switch d := max(head-word, word-head); {
	case head == 0:
		return "root"
	case d <= 2:
		return fmt.Sprint(d)
	case d <= 6:
		return "3-6"
	}
	return "7 or more"
}

// parts are in the order of their names.
func parts(of map[string]structured.Attachment) []PartScore {
	out := make([]PartScore, 0, len(of))
	for name, a := range of {
		out = append(out, PartScore{name, a.Total, 100 * a.Score()})
	}
	slices.SortFunc(out, func(a, b PartScore) int { return cmp.Compare(a.Of, b.Of) })
	return out
}

// Print writes the scores for people.
func (s *ParserScores) Print(w io.Writer) {
	fmt.Fprintf(w, "UAS %.2f of %d words in %d sentences, without punctuation (%s); with it %.2f\n", s.UAS, s.Words,
		s.Sentences, s.Rule, s.WithPunctuation)
	las := "LAS is not given, as not all words of both files have relations"
	if l := s.Labels; l != nil {
		las = fmt.Sprintf("LAS %.2f, with punctuation %.2f; %s %.2f", l.LAS, l.WithPunctuation, ofContent, l.Content)
	}
	fmt.Fprintf(w, "%s\nexact match %.2f, root (F1) %.2f\n\n", las, s.ExactMatch, s.Root)
	const most = 20
	printParts(w, "true arc's length", s.ByLength)
	fmt.Fprintln(w)
	printParts(w, "tag", s.ByTag[:min(most, len(s.ByTag))])
	if more := len(s.ByTag) - most; more > 0 {
		fmt.Fprintf(w, "  and %d rarer tags: --json has all\n", more)
	}
}

// printParts writes the scores of some words in lines.
func printParts(w io.Writer, title string, list []PartScore) {
	table := figures.Table{Columns: figures.Columns(1, title, "words", "UAS")}
	for _, p := range list {
		table.Rows = append(table.Rows, []string{p.Of, fmt.Sprint(p.Words), fmt.Sprintf("%.2f", p.UAS)})
	}
	_ = table.Text(w, ui.Columns(w)) // an error of w stays in it
}
