package templates

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestTemplatesHaveTexts(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"any", "dir", "dist", "dir dist", "h.w", "h.w h.p-1 m.l m.p+2 dir dist", "m.p-9 m.p+9", "h.l m.p",
	} {
		x, err := Parse(text)
		if err != nil || x.String() != text {
			t.Errorf("%q was read as %q, %v", text, x, err)
		}
	}
	for _, bad := range []string{
		"", "h", "h.", "h.x", "h.w1", "h.w+", "h.w+0", "h.w-0", "h.p+10", "x.w", "h.w,m.w",
		"any dir", "dir dir", "h.p+1.5", "H.w",
	} {
		if x, err := Parse(bad); err == nil {
			t.Errorf("%q was taken as %q", bad, x)
		}
	}
}

func TestListsOfTemplates(t *testing.T) {
	t.Parallel()
	list, err := ParseList("# mine\n\nh.w m.p  dir # a word\n any\r\n", "f")
	if err != nil || len(list) != 2 || list[0].String() != "h.w m.p dir" || list[1].String() != "any" {
		t.Errorf("%v, %v", list, err)
	}
	for text, says := range map[string]string{
		"h.w\nh.q m.p\n":        `f:2: "h.q" is no field of a template: there are h.w`,
		"h.w dir\n\ndir h.w\n":  "f:3: the template of line 1 again",
		"# none\n":              "f: there are no templates",
		"h.w h.w":               `f:1: "h.w" stands there twice`,
		strings.Repeat("x", 99): "is no field",
	} {
		if _, err := ParseList(text, "f"); err == nil || !strings.Contains(err.Error(), says) || len(err.Error()) > 300 {
			t.Errorf("%q: %v does not say %q", text, err, says)
		}
	}
}

// TestReconstructed: the 507 templates are 507 different ones, and their texts say all of them.
func TestReconstructed(t *testing.T) {
	t.Parallel()
	all := Reconstructed()
	var text strings.Builder
	for _, x := range all {
		text.WriteString(x.String() + "\n")
	}
	list, err := ParseList(text.String(), "f")
	if err != nil || len(list) != 507 || len(all) != 507 {
		t.Fatalf("%d templates, %d read, %v", len(all), len(list), err)
	}
	for k, x := range list {
		if x.String() != all[k].String() {
			t.Errorf("%q was read as %q", all[k], x)
		}
	}
}

// plainFeature writes a feature out in words.
func plainFeature(x Template, words [3][]string, h, m int) string {
	folded := func(s string) string {
		return strings.Map(func(r rune) rune {
			if '0' <= r && r <= '9' {
				return '0'
			}
			return r
		}, s)
	}
	var out []string
	end := func(at int, atoms []Atom) {
		for _, a := range atoms {
			list, k := words[strings.IndexByte("wlp", byte(a.Attribute))], at+a.Offset
			switch {
			case k < 0 || k > len(list):
				out = append(out, "<outside>")
			case k == 0:
				out = append(out, "<root>")
			default:
				out = append(out, folded(list[k-1]))
			}
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

// TestHashesAreFeatures: two arcs have the same hash by a template where they have the same feature, written out, and
// there alone; and a hash by itself is that among all of the sentence.
func TestHashesAreFeatures(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	all := Reconstructed()
	set := NewArcs(all)
	var sentences [][3][]string
	for _, n := range []int{14, 1, 0, 3, 6} {
		var s [3][]string
		for range n {
			for k, list := range [3]string{"a b ab a1 a2", "x y", "N V N1 N2 root"} {
				words := strings.Fields(list)
				s[k] = append(s[k], words[rng.IntN(len(words))])
			}
		}
		set.Add(s[0], s[1], s[2])
		sentences = append(sentences, s)
	}
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
					if one := set.Hash(i, k, row); one != hash {
						t.Fatalf("%q: the hash of row %d is %x alone, %x among all", x, row, one, hash)
					}
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

func TestArcsPanics(t *testing.T) {
	t.Parallel()
	set := NewArcs(Reconstructed()[:2])
	set.Add([]string{"a"}, []string{"a"}, []string{"a"})
	for says, do := range map[string]func(){
		"a form, a lemma and a tag": func() { set.Add([]string{"a"}, nil, []string{"a"}) },
		"room is needed":            func() { set.Hashes(make([]uint64, 2), 0, 0) },
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.HasPrefix(got, "templates: ") || !strings.Contains(got, says) {
					t.Errorf("%q does not say %q", got, says)
				}
			}()
			do()
		}()
	}
}
