package params

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/simd"
)

// Lockstep is models of the same rows, which are trained in the same order, or read, at one time: the features of a run
// are looked up once for all of them, and the weights that several have of a feature stand side by side, so that they
// come from memory together. Each is a Hashed that gives the same bits as one by itself. It is not for concurrent use.
type Lockstep struct {
	models  []*Hashed
	slots   *keptSlots
	bundles []*bundle
	users   [][]user    // of each template: the models that have it
	values  [][]float32 // of each template: of each slot one weight a model that has it
	asked   []request
}

// user is a model that has a template, at a place of its own.
type user struct{ model, place int }

// bundle is models whose templates are the first so many of one list, in its order: the most first. Template k is that
// of those models that have more than k: their weights of a slot stand side by side, from a lane on.
type bundle struct {
	models []int
	list   []int
	lanes  []int
	sums   []float64 // scratch: of each row one a model
	c      []float64
}

// request is what a model waits for: the scores of rows, or that an update is added.
type request struct {
	dst    []float64 // nil for none
	lo, hi int
	step   float64
	u      *toolkit.Update // nil for none
}

// NewLockstep makes models of zeros for a family, each by some of the templates in an order of its own, with tables of
// 2^bits slots, all of which take their four bytes. Models of which the one's templates are the first of the other's
// share the most.
func NewLockstep(family int, x Templates, bits int, lists ...[]int) *Lockstep {
	l := &Lockstep{slots: keepSlots(hashes{x, bits}), models: make([]*Hashed, len(lists))}
	l.asked = make([]request, len(lists))
	order := make([]int, len(lists))
	for m, list := range lists {
		order[m], l.models[m] = m, newStore(family, picked{l.slots, list})
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(lists[b]), len(lists[a])) })
	for _, m := range order {
		at := slices.IndexFunc(l.bundles, func(b *bundle) bool { return slices.Equal(b.list[:len(lists[m])], lists[m]) })
		if at < 0 {
			at = len(l.bundles)
			l.bundles = append(l.bundles, &bundle{list: lists[m]})
		}
		l.bundles[at].models = append(l.bundles[at].models, m)
	}
	l.users, l.values = make([][]user, x.Templates()), make([][]float32, x.Templates())
	for _, b := range l.bundles {
		for k, template := range b.list {
			b.lanes = append(b.lanes, len(l.users[template]))
			for _, m := range b.models[:b.having(l.models, k)] {
				l.users[template] = append(l.users[template], user{m, k})
			}
		}
	}
	for template, users := range l.users {
		var tables []*Slots
		l.values[template], tables = sideBySide(l.slots.Indexed.Size(template), len(users))
		for lane, u := range users {
			l.models[u.model].groups[u.place] = table{Slots: tables[lane], scale: 1}
		}
	}
	return l
}

// wide is how many sums a row has room for: a multiple of 4.
func (b *bundle) wide() int { return (len(b.models) + 3) / 4 * 4 }

// having is how many of the models have template k of the list.
func (b *bundle) having(models []*Hashed, k int) int {
	n := len(b.models)
	for models[b.models[n-1]].Groups() <= k {
		n--
	}
	return n
}

// Over is the same models for other rows: they share their weights.
func (l *Lockstep) Over(x Templates) *Lockstep {
	out := &Lockstep{slots: keepSlots(l.slots.Indexed.Over(x)), users: l.users, values: l.values}
	out.asked = make([]request, len(l.models))
	for _, h := range l.models {
		over := *h
		over.x, over.update = picked{out.slots, h.x.(picked).templates}, placed{}
		out.models = append(out.models, &over)
	}
	for _, b := range l.bundles {
		out.bundles = append(out.bundles, &bundle{models: b.models, list: b.list, lanes: b.lanes})
	}
	return out
}

// Model is the store of a model, which may be asked for norms and tables at any time, and for scores by Over.
func (l *Lockstep) Model(m int) *Hashed { return l.models[m] }

// Run calls each for every model at once, with parameters that train or read the model: where they are asked for the
// scores of rows, the call waits until all that have not ended ask. Those that ask for the same rows, as trainings with
// the same seed do, are served together. The calls take turns and never run side by side. They end when their context
// does, as it does where one of them panics.
func (l *Lockstep) Run(ctx context.Context, each func(ctx context.Context, m int, p toolkit.Params)) {
	ctx, cancel := context.WithCancel(ctx)
	clear(l.asked)
	var turns []func() (request, bool)
	for m, h := range l.models {
		next, stop := iter.Pull(func(yield func(request) bool) { each(ctx, m, &waiting{h, yield}) })
		defer stop()
		turns = append(turns, next)
	}
	defer cancel() // before the calls that are left are resumed
	for left := len(turns); left > 0; {
		for m, next := range turns {
			if next == nil || l.asked[m].dst != nil {
				continue
			}
			var more bool
			if l.asked[m], more = next(); !more {
				turns[m] = nil
				left--
			}
		}
		if !l.update() {
			l.serve(ctx)
		}
	}
}

