package dictionary

import "testing"

// BenchmarkEncode codes 5,000 signals of 64 numbers on 128 atoms.
func BenchmarkEncode(b *testing.B) {
	x, d := drawn(1, 5000, 64, 128, 0.2, false)
	for name, c := range map[string]Coder{"lasso": {Lambda: 0.3}, "greedy": {Greedy: true, Atoms: 8}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := c.Encode(b.Context(), d, x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
