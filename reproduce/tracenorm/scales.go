package tracenorm

import (
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// protocolOf returns the protocol of a scale. The evaluations of its races were measured to take tenths of a second of
// processor time at quick scale, and seconds to two minutes at paper scale; on a set, about the same for every method.
func protocolOf(c reproduce.Config) protocol {
	if c.Scale == reproduce.Paper {
		return paperProtocol()
	}
	return quickProtocol()
}

func quickProtocol() protocol {
	small := datasets.PaperClasses
	small.Features, small.Classes = 60, 80
	return protocol{
		classes:      small,
		replications: map[float64]int{0.9: 1, 0.1: 1},
		budgets: map[string]map[string]int{
			"light-0.9": {literal: 1200, sound: 290, proxThin: 460, proxGram: 480, proxFree: 190},
			"heavy-0.9": {literal: 1000, sound: 170, proxThin: 160, proxGram: 190, proxFree: 200},
			"light-0.1": {literal: 850, sound: 290, proxThin: 420, proxGram: 460, proxFree: 180},
			"heavy-0.1": {literal: 1000, sound: 140, proxThin: 140, proxGram: 150, proxFree: 150},
		},
		sets: []column{
			{
				id: conjoint1, title: "Conjoint (I)", folds: 2, choose: 2, shares: sharesTo(8), iterations: 150, starts: 3,
				budgets: map[string]int{
					literal: 4000, sound: 1000, proxThin: 1600, proxFree: 1000, rescaling: 1200, alternate: 3000,
				},
			},
			{
				id: conjoint2, title: "Conjoint (II)", folds: 1, choose: 1, shares: sharesTo(8), iterations: 150, starts: 2,
				budgets: map[string]int{
					literal: 400, sound: 400, proxThin: 380, proxFree: 110, rescaling: 190, alternate: 360,
				},
			},
			{
				id: pictures, title: "ImageNet", folds: 1, choose: 1, shares: sharesTo(6), starts: 2, iterations: 150,
				side: 16, classes: 40,
				budgets: map[string]int{
					literal: 4000, sound: 110, proxThin: 360, proxFree: 170, rescaling: 200, alternate: 300,
				},
			},
		},
	}
}

func paperProtocol() protocol {
	return protocol{
		classes:      datasets.PaperClasses,
		replications: map[float64]int{0.9: 10, 0.1: 3},
		budgets: map[string]map[string]int{
			"light-0.9": {literal: 820, sound: 140, proxThin: 620, proxGram: 480, proxFree: 210},
			"heavy-0.9": {literal: 450, sound: 60, proxThin: 35, proxGram: 40, proxFree: 90},
			"light-0.1": {literal: 780, sound: 134, proxThin: 510, proxGram: 400, proxFree: 195},
			"heavy-0.1": {literal: 410, sound: 24, proxThin: 34, proxGram: 32, proxFree: 12},
		},
		reference: map[string]int{"light-0.9": 210, "light-0.1": 200, "heavy-0.1": 120},
		staircase: 3000,
		seconds: map[string]float64{
			"light-0.9": 80, "heavy-0.9": 8, "light-0.1": 80, "heavy-0.1": 8, conjoint1: 1, conjoint2: 4, pictures: 20,
		},
		sets: []column{
			{
				id: conjoint1, title: "Conjoint (I)", folds: 10, choose: 10, shares: sharesTo(9), starts: 11, iterations: 150,
				budgets: map[string]int{
					literal: 13000, sound: 6000, proxThin: 7000, proxFree: 3800, rescaling: 5500, alternate: 8800,
				},
			},
			{
				id: conjoint2, title: "Conjoint (II)", folds: 10, choose: 10, shares: sharesTo(9), starts: 11, iterations: 150,
				budgets: map[string]int{
					literal: 4300, sound: 1800, proxThin: 3300, proxFree: 900, rescaling: 1800, alternate: 3500,
				},
			},
			{
				id: pictures, title: "ImageNet", folds: 10, choose: 1, starts: 6, side: 64, iterations: 30,
				shares: []float64{0.5, 0.25, 0.125, 0.0625, 0.03125}, reference: 82,
				budgets: map[string]int{
					literal: 1200, sound: 40, proxThin: 56, proxFree: 6, rescaling: 24, alternate: 120,
				},
			},
		},
	}
}
