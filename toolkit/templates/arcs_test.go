package templates

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// plainWord is an attribute of a word, of which the first is 1.
func plainWord(words [4][]string, attribute Attribute, at int) string {
	list := words[strings.IndexByte("wlpf", byte(attribute))]
	switch {
	case at < 0 || at > len(list):
		return "<outside>"
	case at == 0:
		return "<root>"
	}
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return '0'
		}
		return r
	}, list[at-1])
}

// plainFeatures writes the features of an arc out in words.
func plainFeatures(x Template, words [4][]string, h, m int) []string {
	if x.Between == 0 {
		return []string{plainFeature(x, words, h, m)}
	}
	between := map[string]bool{}
	for at := min(h, m) + 1; at < max(h, m); at++ {
		between[plainWord(words, x.Between, at)] = true
	}
	var out []string
	for word := range between {
		out = append(out, plainFeature(x, words, h, m)+"\t"+word)
	}
	return out
}

// plainFeature writes the words at the ends of an arc, its direction and its length.
func plainFeature(x Template, words [4][]string, h, m int) string {
	var out []string
	end := func(at int, atoms []Atom) {
		for _, a := range atoms {
			out = append(out, plainWord(words, a.Attribute, at+a.Offset))
		}
	}
	end(h, x.Head)
	out = append(out, "←")
	end(m, x.Modifier)
	if x.Direction {
		out = append(out, map[bool]string{true: "left", false: "right"}[h < m])
	}
	if x.Distance {
		d := max(h-m, m-h)
		out = append(out, []string{"", "1", "2", "3", "4", "5", "-10", "-10", "-10", "-10", "-10", ">10"}[min(d, 11)])
	}
	return strings.Join(out, "\t")
}

// sample is random sentences, of forms, lemmas and tags.
func sample() (sentences [][4][]string) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{14, 1, 0, 3, 6} {
		var s [4][]string
		for range n {
			for k, list := range [4]string{"a b ab a1 a2", "x y", "N V N1 N2 root", "_ Case=Nom"} {
				words := strings.Fields(list)
				s[k] = append(s[k], words[rng.IntN(len(words))])
			}
		}
		sentences = append(sentences, s)
	}
	return sentences
}

// arcsOf are those of sentences.
func arcsOf(list []Template, sentences [][4][]string) *Arcs {
	set := NewArcs(list)
	for _, s := range sentences {
		set.AddSentence(&Sentence{Forms: s[0], Lemmas: s[1], Tags: s[2], Features: s[3]})
	}
	return set
}

// TestHashesAreFeatures: two arcs have the same hash by a template where they have the same feature, written out, and
// there alone.
func TestHashesAreFeatures(t *testing.T) {
	t.Parallel()
	all, sentences := Reconstructed(), sample()
	set := arcsOf(all, sentences)
	if want := []int{0, 196, 197, 197, 206, 242}; !slices.Equal(set.Rows(), want) || set.Templates() != 507 {
		t.Fatalf("%d templates, rows %v", set.Templates(), set.Rows())
	}
	for k, x := range all {
		of, back := map[string]uint64{}, map[uint64]string{}
		for i, s := range sentences {
			n := len(s[0])
			hashes := make([]uint64, n*n)
			set.Hashes(hashes, i, k)
			row := 0
			for m := 1; m <= n; m++ {
				for h := 0; h <= n; h++ {
					if h == m {
						continue
					}
					text, hash := plainFeature(x, s, h, m), hashes[row]
					if was, ok := of[text]; ok && was != hash {
						t.Fatalf("%q: the feature %q has two hashes", x, text)
					}
					if was, ok := back[hash]; ok && was != text {
						t.Fatalf("%q: %q and %q have one hash", x, text, was)
					}
					of[text], back[hash] = hash, text
					row++
				}
			}
		}
	}
}

