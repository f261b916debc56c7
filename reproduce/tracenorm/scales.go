package tracenorm

import (
	"github.com/proxlab/proxlab/datasets/generate"
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
	small := generate.PaperClasses
	small.Features, small.Classes = 60, 80
	return protocol{
		classes:      small,
		replications: map[string]int{"light-0.9": 1, "heavy-0.9": 1, "light-0.1": 1, "heavy-0.1": 1},
		some:         1,
		budgets: map[string]map[string]int{
			"light-0.9": {literal: 400, sound: 290, proxH: 460, proxTrue: 460, proxThin: 460, proxGram: 480, proxFree: 190},
			"heavy-0.9": {literal: 400, sound: 170, proxH: 320, proxTrue: 320, proxThin: 160, proxGram: 190, proxFree: 200},
			"light-0.1": {literal: 400, sound: 290, proxH: 420, proxTrue: 420, proxThin: 420, proxGram: 460, proxFree: 180},
			"heavy-0.1": {literal: 400, sound: 140, proxH: 280, proxTrue: 280, proxThin: 140, proxGram: 150, proxFree: 150},
		},
		sets: []column{
			{
				id: conjoint1, title: "Conjoint (I)", folds: 2, choose: 2, shares: sharesTo(8), iterations: 150, starts: 3,
				low: []int{2, 2}, lowSplits: 2,
				budgets: map[string]int{
					literal: 800, sound: 1000, proxH: 1600, proxTrue: 1600, proxThin: 1600,
					proxFree: 1000, rescaling: 1200, alternate: 3000,
				},
			},
			{
				id: conjoint2, title: "Conjoint (II)", folds: 1, choose: 1, shares: sharesTo(8), iterations: 150, starts: 1,
				low: []int{2}, lowSplits: 1,
				budgets: map[string]int{
					literal: 400, sound: 400, proxH: 760, proxTrue: 760, proxThin: 380, proxFree: 110, rescaling: 190, alternate: 360,
				},
			},
			{
				id: pictures, title: "ImageNet", folds: 1, choose: 1, shares: sharesTo(6), starts: 1, iterations: 150,
				low: []int{8}, lowSplits: 1,
				side: 16, classes: 40,
				budgets: map[string]int{
					literal: 400, sound: 110, proxH: 360, proxTrue: 360, proxThin: 360, proxFree: 170, rescaling: 200, alternate: 300,
				},
			},
		},
	}
}

func paperProtocol() protocol {
	return protocol{
		classes:      generate.PaperClasses,
		replications: map[string]int{"light-0.9": 10, "heavy-0.9": 80, "light-0.1": 3, "heavy-0.1": 3},
		some:         5,
		budgets: map[string]map[string]int{
			"light-0.9": {literal: 560, sound: 150, proxH: 260, proxTrue: 330, proxThin: 280, proxGram: 400, proxFree: 210},
			"heavy-0.9": {literal: 300, sound: 60, proxH: 170, proxTrue: 170, proxThin: 35, proxGram: 40, proxFree: 90},
			"light-0.1": {literal: 250, sound: 150, proxH: 150, proxTrue: 150, proxThin: 120, proxGram: 300, proxFree: 195},
			"heavy-0.1": {literal: 1500, sound: 120, proxH: 150, proxTrue: 230, proxThin: 34, proxGram: 32, proxFree: 12},
		},
		seconds: map[string]float64{
			"light-0.9": 55, "heavy-0.9": 18, "light-0.1": 40, "heavy-0.1": 20, conjoint1: 0.2, conjoint2: 2, pictures: 22,
		},
		sets: []column{
			{
				id: conjoint1, title: "Conjoint (I)", folds: 40, choose: 10, shares: sharesTo(9), starts: 5, iterations: 150,
				low: []int{2, 2, 2, 2, 2}, lowSplits: 40,
				budgets: map[string]int{
					literal: 1000, sound: 6000, proxH: 2500, proxTrue: 500, proxThin: 500, proxFree: 300, rescaling: 3000,
					alternate: 1500,
				},
			},
			{
				id: conjoint2, title: "Conjoint (II)", folds: 160, choose: 10, shares: sharesTo(9), starts: 1, iterations: 150,
				low: []int{2}, lowSplits: 30,
				budgets: map[string]int{
					literal: 1500, sound: 1800, proxH: 3000, proxTrue: 800, proxThin: 800, proxFree: 300, rescaling: 800,
					alternate: 1000,
				},
			},
			{
				id: pictures, title: "ImageNet", folds: 30, choose: 1, starts: 1, side: 64, iterations: 30,
				shares: []float64{0.5, 0.25, 0.125, 0.0625, 0.03125}, low: []int{4, 8, 16}, lowSplits: 1,
				budgets: map[string]int{
					literal: 220, sound: 60, proxH: 44, proxTrue: 44, proxThin: 56, rescaling: 24, alternate: 120,
				},
			},
		},
	}
}
