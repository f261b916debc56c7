package sentences

import (
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/templates"
)

// TestRelations: what is read reaches a parser, other relations are written, and all else stays.
func TestRelations(t *testing.T) {
	t.Parallel()
	text := rows("1-2 ab _ _ _ _ _ _ _ _", "1 a a X x _ 0 root _ A=b", "2 b b X x _ 1 nsubj:pass _ _", "") +
		rows("1 c c X x _ 0 _ _ _", "")
	b := bankOf(t, text)
	gold, err := b.Gold()
	if err != nil || !slices.Equal(gold[0].Relations, []string{"root", "nsubj:pass"}) || gold[1].Relations != nil {
		t.Fatalf("%+v, %v", gold, err)
	}
	other, err := b.WithRelations([][]string{{"dep", "_"}, {"root"}})
	want := strings.NewReplacer("root", "dep", "nsubj:pass", "_", "0\t_\t_", "0\troot\t_").Replace(text)
	if err != nil || conllText(t, other) != want || conllText(t, b) != text {
		t.Errorf("%v: %q, and not %q", err, conllText(t, other), want)
	}
	if none := other.WithoutRelations(); none.HasRelations() || !other.HasRelations() {
		t.Error("whether words have relations")
	}
	for says, relations := range map[string][][]string{
		"relations of 1 sentences, for 2": {{"a", "b"}},
		"a:5: 2 relations, for 1 words":   {{"a", "b"}, {"a", "b"}},
	} {
		if _, err := b.WithRelations(relations); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
	err = b.CheckRelations(templates.CheckRelation)
	if says := `a:5: word 1, "c": there is no relation`; err == nil || err.Error() != says {
		t.Errorf("%v, and not %s", err, says)
	}
	if err := other.CheckRelations(func(string) error { return nil }); err != nil {
		t.Error(err)
	}
}