// TestSlotsAreFeatures: two features of arcs by a template have the same slot of 32 bits where they are the same,
// written out, and there alone; the slots of fewer bits are the first of these; and those of an arc by itself are those
// among all of the sentence.
func TestSlotsAreFeatures(t *testing.T) {
	t.Parallel()
	sentences := sample()
	between, err := ParseList("b.p\nb.w dir\nh.p b.p m.p dist\nh.w h.p+1 b.l m.w m.p-1 dir dist", "between")
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]Template{Reconstructed(), McDonald(), InBetween(), Morphology(), between} {
		set := arcsOf(list, sentences)
		for k, x := range list {
			of, back := map[string]uint32{}, map[uint32]string{}
			for i, s := range sentences {
				checkSlots(t, set, i, k, s, func(texts []string, slots []uint32) {
					if len(texts) > 1 {
						for _, text := range texts {
							if was, ok := of[text]; ok && !slices.Contains(slots, was) {
								t.Fatalf("%q: the feature %q has not its slot among others", x, text)
							}
						}
						return
					}
					text, slot := texts[0], slots[0]
					if was, ok := of[text]; ok && was != slot {
						t.Fatalf("%q: the feature %q has two slots", x, text)
					}
					if was, ok := back[slot]; ok && was != text {
						t.Fatalf("%q: %q and %q have one slot", x, text, was)
					}
					of[text], back[slot] = slot, text
				})
			}
		}
	}
}

// checkSlots compares the slots of sentence i by template k in all ways there are, and calls pair with those of
// each arc that has any.
func checkSlots(t *testing.T, set *Arcs, i, k int, words [4][]string, pair func(texts []string, slots []uint32)) {
	t.Helper()
	n, x := len(words[0]), set.templates[k]
	slots, owners := set.Slots([]uint32{7}, i, k, 32)
	few, _ := set.Slots(nil, i, k, 5)
	if slots[0] != 7 {
		t.Fatalf("%q: what was in dst is gone", x)
	}
	slots = slots[1:]
	byRow := make([][]uint32, n*n)
	for j, s := range slots {
		r := j
		if owners != nil {
			r = int(owners[j])
		}
		byRow[r] = append(byRow[r], s)
		if few[j] != s>>27 {
			t.Fatalf("%q: slot %d of 5 bits is %x, of 32 %x", x, j, few[j], s)
		}
	}
	row := 0
	for m := 1; m <= n; m++ {
		for h := 0; h <= n; h++ {
			if h == m {
				continue
			}
			if one := set.SlotsOf(nil, i, k, 32, row); !slices.Equal(one, byRow[row]) {
				t.Fatalf("%q, row %d: slots %x alone, %x among all", x, row, one, byRow[row])
			}
			texts := plainFeatures(x, words, h, m)
			if len(texts) != len(byRow[row]) {
				t.Fatalf("%q, row %d: %d slots of the features %q", x, row, len(byRow[row]), texts)
			}
			if len(texts) > 0 {
				pair(texts, byRow[row])
			}
			row++
		}
	}
}

// TestSelect: some of the templates have the same slots as among all, for sentences that are added later too, and an
// arc of the others is not seen.
func TestSelect(t *testing.T) {
	t.Parallel()
	sentences := sample()
	all := slices.Concat(Reconstructed()[40:90], InBetween())
	set := arcsOf(all, sentences[:3])
	some := set.Select(52, 3, 17)
	set.Add(sentences[4][0], sentences[4][1], sentences[4][2])
	some.Add(sentences[3][0], sentences[3][1], sentences[3][2])
	whole := arcsOf(all, sentences[:4])
	if some.Templates() != 3 || !slices.Equal(some.Rows(), whole.Rows()) || set.Rows()[4] == some.Rows()[4] {
		t.Fatalf("%d templates, rows %v", some.Templates(), some.Rows())
	}
	for k, was := range []int{52, 3, 17} {
		for i := range 4 {
			got, rows := some.Slots(nil, i, k, 20)
			got, rows = slices.Clone(got), slices.Clone(rows)
			want, wantRows := whole.Slots(nil, i, was, 20)
			if !slices.Equal(got, want) || !slices.Equal(rows, wantRows) {
				t.Errorf("template %d, sentence %d: slots %v of rows %v, among all %v of %v", k, i, got, rows, want, wantRows)
			}
		}
	}
}
