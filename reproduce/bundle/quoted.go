package bundle

import (
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// What others reach on the same data, measured once with their own programs and quoted here: none of it is run by the
// study.

// quotedRanking are NDCG@10 on the test queries: the least and the most over settings, none of them selected.
type quotedRanking struct {
	name        string
	least, most float64
}

var quotedRankings = map[string][]quotedRanking{
	"mq2008-pairs": {
		{"LambdaRank (LightGBM, four settings)", .716, .733}, {"LinearSVC on pairs (scikit-learn)", .713, .728},
	},
	"pairs": {
		{"LambdaRank (LightGBM, four settings)", .746, .757}, {"LinearSVC on pairs (scikit-learn)", .704, .716},
	},
}

// quoteRankings adds a row for each that is quoted on the set's data.
func (s *study) quoteRankings() {
	for _, q := range quotedRankings[s.id] {
		s.Row(tableNDCG, s.id+"/"+q.name, func() (datasets.Source, reproduce.Values) {
			return datasets.Source{Name: s.real, Kind: datasets.Real},
				ndcgFields().Values(rankings{set: s.id, quoted: q})
		})
	}
}

// quotedFold is sensitivity, PPV and F1 over all sequences of a program that learns nothing from them.
type quotedFold struct {
	name                 string
	sensitivity, ppv, f1 float64
}

var quotedFolding = []quotedFold{
	{"ViennaRNA 2.7.2, least free energy", .662, .510, .576},
	{"ViennaRNA 2.7.2, centroid", .661, .585, .620},
	{"ViennaRNA 2.7.2, MEA (γ = 1)", .688, .554, .614},
}

// quoteFolding adds a row for each.
func (s *study) quoteFolding() {
	for _, q := range quotedFolding {
		s.Row(tableFolds, q.name, func() (datasets.Source, reproduce.Values) {
			return datasets.Source{Name: s.real, Kind: datasets.Real}, quotedFoldFields.Values(q)
		})
	}
}
