package lab

import "testing"

// TestCellFlags: cells are linked without tables for debuggers, unless somebody says how they are.
func TestCellFlags(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]string{
		"": "-ldflags=-w", "-mod=mod": "-mod=mod -ldflags=-w", "-ldflags=-s": "-ldflags=-s",
	} {
		if got := cellFlags(set); got != want {
			t.Errorf("%q becomes %q, not %q", set, got, want)
		}
	}
}
