package encode

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// grams are the words of a text, in small letters, and the rows of up to so many of them: what stands between letters
// and digits parts words.
func grams(text string, most int) (out []string) {
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	words := strings.FieldsFunc(strings.ToLower(text), between)
	for length := 1; length <= most; length++ {
		for i := 0; i+length <= len(words); i++ {
			out = append(out, strings.Join(words[i:i+length], " "))
		}
	}
	return out
}

// vocabulary are the words of a column of texts that are frequent enough; nil for none.
func vocabulary(t *Table, j int, skip []bool, o Options) (out []string) {
	rows := map[string]int{}
	seen := map[int][]string{} // of words of the table
	t.each(j, skip, func(cell float64) {
		k, text := WordOf(cell)
		if Missing(cell) {
			return
		}
		list, known := seen[k]
		if !text || !known {
			word := numberText(cell)
			if text {
				word = t.Columns[j].Words[k]
			}
			list = grams(word, o.Grams)
			slices.Sort(list)
			list = slices.Compact(list)
		}
		if text {
			seen[k] = list
		}
		for _, g := range list {
			rows[g]++
		}
	})
	for g, count := range rows {
		if count >= o.MinCount {
			out = append(out, g)
		}
	}
	slices.SortFunc(out, func(a, b string) int { // the most frequent first
		return cmp.Or(cmp.Compare(rows[b], rows[a]), cmp.Compare(a, b))
	})
	out = out[:min(len(out), o.MaxLevels)]
	slices.Sort(out)
	return out
}

// wordCounts are the features of a text, and how often each is there.
type wordCounts struct {
	at    []int
	times []float64
}

// countsOf are those of a text; words that were not learnt are not counted.
func (c *Encoding) countsOf(text string) (out wordCounts) {
	found := map[int]float64{}
	for _, g := range grams(text, c.Grams) {
		if c.Hash > 0 {
			h := fnv.New32a()
			h.Write([]byte(g))
			found[int(h.Sum32()%uint32(c.Hash))]++
		} else if k, known := slices.BinarySearch(c.Levels, g); known {
			found[k]++
		}
	}
	for k := range found {
		out.at = append(out.at, k)
	}
	sort.Ints(out.at)
	for _, k := range out.at {
		out.times = append(out.times, found[k])
	}
	return out
}

func (c *Encoding) checkVocabulary() error {
	switch {
	case c.Grams < 1 || c.Grams > mostGrams:
		return fmt.Errorf("it counts rows of %d words", c.Grams)
	case c.Reference != nil || c.Rare != nil || c.Words != nil || c.Form != "" || c.Parts != nil || c.Origin != "":
		return errors.New("it has what texts have not")
	case (len(c.Levels) == 0) != (c.Hash > 0) || c.Hash < 0 || c.Hash > mostHash:
		return errors.New("it has a vocabulary or features for hashes of words, and not both or none")
	}
	for k, word := range c.Levels {
		if k > 0 && word <= c.Levels[k-1] || !utf8.ValidString(word) {
			return fmt.Errorf("its vocabulary does not ascend at %.60q", word)
		}
	}
	return nil
}
