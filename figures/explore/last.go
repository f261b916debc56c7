package explore

import (
	"context"
	"sync"
)

// Last makes what an answer needs of some of its values, and keeps that of the last ones: while a reader moves another
// control it is there. What is answered is the same as if it had been made anew each time. A Last is a variable of a
// package, as a Course is, and may be used by several goroutines.
//
// The key K is all that V depends on. Nobody changes a V that Of returned.
type Last[K comparable, V any] struct {
	Make func(ctx context.Context, key K) (V, error)

	mu   sync.Mutex
	made bool
	key  K
	last V
}

// Of returns what Make makes of a key. An error is not kept.
func (l *Last[K, V]) Of(ctx context.Context, key K) (V, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.made && l.key == key {
		return l.last, nil
	}
	v, err := l.Make(ctx, key)
	if err == nil {
		l.made, l.key, l.last = true, key, v
	}
	return v, err
}
