package proxsvm

import "github.com/proxlab/proxlab/reproduce"

// reading is a way to take what begins anew where Algorithm 3 makes R grow, with the table that it is judged on and its
// method.
type reading struct {
	reproduce.Reading
	table, method string
}

// ofAlgorithm3 are the readings. The paper's box runs “for t ← 1, …, T” in every phase, and has “Initialize w_1 ← 0”
// before the first one.
var ofAlgorithm3 = []reading{
	{
		reproduce.Reading{
			Name: "w stays", Rank: reproduce.Inferred,
			Reason: "Where R grows, Algorithm 3 leaves its inner loop and begins it again at t = 1, with the sums λ_{1:t} and " +
				"τ_{1:t−1}; “Initialize w_1 ← 0” stands before both loops, and is taken for the first phase only: a new phase " +
				"goes on from the w that was reached. Of the readings this one meets the numbers of Table 1 best.",
		},
		tableLiteral, proximal,
	},
	{
		reproduce.Reading{
			Name: "w from 0", Rank: reproduce.Inferred,
			Reason: "By the letter of Algorithm 3 a phase that begins at t = 1 begins at w_1, and w_1 is never assigned to " +
				"after “Initialize w_1 ← 0”: every phase is the proximal projected subgradient strategy run from the start.",
		},
		tableReadings, anew,
	},
	{
		reproduce.Reading{
			Name: "no restart", Rank: reproduce.Ours,
			Reason: "The paper says only that R is increased “by a factor of √2” to “start a new phase”; that the sums " +
				"λ_{1:t} and τ_{1:t−1} forget the rounds before is not said, so t is taken to count all rounds: R alone changes.",
		},
		tableReadings, through,
	},
}

// under returns the criterion that of makes, under every reading.
func under(of func(r reading) reproduce.Criterion) (out []reproduce.Criterion) {
	for _, r := range ofAlgorithm3 {
		out = append(out, of(r).On(r.table).Under(r.Reading))
	}
	return out
}
