package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Shard is one of Count parts, from 0, of the tasks of a kind; the zero value is the whole plan.
type Shard struct {
	Index, Count int
	Kind         Kind
}

// Kind says which tasks are divided into shards.
type Kind string

// The kinds of tasks.
const (
	All     Kind = ""
	Timed   Kind = "timed" // that measure time
	Untimed Kind = "untimed"
)

// has tells whether a task is of the kind.
func (k Kind) has(t *task) bool { return k == All || t.Timed == (k == Timed) }

// ParseShard reads "i/n", a shard from 0 to n−1, or "i/n:timed" or "i/n:untimed".
func ParseShard(s string) (Shard, error) {
	part, kind, ofKind := strings.Cut(s, ":")
	before, after, ok := strings.Cut(part, "/")
	i, err1 := strconv.Atoi(before)
	n, err2 := strconv.Atoi(after)
	if ofKind && kind != string(Timed) && kind != string(Untimed) {
		return Shard{}, fmt.Errorf("shard %q: after the colon stands %q; timed or untimed are known", s, kind)
	}
	if !ok || err1 != nil || err2 != nil || n < 1 || i < 0 || i >= n {
		return Shard{}, fmt.Errorf("shard %q is not i/n with i from 0 to n−1, as in 0/4, 1/4, 2/4 and 3/4", s)
	}
	return Shard{i, n, Kind(kind)}, nil
}

// shards divides tasks so that all parts cost about the same: the costliest first, each to the part that has least so
// far, by stages of what comes after what, and timed ones by themselves; those that go together are one. It depends on
// the plan alone. Within a part the order is the plan's.
func (p *Plan) shards(tasks []*task, n int) [][]*task {
	order := map[*task]int{}
	for i, t := range p.tasks {
		order[t] = i
	}
	sorted := units(tasks)
	slices.SortStableFunc(sorted, func(a, b []*task) int {
		return cmp.Or(cmp.Compare(stage(a[0]), stage(b[0])), cmp.Compare(cost(b), cost(a)),
			cmp.Compare(order[a[0]], order[b[0]]))
	})
	out, load := make([][]*task, n), make([]float64, n)
	for _, unit := range sorted {
		least := 0
		for k, v := range load {
			if v < load[least] {
				least = k
			}
		}
		out[least] = append(out[least], unit...)
		load[least] += cost(unit)
	}
	for _, part := range out {
		slices.SortFunc(part, func(a, b *task) int { return cmp.Compare(order[a], order[b]) })
	}
	return out
}

// units are tasks with those that they go together with, in order.
func units(tasks []*task) (out [][]*task) {
	at := map[*share]int{}
	for _, t := range tasks {
		s := t.together()
		k, there := at[s]
		if s == nil || !there {
			k, out = len(out), append(out, nil)
			at[s] = k
		}
		out[k] = append(out[k], t)
	}
	return out
}

// cost is that of all tasks of a unit.
func cost(unit []*task) (sum float64) {
	for _, t := range unit {
		sum += t.Cost
	}
	return sum
}

// stage is 0 for a task that comes after none, else one more than that of the last that it, or what it uses together
// with others, comes after.
func stage(t *task) int {
	most := -1
	for _, d := range t.After {
		most = max(most, stage(d.task()))
	}
	if s := t.together(); s != nil {
		for _, d := range s.after {
			most = max(most, stage(d.task()))
		}
	}
	return most + 1
}
