package plan_test

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/proxlab/proxlab/reproduce/plan"
)

// TestShardsOfAKind: tasks that measure time, and the others, by themselves.
func TestShardsOfAKind(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct {
		shard string
		done  []int
	}{
		{"0/1:timed", []int{0, 3, 6}}, {"1/2:untimed", []int{2, 5}}, {"0/2:untimed", []int{1, 4, 7}}, {"0/1", nil},
	} {
		p, mu := plan.New("kinds", 1), sync.Mutex{}
		var done []int
		for i := range 8 {
			task := plan.Task{Key: i, Label: strconv.Itoa(i), Cost: 1, Timed: i%3 == 0}
			plan.Add(p, task, func(context.Context) (int, error) {
				mu.Lock()
				defer mu.Unlock()
				done = append(done, i)
				return i, nil
			})
		}
		s, err := plan.ParseShard(c.shard)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Run(t.Context(), plan.Options{Folder: dir, Shard: s}); err != nil {
			t.Fatal(err)
		}
		if slices.Sort(done); !slices.Equal(done, c.done) {
			t.Errorf("shard %s did %v, not %v", c.shard, done, c.done)
		}
	}
}
