package templates_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/templates"
)

// TestDependents: by hand, for "who did the two dogs chase ?", whose verb is at its place 6.
func TestDependents(t *testing.T) {
	t.Parallel()
	s := templates.Sentence{
		Forms: strings.Fields("Who did the two dogs chase ?"), Lemmas: strings.Fields("who do the two dog chase ?"),
		Tags: strings.Fields("WP VBD DT CD NNS VB ."), Features: strings.Fields("f1 f2 f3 _ f5 f6 _"),
	}
	lines, words := templates.Dependents(&s, []int{6, 6, 5, 5, 6, 0, 6})
	if want := [][]int{{5}, {2, 3}, {0, 1, 4, 6}}; !slices.EqualFunc(words, want, slices.Equal) {
		t.Fatalf("words %v, and not %v", words, want)
	}
	const root, outside = "\x00root", "\x00outside"
	for _, c := range []struct {
		group, at int
		want      string
	}{
		{0, 0, "chase chase VB ROOT ROOT ROOT NNS . OUT WP > >6 who WP ? . OUT 0 WP;VBD;NNS;. f6 _"},
		{1, 0, "the the DT dogs dog NNS VBD CD CD VB < <2 - - - - VB 1 - f3 f5"},
		{1, 1, "two two CD dogs dog NNS DT NNS CD VB < <1 - - - - VB 0 - _ f5"},
		{2, 2, "dogs dog NNS chase chase VB CD VB NNS . < <1 the DT two CD ROOT 0 DT;CD f5 f6"},
		{2, 3, "? ? . chase chase VB VB OUT NNS . > >1 - - - - ROOT 0 - _ f6"},
	} {
		want := strings.Fields(strings.NewReplacer("ROOT", root, "OUT", outside).Replace(c.want))
		for k := range want {
			want[k] = strings.ReplaceAll(strings.TrimPrefix(want[k], "-"), ";", " ")
		}
		if got := lines[c.group][c.at]; !slices.Equal(got, want) || len(got) != templates.DependentColumns {
			t.Errorf("group %d, word %d:\n%q, and not\n%q", c.group, c.at, got, want)
		}
	}
	all, few := templates.Relations(true), templates.Relations(false)
	list, chained, err := templates.ReadWords(strings.NewReader(templates.DefaultRelations), "default")
	if len(few) != len(list) || len(all) != len(list)+10 {
		t.Errorf("%d templates, and %d with features", len(few), len(all))
	}
	if err != nil || !chained || templates.NewWords(all, 0).Check(templates.DependentColumns) != nil {
		t.Errorf("the default templates: %d, chained %v, %v", len(list), chained, err)
	}
}

func TestCheckRelation(t *testing.T) {
	t.Parallel()
	for relation, says := range map[string]string{
		"nsubj": "", "nsubj:pass": "", "obl:a:b": "", "C--": "",
		"": "no relation", "_": "no relation", "a\tb": `"a\tb" holds a tab`, "a\n": "the end of a line", ":pass": "lacks",
		"nsubj:": "lacks", ":": "lacks",
	} {
		err := templates.CheckRelation(relation)
		if (says == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v does not say %q", relation, err, says)
		}
	}
	if got := templates.UniversalRelation("nsubj:pass:x"); got != "nsubj" {
		t.Error(got)
	}
}
