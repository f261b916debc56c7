package templates

import (
	"errors"
	"fmt"
	"strings"
)

// DependentColumns is how many columns Dependents gives a word.
const DependentColumns = 21

// Dependents are the words of a sentence by their heads: for the root and then each word that has any, its dependents
// from left to right, each a line of columns for word templates, and which words these are, counted from 0. Heads are
// those of a tree.
//
// The columns are, counted from 1 as templates count them: 1 to 3 form, lemma and tag of the word; 4 to 6 those of its
// head; 7 and 8 the tags of the words before and after it, 9 and 10 those before and after the head; 11 the side of the
// head, < to the left of it or > to the right; 12 that with the distance, 1, 2, 3, 4, 5, 6 for up to 10, or 7; 13 and
// 14 lemma and tag of the word's first dependent, 15 and 16 of the last; 17 the tag of the head's head; 18 how many
// dependents of the head are nearer to it on that side, 3 for more; 19 the tags of the word's dependents; 20 and 21 the
// features of the word and of its head.
func Dependents(s *Sentence, heads []int) (lines [][][]string, words [][]int) {
	below := make([][]int, len(heads)+1)
	for m, h := range heads {
		below[h] = append(below[h], m)
	}
	for h, list := range below {
		if len(list) == 0 {
			continue
		}
		group := make([][]string, len(list))
		left := 0 // of the head
		for _, m := range list {
			if m+1 < h {
				left++
			}
		}
		for k, m := range list {
			nearer := left - 1 - k
			if nearer < 0 {
				nearer = k - left
			}
			group[k] = append(s.dependent(heads, h, m), fmt.Sprint(min(3, nearer)), s.tags(below[m+1]),
				s.features(m+1), s.features(h))
			s.around(group[k], below[m+1])
		}
		lines, words = append(lines, group), append(words, list)
	}
	return lines, words
}

// dependent is columns 1 to 17 of word m, from 0, with the head h, from 1; around has 13 to 16.
func (s *Sentence) dependent(heads []int, h, m int) []string {
	side, length := ">", m+1-h
	if length < 0 {
		side, length = "<", -length
	}
	form, lemma, above := root, root, outside
	if h > 0 {
		form, lemma, above = s.Forms[h-1], s.Lemmas[h-1], s.tag(heads[h-1])
	}
	line := make([]string, 0, DependentColumns)
	return append(line, s.Forms[m], s.Lemmas[m], s.Tags[m], form, lemma, s.tag(h), s.tag(m), s.tag(m+2), s.tag(h-1),
		s.tag(h+1), side, fmt.Sprint(side, bin(length)), "", "", "", "", above)
}

// tag is that of a word from 1, or of the root.
func (s *Sentence) tag(w int) string {
	switch {
	case w == 0:
		return root
	case w < 0 || w > len(s.Tags):
		return outside
	}
	return s.Tags[w-1]
}

// features are those of a word from 1, or of the root.
func (s *Sentence) features(w int) string {
	if w == 0 || s.Features == nil {
		return "_"
	}
	return s.Features[w-1]
}

// around fills in columns 13 to 16 by a word's dependents.
func (s *Sentence) around(line []string, below []int) {
	if n := len(below); n > 0 {
		first, last := below[0], below[n-1]
		line[12], line[13], line[14], line[15] = s.Lemmas[first], s.Tags[first], s.Lemmas[last], s.Tags[last]
	}
}

// tags are those of some words in one text.
func (s *Sentence) tags(words []int) string {
	list := make([]string, len(words))
	for k, m := range words {
		list[k] = s.Tags[m]
	}
	return strings.Join(list, " ")
}

// UniversalRelation is the part of a relation before the first colon: "nsubj" of "nsubj:pass".
func UniversalRelation(relation string) string {
	universal, _, _ := strings.Cut(relation, ":")
	return universal
}

// CheckRelation tells why a text is no relation that can be learnt and written: it is missing, holds a tab or the end
// of a line, or has nothing before a colon or behind it.
func CheckRelation(relation string) error {
	switch {
	case relation == "" || relation == "_":
		return errors.New("there is no relation")
	case strings.ContainsAny(relation, "\t\r\n"):
		return fmt.Errorf("the relation %.40q holds a tab or the end of a line", relation)
	case UniversalRelation(relation) == "" || strings.HasSuffix(relation, ":"):
		return fmt.Errorf("the relation %.40q lacks what stands before a colon, or behind it", relation)
	}
	return nil
}

// CheckRelations tells which word of sentences, counted from 1, has no relation that can be learnt.
func CheckRelations(sentences []Sentence) error {
	for i, s := range sentences {
		if s.Relations == nil {
			return fmt.Errorf("sentence %d has no relations: leave Labels nil", i+1)
		}
		for k, r := range s.Relations {
			if err := CheckRelation(r); err != nil {
				return fmt.Errorf("sentence %d, word %d: %w", i+1, k+1, err)
			}
		}
	}
	return nil
}

// DefaultRelations are templates of words' relations to their heads, by the columns of Dependents, as the text of a
// file.
const DefaultRelations = `# features of dependents, as templates.Dependents has their columns
any
col11[0]
form[0]
col2[0]
col3[0]
suffix2[0]
suffix3[0]
shape[0]
col2[0] col3[0]
col3[0] col11[0]
col3[0] col12[0]
col6[0] col11[0]
col5[0] col11[0]
col5[0] col6[0] col11[0]
col3[0] col6[0]
col3[0] col6[0] col11[0]
col3[0] col6[0] col12[0]
col2[0] col6[0] col11[0]
col2[0] col5[0] col11[0]
col3[0] col5[0] col11[0]
suffix3[0] col6[0] col11[0]
col3[0] col6[0] col7[0] col11[0]
col3[0] col6[0] col8[0] col11[0]
col3[0] col6[0] col9[0] col11[0]
col3[0] col6[0] col10[0] col11[0]
col13[0] col11[0]
col13[0] col3[0] col6[0] col11[0]
col13[0] col5[0] col11[0]
col2[0] col13[0]
col14[0] col3[0] col6[0] col11[0]
col15[0] col3[0] col6[0] col11[0]
col16[0] col3[0] col6[0] col11[0]
col3[0] col6[0] col17[0] col11[0]
col3[0] col6[0] col18[0] col11[0]
col19[0] col3[0] col6[0] col11[0]
col3[-1] col3[0] col6[0] col11[0]
col3[0] col3[1] col6[0] col11[0]
col2[-1] col3[0] col6[0] col11[0]
col2[1] col3[0] col6[0] col11[0]
col3[-1] col3[0] col3[1] col6[0] col11[0]
col3[0] col6[0] col11[-1] col11[0] col11[1]
col2[0] col2[1] col5[0]
col2[-1] col2[0] col5[0]
label[-1] label[0]
`

// Relations are the templates of DefaultRelations, and where words have morphological features those of these.
func Relations(morphology bool) []Word {
	text := DefaultRelations
	if morphology {
		text += morphologyRelations
	}
	list, _, err := ReadWords(strings.NewReader(text), "default")
	if err != nil {
		panic(err) // tested
	}
	return list
}

// morphologyRelations are further templates, of words' features.
const morphologyRelations = `col20[0]
col20[0] col11[0]
col3[0] col20[0] col6[0] col11[0]
col20[0] col6[0] col21[0] col11[0]
col20[0] col5[0] col11[0]
col20[0] col6[0] col12[0]
col20[0] col13[0]
col2[0] col20[0] col6[0]
col20[-1] col20[0] col6[0] col11[0]
col20[0] col20[1] col6[0] col11[0]
`
