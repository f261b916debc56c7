package ondisk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// leftovers are the files beside a table that are not the table.
func leftovers(t *testing.T, path string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != filepath.Base(path) {
			names = append(names, e.Name())
		}
	}
	return names
}

// TestBlocksFaults: what goes wrong in a conversion is said, and leaves nothing.
func TestBlocksFaults(t *testing.T) {
	target := datasets.FrameOptions{Target: "c", Drop: []string{"left", "kind"}}
	canceled, cancel := context.WithCancel(t.Context())
	defer cancel()
	var many strings.Builder
	many.WriteString("y,x\n")
	for i := range 200 {
		fmt.Fprintf(&many, "w%d,1\n", i)
	}
	for _, c := range []struct {
		name, text string
		ctx        context.Context
		o          Options
		says       string
	}{
		{"full.csv", tallTable(100), t.Context(),
			Options{FrameOptions: target, free: func(string) float64 { return 100 }}, "make room"},
		{"bad.csv", tallTable(100) + "1,2,x,no\n", t.Context(), Options{FrameOptions: target}, "bad.csv:102"},
		{"word.csv", tallTable(100) + "1,much,x,no,3\n", t.Context(), Options{FrameOptions: target}, `"much"`},
		{"column.csv", tallTable(100), t.Context(), Options{FrameOptions: datasets.FrameOptions{Target: "z"}}, `"z"`},
		{"empty.csv", "", t.Context(), Options{FrameOptions: target}, "the file is empty"},
		{"empty.svm", "# none\n", t.Context(), Options{}, "holds no examples"},
		{"bad.svm", "1 2:3\n1 2:x\n", t.Context(), Options{}, "bad.svm:2"},
		{"many.csv", many.String(), t.Context(),
			Options{FrameOptions: datasets.FrameOptions{Target: "y", TextLabels: true}}, "they are no labels"},
		{"missing.csv", "y,x\n1,2\nNA,3\n", t.Context(),
			Options{FrameOptions: datasets.FrameOptions{Target: "y", TextLabels: true}}, "missing"},
		{"less.csv", "y,x,v\n1,2,1\n2,3,-1\n", t.Context(),
			Options{FrameOptions: datasets.FrameOptions{Target: "y", Weights: "v"}}, "weight 2 is -1"},
		{"nothing.csv", "y,x,v\n1,2,0\n2,3,0\n", t.Context(),
			Options{FrameOptions: datasets.FrameOptions{Target: "y", Weights: "v"}}, "the weight 0"},
		{"none.svm", "1 1:2\n", t.Context(), Options{FrameOptions: datasets.FrameOptions{Weights: "v"}}, "no columns of"},
		{"table.npy", "x", t.Context(), Options{}, "CSV and files of SVMlight"},
		{"ended.csv", tallTable(12000), canceled, Options{FrameOptions: target, Progress: func(done, _ int64) {
			if done > 1<<17 {
				cancel()
			}
		}}, "context canceled"},
	} {
		path := written(t, c.name, c.text)
		_, _, err := noted(t, c.ctx, path, c.o)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v does not say %q", c.name, err, c.says)
		}
		if left := leftovers(t, path); left != nil {
			t.Errorf("%s leaves %v", c.name, left)
		}
	}
}

// TestBlocksFaultsOfTheTable: one that changes while it is read, or is a pipe, is refused.
func TestBlocksFaultsOfTheTable(t *testing.T) {
	path := written(t, "t.csv", tallTable(12000))
	changed := false
	o := Options{FrameOptions: datasets.FrameOptions{Target: "c", Drop: []string{"left", "kind"}}}
	o.Progress = func(int64, int64) {
		if changed {
			return
		}
		changed = true
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
			return
		}
		_, err = f.WriteString("1,2,x,no,3\n")
		if err = errors.Join(err, f.Close()); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := noted(t, t.Context(), path, o); err == nil || !strings.Contains(err.Error(), "it changed while") {
		t.Error(err)
	}
	if left := leftovers(t, path); left != nil {
		t.Error(left)
	}
	if _, _, err := noted(t, t.Context(), filepath.Dir(path), o); err == nil || !strings.Contains(err.Error(), "no file") {
		t.Error(err)
	}
}

// TestBlocksFaultsOfBytes: a byte that is another is found wherever it is: in a block when that is read, and in the
// description when the file is opened, which is made again then.
func TestBlocksFaultsOfBytes(t *testing.T) {
	for _, name := range []string{"t.csv", "t.svm"} {
		text, o := tallTable(300), Options{FrameOptions: datasets.FrameOptions{Target: "c", Drop: []string{"left", "kind"}}}
		if name == "t.svm" {
			text, o = strings.Repeat("1 1:2 3:4\n-1 2:1\n", 50), Options{}
		}
		path := written(t, name, text)
		b, _, err := noted(t, t.Context(), path, o)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := os.ReadFile(b.Path)
		if err != nil {
			t.Fatal(err)
		}
		found, again := 0, 0
		for at := 0; at < len(whole); at += max(1, len(whole)/50) {
			damaged := append([]byte(nil), whole...)
			damaged[at] ^= 4
			if err := os.WriteFile(b.Path, damaged, 0o666); err != nil {
				t.Fatal(err)
			}
			c, said, err := noted(t, t.Context(), path, o)
			switch {
			case err != nil:
				t.Fatal(at, err)
			case strings.Contains(said, "is converted once"):
				again++
			default:
				if err := readAll(t, c); err == nil || !strings.Contains(err.Error(), "delete the file") {
					t.Errorf("%s: byte %d of %d is damaged, and %v", name, at, len(whole), err)
				}
				found++
			}
		}
		if found < 10 || again < 5 {
			t.Errorf("%s: %d faults in blocks and %d in the description were found", name, found, again)
		}
	}
}

func readAll(t *testing.T, b *Blocks) error {
	t.Helper()
	var block linalg.RowBlock
	for k := range b.Blocks() {
		if err := b.Read(t.Context(), k, nil, &block); err != nil {
			return err
		}
	}
	return nil
}

// TestBlocksOfTwoAtOnce: of several that ask for the same table at once one converts, and the others wait for it.
func TestBlocksOfTwoAtOnce(t *testing.T) {
	path := written(t, "t.csv", tallTable(9000))
	o := Options{FrameOptions: datasets.FrameOptions{Target: "c", Drop: []string{"left", "kind"}}}
	var group sync.WaitGroup
	said := make([]string, 3)
	for k := range said {
		group.Go(func() {
			var err error
			if _, said[k], err = noted(t, t.Context(), path, o); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	converted := strings.Count(strings.Join(said, "\n"), "is converted once")
	if f, err := os.Open(path); err == nil {
		defer func() { _ = f.Close() }()
		if _, err := outfile.Lock(f); err == nil && converted != 1 {
			t.Errorf("%d of 3 converted", converted)
		}
	}
	if left := leftovers(t, path); len(left) != 1 {
		t.Error(left)
	}
}

// TestBlocksOfAFullDisk: an error of writing names the table and the folder, and what to do.
func TestBlocksOfAFullDisk(t *testing.T) {
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full")
	}
	defer func() { _ = f.Close() }()
	path := written(t, "t.csv", tallTable(12000))
	c := &conversion{path: path, Options: Options{
		FrameOptions: datasets.FrameOptions{Target: "c", Drop: []string{"left", "kind"}},
	}}
	if err := c.look(); err != nil {
		t.Fatal(err)
	}
	err = c.fill(t.Context(), f, false)
	if err == nil || !strings.Contains(err.Error(), "make room in /dev") || !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
}
