package datasets

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadPairedChoices(t *testing.T) {
	t.Parallel()
	text := "id,choice,price,size\nann,1,-1,0.5\nbob,0,1,0\nann,0,0,1\n"
	s, err := ReadPairedChoices(t.Context(), strings.NewReader(text), "f")
	if err != nil {
		t.Fatal(err)
	}
	if s.Tasks != 2 || !cmp.Equal(s.Task, []int{0, 1, 0}) || !cmp.Equal(s.Y, []float64{1, -1, -1}) ||
		!cmp.Equal(s.Names, []string{"price", "size"}) ||
		!cmp.Equal(s.X.Data, []float64{-1, 0.5, 1, 0, 0, 1}) || s.X.R != 3 || s.X.C != 2 {
		t.Errorf("%+v", s)
	}
	for _, c := range []struct{ what, text, want string }{
		{"empty", "", "the file is empty"},
		{"a heading alone", "id,choice,a\n", "no choices"},
		{"too few columns", "id,choice\n", "who, choice and an attribute"},
		{"a choice of 2", "id,choice,a\n1,2,0\n", "f:2: field 2: choice \"2\""},
		{"text", "id,choice,a\n1,1,x\n", "f:2: field 3: \"x\" is no finite number"},
		{"NaN", "id,choice,a\n1,1,NaN\n", "field 3"},
		{"a short line", "id,choice,a\n1,1\n", "line 2"},
	} {
		if _, err := ReadPairedChoices(t.Context(), strings.NewReader(c.text), "f"); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, not %q", c.what, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ReadPairedChoices(ctx, strings.NewReader(text), "f"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after cancellation", err)
	}
}

func FuzzReadPairedChoices(f *testing.F) {
	f.Add("id,choice,price,size\nann,1,-1,0.5\nbob,0,1,0\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadPairedChoices(t.Context(), strings.NewReader(text), "fuzz")
		if err == nil && (len(s.Y) != s.X.R || len(s.Task) != s.X.R || len(s.X.Data) != s.X.R*s.X.C || s.Tasks < 1) {
			t.Fatalf("%+v", s)
		}
	})
}

// TestRealBank counts the choices where the set is at hand.
func TestRealBank(t *testing.T) {
	t.Parallel()
	s, err := LoadBank(t.Context())
	var missing *NotFoundError
	if errors.As(err, &missing) {
		t.Skip("the set is not at hand")
	}
	if err != nil {
		t.Fatal(err)
	}
	if s.X.R != 14799 || s.X.C != 14 || s.Tasks != 946 {
		t.Errorf("%d choices, %d attributes, %d people", s.X.R, s.X.C, s.Tasks)
	}
}
