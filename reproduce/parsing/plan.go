package parsing

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// The number of templates, and that of the second stage in which the paper's two curves begin: rankings are compared
// there.
const (
	allTemplates = 507
	fewTemplates = 107
)

// plain is the setting of the second stage, which trains a plain SVM.
var plain = setting{10, 20}

// study is a set in the making.
type study struct {
	*reproduce.Draft
	set
	origins []origin
	data    []*plan.Shared[*corpus] // of each replication
	on      []*class                // of each replication: the models on all templates
	after   []*class                // those on some of them
	lessons map[ranked]*lesson      // of the first replication
	first   []map[model]*plan.Result[Learned]
	gains   []*plan.Result[Gains]
	second  []map[ranked]*plan.Result[Parsed] // by what ranked, and how many were kept
	random  [][]*plan.Result[Parsed]          // by draw, then as kept
	heads   map[ranked]*plan.Result[Heads]    // of the first replication
}

// model names a training on all templates.
type model struct {
	method string
	setting
}

// ranked names templates kept: the ranking by a model, or by information gain where there is none.
type ranked struct {
	by   model
	kept int
}

// byGain is the model of information gain: none.
var byGain = model{method: "gain"}

// byChance is that of random templates.
var byChance = model{method: "random"}

// firstKey is all that a training on all templates depends on.
type firstKey struct {
	Stage   string
	Data    origin
	Method  string
	Setting setting
	Epochs  int
	Bits    int
	Seed    uint64
}

// addFirst adds the trainings on all templates of a replication, and the information gains.
func (s *study) addFirst(r int) {
	found := map[model]*plan.Result[Learned]{}
	s.on = append(s.on, newClass(s.data[r], s.memory(allTemplates*len(slices.Concat(s.grids[:]...)))))
	for k, m := range methods {
		for _, at := range s.grids[k] {
			l := s.on[r].add(func() (training, bool) {
				return training{m, at, inOrder(), s.bits, s.epochs, s.origins[r].Seed}, true
			})
			about := plan.Task{
				Key:   firstKey{"first", s.origins[r], m.id, at, s.epochs, s.bits, s.origins[r].Seed},
				Label: fmt.Sprintf("%s, replication %d: %s at %s", s.title, r+1, m.title, at),
				Cost:  s.seconds,
				Uses:  []plan.Data{s.data[r], s.on[r].all},
			}
			by := model{m.id, at}
			found[by] = gives(l, plan.Add(s.Plan, about, func(ctx context.Context) (Learned, error) {
				return s.on[r].learned(ctx, l)
			}).Checked(func(l Learned) error { return l.of(s.epochs) }))
			s.note(r, ranked{by, allTemplates}, l)
		}
	}
	s.first = append(s.first, found)
	about := plan.Task{
		Key:   firstKey{Stage: "gain", Data: s.origins[r], Bits: s.bits},
		Label: fmt.Sprintf("%s, replication %d: information gain", s.title, r+1),
		Cost:  s.seconds / 5, Memory: 16 << 20, Uses: []plan.Data{s.data[r]},
	}
	s.gains = append(s.gains, plan.Add(s.Plan, about, func(ctx context.Context) (Gains, error) {
		c, err := s.data[r].Get(ctx)
		if err != nil {
			return Gains{}, err
		}
		bits, err := c.gains(ctx, templates.Reconstructed(), s.bits)
		return Gains{bits}, err
	}))
}

// memory is about the bytes of so many tables, with the lists of what was touched.
func (s *study) memory(tables int) float64 { return 4.25 * float64(tables) * float64(int(1)<<s.bits) }

// note keeps the lessons of the first replication.
func (s *study) note(r int, of ranked, l *lesson) {
	if r == 0 {
		s.lessons[of] = l
	}
}

// inOrder are the places of all templates.
func inOrder() []int {
	out := make([]int, allTemplates)
	for k := range out {
		out[k] = k
	}
	return out
}

// secondKey is all that a second stage depends on beside the ranking.
type secondKey struct {
	Stage   string
	Data    origin
	Kept    int
	Drawn   uint64 // seed of random templates; 0 for a ranking
	Setting setting
	Epochs  int
	Bits    int
	Seed    uint64
}