// waiting is a model whose scores are read together with those of others.
type waiting struct {
	*Hashed
	wait func(request) bool
}

// ScoreRows adds the scores of the rows lo ≤ r < hi.
func (w *waiting) ScoreRows(dst []float64, family, lo, hi int) {
	if family == w.family && lo < hi {
		w.wait(request{dst: dst, lo: lo, hi: hi})
	}
}

// ScoreRowsUntil is ScoreRows: the context of all ends it.
func (w *waiting) ScoreRowsUntil(_ context.Context, dst []float64, family, lo, hi int) {
	w.ScoreRows(dst, family, lo, hi)
}

// Add is θ ← θ + step·u.
func (w *waiting) Add(step float64, u *toolkit.Update) { w.wait(request{step: step, u: u}) }

// update adds the updates that models wait for, template by template, and tells whether there was any.
func (l *Lockstep) update() (some bool) {
	for m, q := range l.asked {
		if q.u != nil {
			l.models[m].update.take(l.models[m], q.u)
			some = true
		}
	}
	for _, users := range l.users {
		for _, u := range users {
			if h := l.models[u.model]; some && l.asked[u.model].u != nil {
				slots, _ := h.update.features(h.x, u.place)
				simd.PrefetchLanes(h.groups[u.place].values, len(users), slots)
			}
		}
		for _, u := range users {
			if h, q := l.models[u.model], l.asked[u.model]; q.u != nil {
				h.groups[u.place].add(q.step*h.value, h.update.slots, h.update.values)
			}
		}
	}
	for m := range l.asked {
		if l.asked[m].u != nil {
			l.asked[m] = request{}
		}
	}
	return some
}

// serve answers all requests for scores, of which there is one at least.
func (l *Lockstep) serve(ctx context.Context) {
	for {
		next := slices.IndexFunc(l.asked, func(q request) bool { return q.dst != nil })
		if next < 0 {
			return
		}
		lo, hi := l.asked[next].lo, l.asked[next].hi
		rows := l.slots.Rows()
		for i := l.models[next].run(lo); i+1 < len(rows) && rows[i] < hi && ctx.Err() == nil; i++ {
			for _, b := range l.bundles {
				b.score(l, i, lo, hi)
			}
		}
		for m, q := range l.asked {
			if q.lo == lo && q.hi == hi {
				l.asked[m] = request{}
			}
		}
	}
}

// score adds the scores of the rows of run i between lo and hi to what the models that ask for these are given: for
// each the sums are taken in the order in which the model takes them by itself.
func (b *bundle) score(l *Lockstep, i, lo, hi int) {
	from, to := max(lo, l.slots.Rows()[i]), min(hi, l.slots.Rows()[i+1])
	first, n, wide := from-l.slots.Rows()[i], to-from, b.wide()
	b.sums, b.c = slices.Grow(b.sums[:0], n*wide)[:n*wide], slices.Grow(b.c[:0], wide)
	asks := func(m int) bool { return l.asked[m].dst != nil && l.asked[m].lo == lo && l.asked[m].hi == hi }
	for lane, m := range b.models {
		if asks(m) {
			for r, v := range l.asked[m].dst[from-lo : to-lo] {
				b.sums[r*wide+lane] = v
			}
		}
	}
	for k, template := range b.list {
		if b.weigh(l, k, asks) {
			slots, rows := l.slots.of(i, template)
			b.add(l.values[template][b.lanes[k]:], len(l.users[template]), slots, rows, first, n)
		}
	}
	for lane, m := range b.models {
		if asks(m) {
			dst := l.asked[m].dst[from-lo : to-lo]
			for r := range dst {
				dst[r] = b.sums[r*wide+lane]
			}
		}
	}
}

// weigh sets the factors of the weights of template k, and tells whether a model that asks has any.
func (b *bundle) weigh(l *Lockstep, k int, asks func(m int) bool) (some bool) {
	b.c = b.c[:0]
	for _, m := range b.models {
		h := l.models[m]
		if k >= len(h.groups) {
			break
		}
		t := &h.groups[k]
		b.c = append(b.c, h.value*t.scale)
		some = some || t.used && asks(m)
	}
	return some
}

// add adds the weights of the features by a template, those of all models that have it, to n rows from a first one on.
func (b *bundle) add(values []float32, stride int, slots []uint32, rows []int32, first, n int) {
	c, wide := b.c, b.wide()
	if rows == nil {
		simd.AddLanes(b.sums, wide, c, values, stride, slots[first:first+n])
		return
	}
	for j := range slots {
		if r := int(rows[j]) - first; r >= 0 && r < n {
			simd.AddLanes(b.sums[r*wide:], wide, c, values, stride, slots[j:j+1])
		}
	}
}
