package plan

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// staleAfter is the age at which a half-written file is taken for left behind.
const staleAfter = time.Hour

func (f *folder) planPath() string { return filepath.Join(f.dir, planName) }

// planFile says which plan a folder holds.
type planFile struct {
	Format  int      `json:"format"`
	Name    string   `json:"name"`
	Version int      `json:"version"`
	Hash    string   `json:"hash"`
	About   string   `json:"about"` // settings, for people
	Tasks   []string `json:"tasks"` // the hashes, which are the names of the results
}

// OtherPlanError says that a folder holds another plan that is not finished: other processes may be at work on it.
type OtherPlanError struct {
	Folder      string
	Name, About string // of the plan that is there
	Done, Len   int
	Joins       bool // somebody was sent to work on that plan
}

// Error says what is there, and what to do.
func (e *OtherPlanError) Error() string {
	if e.Joins {
		return fmt.Sprintf(
			"%s holds the plan of %s (%s), and what is planned here is another: is the program the same here, "+
				"and are the same data at hand?",
			e.Folder,
			e.Name,
			e.About,
		)
	}
	return fmt.Sprintf("%s holds another plan, %s (%s), with %d of %d results: finish that one first by its own command, "+
		"or write to another folder, or have it replaced (its results stay)", e.Folder, e.Name, e.About, e.Done, e.Len)
}

// open makes a folder the plan's own, or joins others who work on the same plan.
func (p *Plan) open(o Options) (*folder, error) {
	f := &folder{dir: o.Folder, calls: o.calls}
	for _, sub := range []string{resultsName, begunName} {
		if err := os.MkdirAll(filepath.Join(f.dir, sub), 0o777); err != nil {
			return nil, err
		}
	}
	if err := f.tidy(); err != nil {
		return nil, err
	}
	if err := f.claim(p, o); err != nil {
		return nil, err
	}
	f.sync = newSyncer(filepath.Join(f.dir, resultsName))
	return f, nil
}

// claim creates the plan file, which only one process can, or compares it.
func (f *folder) claim(p *Plan, o Options) error {
	mine := planFile{format, p.name, p.version, p.Hash(), o.About, make([]string, len(p.tasks))}
	for i, t := range p.tasks {
		mine.Tasks[i] = t.hash
	}
	text, err := json.MarshalIndent(mine, "", " ")
	if err != nil {
		return err
	}
	path := f.planPath()
	for {
		there, err := readPlan(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if err := createExclusively(path, append(text, '\n')); !errors.Is(err, fs.ErrExist) {
				return err
			}
			continue // another process was quicker
		case err != nil:
			return err
		case there.Hash == mine.Hash:
			return nil
		}
		kept := f.count(there.Tasks)
		if o.Joins || kept < len(there.Tasks) && !o.Replace {
			return &OtherPlanError{
				Folder: f.dir, Name: there.Name, About: there.About, Done: kept, Len: len(there.Tasks), Joins: o.Joins,
			}
		}
		if err := os.Rename(path, filepath.Join(f.dir, "plan-"+there.Hash+".json")); err != nil &&
			!errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
}

func readPlan(path string) (planFile, error) {
	var there planFile
	text, err := readFile(path)
	if err != nil {
		return there, err
	}
	if err := json.Unmarshal(text, &there); err != nil {
		return there, fmt.Errorf("%s: %w; if nobody works in this folder, remove the file", path, err)
	}
	if there.Format != format {
		return there, fmt.Errorf("%s is of another version of this program (format %d, not %d): write to another folder",
			path, there.Format, format)
	}
	return there, nil
}

// createExclusively writes a file that must not be there, whole: a link is made to what was written, which fails where
// the name is taken, on network disks too.
func createExclusively(path string, content []byte) error {
	f, err := createTemp(filepath.Dir(path))
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Link(f.Name(), path)
		if err != nil && !errors.Is(err, fs.ErrExist) {
			err = writeExclusively(path, content)
		}
	}
	return errors.Join(err, os.Remove(f.Name()))
}

// writeExclusively does so on disks that know no links, where for a moment the file is there in part.
func writeExclusively(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

// count counts the results that are there, by their hashes.
func (f *folder) count(hashes []string) (n int) {
	there := f.names()
	for _, h := range hashes {
		if there[h+".json"] {
			n++
		}
	}
	return n
}

// names lists the files of results.
func (f *folder) names() map[string]bool {
	out := map[string]bool{}
	entries, _ := os.ReadDir(filepath.Join(f.dir, resultsName)) // what cannot be listed is not there
	for _, e := range entries {
		out[e.Name()] = true
	}
	return out
}