// addSecond adds the second stages of a replication: the best templates by every model, trained again by a plain SVM.
// They are trained when all rankings are there, those of the random templates too.
func (s *study) addSecond(r int) {
	s.second = append(s.second, map[ranked]*plan.Result[Parsed]{})
	rankings := []plan.Dependency{s.gains[r]}
	for _, first := range s.first[r] {
		rankings = append(rankings, first)
	}
	lists, tables := len(rankings), 0
	for draw := range s.draws {
		if s.replication(draw) == r {
			lists++
		}
	}
	for _, kept := range s.kept {
		tables += lists * kept
	}
	s.after = append(s.after, newClass(s.data[r], s.memory(tables), rankings...))
	for k, m := range methods {
		for _, at := range s.grids[k] {
			by := model{m.id, at}
			first := s.first[r][by]
			s.addKept(r, by, fmt.Sprintf("%s at %s", m.title, at), first, func() ([]float64, bool) {
				l, ok := first.Get()
				if !ok {
					return nil, false
				}
				return l.last(), true
			})
		}
	}
	gains := s.gains[r]
	s.addKept(r, byGain, "information gain", gains, func() ([]float64, bool) {
		g, ok := gains.Get()
		return g.Bits, ok
	})
}

// addKept adds the second stages of one ranking.
func (s *study) addKept(
	r int, by model, title string, after plan.Dependency, weights func() (weights []float64, ok bool),
) {
	for _, kept := range s.kept {
		about := s.again(r, kept, fmt.Sprintf("replication %d, best by %s", r+1, title))
		about.After = []plan.Dependency{after}
		l := s.after[r].add(func() (t training, ok bool) {
			if w, ok := weights(); ok {
				return s.plainOn(r, best(w, kept)), true
			}
			return t, false
		})
		s.second[r][ranked{by, kept}] = s.addParsed(r, kept, about, l)
		s.note(r, ranked{by, kept}, l)
	}
}

// addParsed adds a second stage.
func (s *study) addParsed(r, kept int, about plan.Task, l *lesson) *plan.Result[Parsed] {
	return gives(l, plan.Add(s.Plan, about, func(ctx context.Context) (Parsed, error) {
		return s.after[r].parsed(ctx, l)
	}).Checked(func(p Parsed) error { return p.of(kept) }))
}

// plainOn is the training of a plain SVM on some templates of a replication.
func (s *study) plainOn(r int, places []int) training {
	return training{svm, plain, places, s.bits, s.epochs, s.origins[r].Seed}
}

// replication is the one whose sentences a draw of random templates has.
func (s *study) replication(draw int) int { return draw % min(s.seeds, int(planned)) }

// addRandom adds the second stages of a draw of random templates, on the sentences of one of the replications.
func (s *study) addRandom(draw int) (out []*plan.Result[Parsed]) {
	r := s.replication(draw)
	seed, order := s.drawn(draw)
	for _, kept := range s.kept {
		about := s.again(r, kept, fmt.Sprintf("random, draw %d", draw+1))
		key := about.Key.(secondKey)
		key.Drawn = seed
		about.Key = key
		l := s.after[r].add(func() (training, bool) { return s.plainOn(r, order[:kept]), true })
		out = append(out, s.addParsed(r, kept, about, l))
		if draw == 0 {
			s.note(r, ranked{byChance, kept}, l)
		}
	}
	return out
}

// drawn is a random order of the templates, with its seed.
func (s *study) drawn(draw int) (seed uint64, order []int) {
	seed = s.Seed*1000 + uint64(draw) + 1
	return seed, rand.New(rand.NewPCG(seed, 0x72616e64)).Perm(allTemplates)
}

// again describes a second stage.
func (s *study) again(r, kept int, what string) plan.Task {
	return plan.Task{
		Key: secondKey{
			Stage: "second", Data: s.origins[r], Kept: kept, Setting: plain, Epochs: s.epochs, Bits: s.bits,
			Seed: s.origins[r].Seed,
		},
		Label: fmt.Sprintf("%s, %d templates: %s", s.title, kept, what),
		Cost:  s.seconds * float64(kept) / allTemplates,
		Uses:  []plan.Data{s.data[r], s.after[r].all},
	}
}
