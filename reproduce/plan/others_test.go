package plan

import (
	"context"
	"errors"
	"sync"
	"testing"
)

// TestFaultTwoPlansAtOnce begins two plans in one folder at the same time, whose keys are the same but for a setting:
// each is refused or done, and what is done is its own.
func TestFaultTwoPlansAtOnce(t *testing.T) {
	t.Parallel()
	type setting struct{ Number, Seed int }
	for range 8 {
		dir := t.TempDir()
		var g sync.WaitGroup
		refused := make([]bool, 2)
		for seed := range refused {
			g.Go(func() {
				p := New("numbers", 1)
				all := make([]*Result[int], 12)
				for i := range all {
					all[i] = Add(p, Task{Key: setting{i, seed}}, func(context.Context) (int, error) { return 100*seed + i, nil })
				}
				err := p.Run(t.Context(), Options{Folder: dir, Workers: 2})
				var other *OtherPlanError
				if refused[seed] = errors.As(err, &other); err != nil && !refused[seed] {
					t.Error(err)
				}
				for i, r := range all {
					if v, ok := r.Get(); err == nil && (!ok || v != 100*seed+i) {
						t.Errorf("seed %d: result %d is %d, %t", seed, i, v, ok)
					}
				}
			})
		}
		g.Wait()
		if refused[0] && refused[1] {
			t.Error("both are refused")
		}
	}
}
