package outfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestFaultAFileSomebodyLooksAt: what passes is waited for, for about a second; nothing else is.
func TestFaultAFileSomebodyLooksAt(t *testing.T) {
	t.Parallel()
	errShared, errOther := errors.New("shared"), errors.New("other")
	for _, c := range []struct {
		fails int // so many times
		with  error
		tries int
		want  error
	}{{0, nil, 1, nil}, {3, errShared, 4, nil}, {1000, errShared, 11, errShared}, {1, errOther, 1, errOther}} {
		tries, began := 0, time.Now()
		err := patiently(func() error {
			if tries++; tries > c.fails {
				return nil
			}
			return c.with
		}, func(err error) bool { return errors.Is(err, errShared) })
		if !errors.Is(err, c.want) || tries != c.tries {
			t.Errorf("%+v: %d tries, error %v", c, tries, err)
		}
		if took := time.Since(began); c.fails == 1000 && took < time.Second {
			t.Errorf("it was given up after %v", took)
		}
	}
}

// TestRename: the file has its name, is closed, and took the place of another.
func TestRename(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f, err := create(dir, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString("new")
	to := filepath.Join(dir, "file")
	if err := errors.Join(err, os.WriteFile(to, []byte("old"), 0o666), Rename(f, to)); err != nil {
		t.Fatal(err)
	}
	if only(t, dir, "file"); text(t, to) != "new" || !errors.Is(f.Close(), os.ErrClosed) {
		t.Error(text(t, to))
	}
}
