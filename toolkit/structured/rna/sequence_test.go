package rna_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// TestParse: what is written is read again, and what cannot be is an error that says where.
func TestParse(t *testing.T) {
	t.Parallel()
	x, err := rna.ParseSequence("acgtuNRy")
	if err != nil || x.String() != "ACGUUNNN" {
		t.Errorf("%s, %v", x, err)
	}
	y, err := rna.ParseStructure("(.-(,:)_)")
	if err != nil || y.String() != "(..(..).)" {
		t.Errorf("%s, %v", y, err)
	}
	for text, want := range map[string]string{"ACX": "letter 3 is 'X'", "A C": "letter 2 is ' '", "é": "letter 1"} {
		if _, err := rna.ParseSequence(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v does not say %q", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"(()": "bracket 1 is not closed", "())": "bracket 3 closes none", "([)]": "place 2 is '['", "(a)": "place 2 is 'a'",
	} {
		if _, err := rna.ParseStructure(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v does not say %q", text, err, want)
		}
	}
}

// TestCheck names the pair that a sequence cannot have.
func TestCheck(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		letters string
		y       rna.Structure
		base    int
		want    string
	}{
		{"GAC", rna.Structure{2, -1, -1}, 0, "base 1 pairs with 3, which does not pair with it"},
		{"GAC", rna.Structure{-1, -1, 0}, 2, "base 3 pairs with 1, which does not"},
		{"GAC", rna.Structure{2, 2, 0}, 1, "base 2 pairs with 3, which does not"},
		{"GAC", rna.Structure{-1, 1, -1}, 1, "base 2 pairs with 2"},
		{"GAC", rna.Structure{3, -1, -1}, 0, "base 1 pairs with 4"},
		{"GAG", rna.Structure{2, -1, 0}, 0, "bases 1 and 3 are G and G"},
		{"GAN", rna.Structure{2, -1, 0}, 0, "bases 1 and 3 are G and N"},
		{"GGCC", rna.Structure{2, 3, 0, 1}, 2, "pairs cross, 1 with 3 and 2 with 4"},
	} {
		x, err := rna.ParseSequence(c.letters)
		if err != nil {
			t.Fatal(err)
		}
		var wrong *rna.PairError
		err = c.y.Check(x)
		if !errors.As(err, &wrong) || wrong.Base != c.base || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %v: error %v does not say %q", c.letters, c.y, err, c.want)
		}
		if err := rna.CheckExamples([]rna.Example{{Name: "a", X: x, Y: c.y}}); !errors.As(err, &wrong) {
			t.Errorf("an example is taken: %v", err)
		}
	}
	if err := (rna.Structure{-1}).Check(rna.Sequence{rna.A, rna.C}); err == nil {
		t.Error("two bases have a structure of one")
	}
}
