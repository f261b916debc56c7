package templates

import (
	"strings"
	"testing"
)

func TestTemplatesHaveTexts(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"any", "dir", "dist", "dir dist", "b.p", "h.p m.p b.w dir",
		"h.w", "h.w h.p-1 m.l m.p+2 dir dist", "m.p-9 m.p+9", "h.l m.p", "h.f m.p-1 m.f dir",
	} {
		x, err := Parse(text)
		if err != nil || x.String() != text {
			t.Errorf("%q was read as %q, %v", text, x, err)
		}
	}
	for _, bad := range []string{
		"", "h", "h.", "h.x", "h.w1", "h.w+", "h.w+0", "h.w-0", "h.p+10", "x.w", "h.w,m.w",
		"any dir", "b.f", "dir dir", "b.p+1", "b.p b.w", "b.", "h.p+1.5", "H.w",
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

// TestMcDonald: the 68 templates and the four that look between are different ones, and their texts say all of them.
func TestMcDonald(t *testing.T) {
	t.Parallel()
	all := append(McDonald(), InBetween()...)
	var text strings.Builder
	for _, x := range all {
		text.WriteString(x.String() + "\n")
	}
	list, err := ParseList(text.String(), "f")
	if err != nil || len(list) != 72 || list[67].String() != "h.p+1 m.p-1 m.p dir dist" ||
		list[70].String() != "h.p m.p b.p dir dist" {
		t.Fatalf("%d templates read of %d, %v", len(list), len(all), err)
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
