package parsing

import (
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// madeUp are numbers of a record, of the first replication; the others vary by a little.
type madeUp struct {
	svm, mkl                   float64 // with all templates
	svmRanking, mklRanking     float64
	few, fewBySVM, chance      float64 // the best 107 by MKL and by the SVM, and 107 drawn
	heldFirst, heldLast, zeros float64
	zerosLive                  float64
}

// record makes a record in which the replications of mkl have noise of their own, of mean 0.
func (m madeUp) record(noise float64) *reproduce.Record {
	of := func(v, own float64) []float64 { return []float64{v - 0.3 + own, v - own/2, v + 0.3 - own/2} }
	row := func(id string, values reproduce.Values) reproduce.Row {
		values["seeds"] = []float64{1, 2, 3}
		return reproduce.Row{ID: id, Data: datasets.Source{Kind: datasets.Real}, Values: values}
	}
	tests := func(id string, v, own float64) reproduce.Row { return row(id, reproduce.Values{"tests": of(v, own)}) }
	return &reproduce.Record{Tables: []reproduce.Table{
		{ID: "accuracy-ewt", Rows: []reproduce.Row{
			tests("svm", m.svm, 0), tests("mkl", m.mkl, noise), tests("mkl-ranking", m.mklRanking, noise),
			tests("svm-ranking", m.svmRanking, 0),
		}},
		{ID: "kept-ewt", Rows: []reproduce.Row{
			tests("svm/107", m.fewBySVM, 0), tests("svm-ranking/107", m.fewBySVM, 0), tests("mkl/107", m.few, noise),
			tests("mkl-ranking/107", m.few, noise), tests("random/107", m.chance, 0),
		}},
		{ID: "epochs-ewt", Rows: []reproduce.Row{
			row("1", reproduce.Values{"held_of_seeds": of(m.heldFirst, 0), "zeros": of(9, 0), "zeros_live": of(9, 0)}),
			row("2", reproduce.Values{
				"held_of_seeds": of(m.heldLast, noise), "zeros": slices.Repeat([]float64{m.zeros}, 3),
				"zeros_live": []float64{m.zerosLive, 2, 2},
			}),
		}},
	}}
}

// TestClaims on numbers that hold, each spoiled in turn, and with noise.
func TestClaims(t *testing.T) {
	t.Parallel()
	held := madeUp{90.9, 90.6, 90.8, 90.5, 85, 83, 82, 40, 45, 15, 2}
	verdicts := func(m madeUp, noise float64) map[string]reproduce.Claim {
		out := map[string]reproduce.Claim{}
		for _, c := range Study.Judge(m.record(noise)) {
			if c.Verdict != reproduce.NotTestable || c.Table[len(c.Table)-4:] == "-ewt" {
				out[c.ID+", "+c.Reading] = c
			}
		}
		return out
	}
	if n := len(verdicts(held, 0.01)); n != 11 {
		t.Errorf("%d claims are judged", n)
	}
	for id, c := range verdicts(held, 0.01) {
		if c.Verdict != reproduce.Holds || c.Spread == "" {
			t.Errorf("%s: %+v", id, c)
		}
	}
	for _, c := range []struct {
		id      string
		changed func(*madeUp)
	}{
		{"D-M7a, set by accuracy", func(m *madeUp) { m.mkl = 91.2 }},
		{"D-M7a, set by ranking", func(m *madeUp) { m.mklRanking = 91.2 }},
		{"D-M7b, set by accuracy", func(m *madeUp) { m.mkl = 90.3 }},
		{"D-M7b, set by ranking", func(m *madeUp) { m.svmRanking = 91.2 }},
		{"D-M8, set by accuracy", func(m *madeUp) { m.few = 82.9 }},
		{"D-M8, set by ranking", func(m *madeUp) { m.fewBySVM = 85.1 }},
		{"D-M8b, set by accuracy", func(m *madeUp) { m.chance = 88 }},
		{"D-M8b, set by ranking", func(m *madeUp) { m.chance = 88 }},
		{"D-M9a, ", func(m *madeUp) { m.heldLast = 39.8 }},
		{"D-M9b, all groups", func(m *madeUp) { m.zeros = 0 }},
		{"D-M9b, groups that count", func(m *madeUp) { m.zerosLive = 0 }},
	} {
		spoiled := held
		c.changed(&spoiled)
		if v := verdicts(spoiled, 0.01)[c.id]; v.Verdict != reproduce.Fails {
			t.Errorf("%s: %+v", c.id, v)
		}
	}
	// Of the same setting: what the SVM set otherwise has is no matter.
	other := held
	other.svm = 80
	if c := verdicts(other, 0.01)["D-M7a, set by ranking"]; c.Verdict != reproduce.Holds {
		t.Errorf("set by ranking, with another SVM set by accuracy: %+v", c)
	}
	for id, c := range verdicts(held, 5) {
		if open := id[:5] != "D-M9b"; open && (c.Verdict != reproduce.Open || c.Needed < 4) {
			t.Errorf("%s with noise: %+v", id, c)
		}
	}
}

// TestClaimsAreOfTheSameReplications: rows of others are not compared.
func TestClaimsAreOfTheSameReplications(t *testing.T) {
	t.Parallel()
	rec := madeUp{90.9, 90.6, 90.8, 90.5, 85, 83, 82, 40, 45, 15, 2}.record(0.01)
	for i := range rec.Tables {
		for j, r := range rec.Tables[i].Rows {
			if j == 0 || strings.HasPrefix(r.ID, "svm") {
				r.Values["seeds"] = []float64{1, 2, 4}
			}
		}
	}
	for _, c := range Study.Judge(rec) {
		if c.Verdict != reproduce.NotTestable && c.ID != "D-M8b" {
			t.Errorf("%s is judged on replications of other sentences: %+v", c.ID, c)
		}
	}
}
