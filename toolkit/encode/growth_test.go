//go:build linux

package encode_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/proxlab/proxlab/toolkit/encode"
)

// TestWorkGrowsWithColumnsAndLevels: 32 times the columns, or the levels, of which half are rare, take not much more
// than 32 times the processor's time. Where each is looked for among all it is 1,024.
func TestWorkGrowsWithColumnsAndLevels(t *testing.T) {
	const few, times = 2000, 32
	ctx := context.Background()
	columns := func(n int) func() {
		values := make([]encode.Values, n)
		for j := range values {
			values[j] = encode.Values{Name: fmt.Sprintf("column %d", j), Numbers: []float64{1}}
		}
		return func() { convert(ctx, t, encode.Options{}, values) }
	}
	levels := func(n int) func() {
		words := make([]string, 0, n+n/2)
		for k := range n {
			for range 1 + k%2 {
				words = append(words, fmt.Sprintf("level %d", k))
			}
		}
		o := encode.Options{Categories: []string{encode.Auto}, MinCount: 2, MaxLevels: n}
		return func() { convert(ctx, t, o, []encode.Values{{Name: "word", Texts: words}}) }
	}
	for what, of := range map[string]func(int) func(){"columns": columns, "levels": levels} {
		one, many := work(t, of(few)), work(t, of(times*few))
		if many > 3*times*one {
			t.Errorf("%d %s take %d µs, and %d times as many %d", few, what, one, times, many)
		}
	}
}

// convert learns an encoder, and makes the matrix.
func convert(ctx context.Context, t *testing.T, o encode.Options, values []encode.Values) {
	table, err := encode.NewTable(values...)
	if err != nil {
		t.Fatal(err)
	}
	e, err := encode.Fit(ctx, table, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Transform(ctx, table); err != nil {
		t.Fatal(err)
	}
}

// work is the processor's time that a function takes on its thread, in microseconds, and no less than 1: the least of
// three calls.
func work(t *testing.T, do func()) (least int64) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	now := func() int64 {
		var at unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &at); err != nil {
			t.Skip(err)
		}
		return at.Nano() / 1000
	}
	for k := range 3 {
		before := now()
		do()
		if took := max(1, now()-before); k == 0 || took < least {
			least = took
		}
	}
	return least
}
