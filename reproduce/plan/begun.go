package plan

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A process notes which tasks it begins, in a file of its own that it removes when it ends. What a process that was
// killed had begun, perhaps for want of memory, is done last and alone, so that a task that kills does so when nothing
// else is left. And two processes on one folder seldom do the same.
type journal struct {
	file *os.File
	dir  string
	size map[string]int64 // of the others, as read last
	seen map[string]bool  // hashes that others began
}

func (f *folder) journal() (*journal, error) {
	host, _ := os.Hostname()
	name := fmt.Sprintf("%s-%d-*.txt", host, os.Getpid())
	err := f.call("create")
	var file *os.File
	if err == nil {
		file, err = os.CreateTemp(filepath.Join(f.dir, begunName), name)
	}
	if err != nil {
		return nil, &KeepError{err}
	}
	return &journal{file: file, dir: filepath.Dir(file.Name()), size: map[string]int64{}, seen: map[string]bool{}}, nil
}

// begin notes a task, and with the first of those that go together all of them: none is for others. Where that cannot
// be written the result could not be either, which will say so.
func (j *journal) begin(t *task, all []*task) {
	s := t.together()
	switch {
	case s == nil:
		all = []*task{t}
	case s.noted:
		return
	default:
		s.noted = true
	}
	for _, other := range all {
		if other.together() == s {
			_, _ = fmt.Fprintln(j.file, other.hash)
		}
	}
}

// close forgets what was begun: all of it is kept, or given up on purpose.
func (j *journal) close() {
	_ = j.file.Close()
	_ = os.Remove(j.file.Name())
}

// look reads what others have begun since the last time.
func (j *journal) look() {
	entries, _ := os.ReadDir(j.dir)
	for _, e := range entries {
		path := filepath.Join(j.dir, e.Name())
		info, err := e.Info()
		if err != nil || path == j.file.Name() || info.Size() == j.size[path] {
			continue
		}
		text, err := readFile(path)
		if err != nil {
			continue
		}
		j.size[path] = int64(len(text))
		for line := range strings.Lines(string(bytes.TrimSpace(text))) {
			j.seen[strings.TrimSpace(line)] = true
		}
	}
}

// clear removes the notes of all: the plan is finished.
func (f *folder) clear() {
	entries, _ := os.ReadDir(filepath.Join(f.dir, begunName))
	for _, e := range entries {
		_ = os.Remove(filepath.Join(f.dir, begunName, e.Name()))
	}
}
