package plan_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/proxlab/proxlab/reproduce/plan"
)

// classes is a plan of two classes of three tasks, each with the data of its own; the second comes after the first, of
// which one task may fail. The keys alternate.
func classes(load func(class int), done func(class, i int), fails bool) *plan.Plan {
	p := plan.New("classes", 1)
	first := plan.Share(0, func(context.Context) (int, error) {
		load(0)
		return 0, nil
	}).Together()
	var after []plan.Dependency
	second := plan.Share(0, func(context.Context) (int, error) {
		load(1)
		return 1, nil
	})
	of := []*plan.Shared[int]{first, second}
	for i := range 3 {
		for class, data := range of {
			task := plan.Task{Key: []int{class, i}, Label: fmt.Sprint(class, i), Uses: []plan.Data{data}}
			r := plan.Add(p, task, func(ctx context.Context) (int, error) {
				done(class, i)
				if fails && class == 0 && i == 1 {
					return 0, errors.New("wrong")
				}
				return data.Get(ctx)
			})
			if class == 0 {
				after = append(after, r)
			}
		}
	}
	second.Together(after...)
	return p
}

// TestTogether: tasks that go together are done one at a time and one after the other, after what they wait for, though
// it fails; and by one shard.
func TestTogether(t *testing.T) {
	t.Parallel()
	for _, fails := range []bool{false, true} {
		var (
			mu     sync.Mutex
			loaded []int
			order  []int
			atWork [2]int
		)
		p := classes(func(class int) { loaded = append(loaded, class) }, func(class, _ int) {
			mu.Lock()
			if atWork[class]++; atWork[class] > 1 {
				t.Error("two tasks that go together are at work")
			}
			order = append(order, class)
			mu.Unlock()
			mu.Lock()
			defer mu.Unlock()
			atWork[class]--
		}, fails)
		err := p.Run(t.Context(), plan.Options{Workers: 4})
		if (err != nil) != fails || !slices.Equal(loaded, []int{0, 1}) || !slices.Equal(order, []int{0, 0, 0, 1, 1, 1}) {
			t.Errorf("loaded %v, done %v, error %v", loaded, order, err)
		}
	}
	for index, done := range []int{3, 6} { // the second takes in what it waits for, in a folder of its own
		var order []int
		p := classes(func(int) {}, func(class, _ int) { order = append(order, class) }, false)
		o := plan.Options{Workers: 1, Shard: plan.Shard{Index: index, Count: 2}, Folder: t.TempDir()}
		if err := p.Run(t.Context(), o); err != nil || len(order) != done || order[0] != 0 {
			t.Errorf("shard %d does tasks of the classes %v, error %v", index, order, err)
		}
	}
	jobs := classes(nil, nil, false).Jobs(1, nil)
	if len(jobs) != 2 || len(jobs[0].Tasks) != 3 || jobs[1].Stage != 1 {
		t.Errorf("jobs %+v", jobs)
	}
}

// TestTogetherElsewhere: what goes together with a task that another process has begun is left to that process while
// there is anything else to do.
func TestTogetherElsewhere(t *testing.T) {
	t.Parallel()
	dir, begun, other := t.TempDir(), make(chan bool), make(chan bool)
	run := func(load func(class int)) error {
		p := plan.New("elsewhere", 1)
		for class := range 2 {
			data := plan.Share(0, func(context.Context) (int, error) {
				load(class)
				return class, nil
			}).Together()
			for i := range 3 {
				task := plan.Task{Key: []int{class, i}, Label: fmt.Sprint(class, i), Uses: []plan.Data{data}}
				plan.Add(p, task, data.Get)
			}
		}
		return p.Run(t.Context(), plan.Options{Workers: 1, Folder: dir})
	}
	first := make(chan error)
	go func() {
		first <- run(func(class int) {
			if class == 0 {
				close(begun)
				<-other
			}
		})
	}()
	<-begun
	var loaded []int
	err := run(func(class int) {
		if loaded = append(loaded, class); len(loaded) == 1 {
			close(other)
		}
	})
	if err := errors.Join(err, <-first); err != nil || loaded[0] != 1 {
		t.Errorf("loaded %v, error %v", loaded, err)
	}
}
