package parsing

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// choices are how C and η0 are chosen for a method, by what the id of a row then ends in: by the dev sentences with the
// model itself, or with its best templates.
var choices = []struct{ suffix, title string }{{"", "set by accuracy"}, {forRanking, "set by ranking"}}

const forRanking = "-ranking"

// addRows adds the rows of the tables of the set, and its curves.
func (s *study) addRows() {
	for k, m := range methods {
		for _, how := range choices {
			s.Row(tableAccuracy+s.id, m.id+how.suffix, func() (datasets.Source, reproduce.Values) {
				return s.accuracy(m, func(r int) (model, bool) { return s.choose(r, k, how.suffix) })
			})
		}
		for _, at := range s.grids[k] {
			s.Row(tableAccuracy+s.id, m.id+" at "+at.String(), func() (datasets.Source, reproduce.Values) {
				return s.accuracy(m, func(int) (model, bool) { return model{m.id, at}, true })
			})
		}
	}
	for _, kept := range s.kept {
		for k, m := range methods {
			for _, how := range choices {
				s.keptRow(m.id+how.suffix, kept, func(r int) (model, bool) { return s.choose(r, k, how.suffix) })
			}
		}
		s.keptRow(byGain.method, kept, func(int) (model, bool) { return byGain, true })
		s.Row(tableKept+s.id, keptID("random", kept), func() (datasets.Source, reproduce.Values) { return s.randomRow(kept) })
		for k, m := range methods {
			for _, at := range s.grids[k] {
				s.keptRow(m.id+" at "+at.String(), kept, func(int) (model, bool) { return model{m.id, at}, true })
			}
		}
	}
	s.Row(tableKept+s.id, keptID("all", allTemplates), s.all)
	for epoch := 1; epoch <= s.epochs; epoch++ {
		s.Row(tableEpochs+s.id, strconv.Itoa(epoch), func() (datasets.Source, reproduce.Values) { return s.epoch(epoch) })
	}
	s.Curves(s.weights)
}

// choose returns the model of a method at the setting that is best on the dev sentences of a replication; ok is false
// while something is not done.
func (s *study) choose(r, method int, how string) (chosen model, ok bool) {
	most := -1.
	for _, at := range s.grids[method] {
		m := model{methods[method].id, at}
		l, done := s.first[r][m].Get()
		if !done {
			return chosen, false
		}
		dev := l.Dev
		if how == forRanking {
			p, done := s.second[r][ranked{m, fewTemplates}].Get()
			if !done {
				return chosen, false
			}
			dev = p.Dev
		}
		if dev > most {
			most, chosen = dev, m
		}
	}
	return chosen, true
}

// accuracy makes a row of the table of accuracies, of the replications that are complete.
func (s *study) accuracy(m method, of func(r int) (model, bool)) (datasets.Source, reproduce.Values) {
	var x series
	for r := range s.origins {
		chosen, ok := of(r)
		if !ok {
			continue
		}
		l, ok := s.first[r][chosen].Get()
		if !ok {
			continue
		}
		x.source = l.Source
		x.seeds = append(x.seeds, float64(r+1))
		x.set = append(x.set, chosen.setting)
		if r == 0 {
			x.heads = s.headsOf(chosen, allTemplates)
		}
		x.dev, x.test = append(x.dev, l.Dev), append(x.test, l.Test)
		x.zeros, x.trains = append(x.zeros, float64(zeros(l.last()))), append(x.trains, float64(l.Words))
	}
	if len(x.seeds) == 0 {
		return datasets.Source{}, nil
	}
	x.paper = papers[m.id]
	return x.source, accuracyFields.Values(&x)
}

// papers has the paper's attachment scores, on other data; 0 for none.
var papers = map[string]float64{svm.id: 90.92, mkl.id: 90.67}

func keptID(ranking string, kept int) string { return fmt.Sprintf("%s/%d", ranking, kept) }

// keptRow adds the row of a ranking and a number of templates kept.
func (s *study) keptRow(ranking string, kept int, of func(r int) (model, bool)) {
	s.Row(tableKept+s.id, keptID(ranking, kept), func() (datasets.Source, reproduce.Values) {
		var x series
		for r := range s.origins {
			by, ok := of(r)
			if !ok {
				continue
			}
			if p, done := s.second[r][ranked{by, kept}].Get(); done {
				x.add(r, p)
				x.set = append(x.set, by.setting)
				if r == 0 {
					x.heads = s.headsOf(by, kept)
				}
			}
		}
		return s.kepts(&x, ranking, kept)
	})
}

func (x *series) add(replication int, p Parsed) {
	x.source = p.Source
	x.seeds = append(x.seeds, float64(replication+1))
	x.dev, x.test = append(x.dev, p.Dev), append(x.test, p.Test)
	x.relevant = append(x.relevant, float64(p.Relevant))
}

// kepts are the values of a row of templates kept.
func (s *study) kepts(x *series, ranking string, kept int) (datasets.Source, reproduce.Values) {
	if len(x.seeds) == 0 {
		return datasets.Source{}, nil
	}
	x.ranking, x.kept = ranking, kept
	if ranking == byGain.method {
		x.set = nil
	}
	if s.grammar == nil {
		x.relevant = nil
	}
	return x.source, keptFields.Values(x)
}

// headsOf writes the counts for a row, "" where they are not known: those of its first replication.
func (s *study) headsOf(by model, kept int) string {
	task, ok := s.heads[ranked{by, kept}]
	if !ok {
		return ""
	}
	found, _ := task.Get()
	return strings.Trim(fmt.Sprint(found.Found), "[]")
}

// randomRow is that of the draws of random templates.
func (s *study) randomRow(kept int) (datasets.Source, reproduce.Values) {
	var x series
	for draw, found := range s.random {
		if p, done := found[slices.Index(s.kept, kept)].Get(); done {
			x.add(draw, p)
		}
	}
	x.heads = s.headsOf(byChance, kept)
	return s.kepts(&x, "random", kept)
}

// all is the row of all templates, trained by the plain SVM of the second stage.
func (s *study) all() (datasets.Source, reproduce.Values) {
	var x series
	for r := range s.origins {
		if l, done := s.first[r][model{svm.id, plain}].Get(); done {
			x.source = l.Source
			x.seeds = append(x.seeds, float64(r+1))
			x.dev, x.test = append(x.dev, l.Dev), append(x.test, l.Test)
		}
	}
	return s.kepts(&x, "all", allTemplates)
}

// followed returns what MKL learned at the setting of its best ranking, of the replications that are complete.
func (s *study) followed() (all []Learned, seeds []float64) {
	for r := range s.origins {
		if m, ok := s.choose(r, slices.IndexFunc(methods, func(m method) bool { return m.id == mkl.id }), forRanking); ok {
			l, _ := s.first[r][m].Get()
			all, seeds = append(all, l), append(seeds, float64(r+1))
		}
	}
	return all, seeds
}

// epoch makes a row of the table of epochs.
func (s *study) epoch(epoch int) (datasets.Source, reproduce.Values) {
	all, seeds := s.followed()
	if len(all) == 0 {
		return datasets.Source{}, nil
	}
	return all[0].Source, epochFields.Values(course{epoch, seeds, all})
}
