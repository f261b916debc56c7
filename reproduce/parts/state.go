package parts

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets/ondisk"
	"github.com/proxlab/proxlab/toolkit/encode/tally"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// Work is what the next pass is to do: to count what an encoder is learnt from where one is due, to look at the parts
// where nothing is known of them, and else the request.
type Work struct {
	Settings []string       // what is fitted: arguments of the command
	Parts    []string       // the tables
	Memory   float64        // bytes that a worker may use
	Learns   bool           // an encoder is learnt first: see ondisk.Options.Encoder
	Learnt   tally.Tallies  // what of, once all parts were counted
	About    []ondisk.About // the tables, once they were looked at
	Pass     int
	Next     *blocks.Request // nil where the tables are looked at, and at the end
	Done     bool
}

// State is a fit under way. Found is what passes over all parts have found: each step is a function of it, so that
// whoever goes on does all steps again, and comes to the same bits.
type State struct {
	Work
	Found []Found

	Path string // of its file
	Key  string
}

// Found are the sums of a pass, and the checksum of what was asked for.
type Found struct {
	Request string
	Sums    []byte
}

// Result is what came of a pass over a part.
type Result struct {
	Tallies *tally.Tallies
	About   *ondisk.About
	Sums    *blocks.Sums // nil where the part has no block that is asked for
	Error   string       // why there is none
}

// Write writes the state to a file.
func (s *State) Write(ctx context.Context, path string) (err error) {
	if s.Key, err = keyOf(s.Work); err != nil {
		return err
	}
	return write(ctx, path, made(typeState, s.Key, ""), s.Work, s.Found)
}

// ReadState reads one.
func ReadState(path string) (*State, error) {
	s := &State{Path: path}
	h, err := read(path, typeState, &s.Work, &s.Found)
	s.Key = h.Key
	return s, err
}

// ReadWork reads what a state asks for alone.
func ReadWork(path string) (*State, error) {
	s := &State{Path: path}
	h, err := read(path, typeState, &s.Work)
	s.Key = h.Key
	return s, err
}

// Fingerprint is a name for what is fitted.
func (s *State) Fingerprint() (string, error) {
	return keyOf(Work{Settings: s.Settings, Parts: s.Parts, Memory: s.Memory})
}

// Part is the number of a table, which may stand in another folder here.
func (s *State) Part(path string) (int, error) {
	if k := slices.Index(s.Parts, path); k >= 0 {
		return k, nil
	}
	found := -1
	for k, part := range s.Parts {
		if filepath.Base(part) != filepath.Base(path) {
			continue
		}
		if found >= 0 {
			return 0, fmt.Errorf("%s: two parts of %s have this name: name it as that does, %s", path, s.Path, part)
		}
		found = k
	}
	if found < 0 {
		return 0, fmt.Errorf("%s is none of the %d parts of %s", path, len(s.Parts), s.Path)
	}
	return found, nil
}

// WriteResult writes what came of a pass over a part.
func (s *State) WriteResult(ctx context.Context, path string, part int, r Result) error {
	return write(ctx, path, made(typeSums, s.Key, s.Parts[part]), r)
}

// Collect reads what came of the pass over each part, and takes the state to where the next one is to be asked for. The
// error names files that are damaged or of another state, and parts that are missing: then nothing is believed. Notes
// say what may make bits differ.
func (s *State) Collect(files []string) (notes []string, err error) {
	results, from := make([]*Result, len(s.Parts)), make([]string, len(s.Parts))
	sums := make([]string, len(s.Parts))
	var faults []error
	mine := made("", "", "").Kernel
	for _, path := range files {
		var r Result
		h, err := read(path, typeSums, &r)
		k := slices.Index(s.Parts, h.Part)
		switch {
		case err != nil:
			faults = append(faults, err)
		case h.Key != s.Key:
			faults = append(faults, fmt.Errorf("%s: it is not of %s (pass %d), but of another state: leave it out, or take the "+
				"pass again", path, s.Path, s.Pass))
		case k < 0:
			faults = append(faults, fmt.Errorf("%s: its part %s is none of %s", path, h.Part, s.Path))
		case results[k] != nil && sums[k] != h.SHA256:
			faults = append(faults, fmt.Errorf("%s and %s are both of the part %s, and differ", from[k], path, h.Part))
		case h.Kernel != mine:
			notes = append(notes, fmt.Sprintf("%s was added up by %s, and this is %s: certificates hold, and bits may differ",
				path, h.Kernel, mine))
			fallthrough
		default:
			results[k], from[k], sums[k] = &r, path, h.SHA256
		}
	}
	var missing []string
	for k, r := range results {
		if r == nil {
			missing = append(missing, s.Parts[k])
		}
	}
	if len(missing) > 0 {
		faults = append(faults, fmt.Errorf("%d of %d parts are missing: %s", len(missing), len(s.Parts), few(missing)))
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return notes, s.Take(results)
}

// few names the first of many.
func few(names []string) string {
	const most = 5
	if len(names) > most {
		return strings.Join(names[:most], ", ") + " …"
	}
	return strings.Join(names, ", ")
}

// ToLearn tells whether the next pass counts what an encoder is learnt from.
func (s *State) ToLearn() bool { return s.Learns && s.Learnt.Columns == nil }

// Take adds what came of all parts.
func (s *State) Take(results []*Result) error {
	if s.ToLearn() {
		for k, r := range results {
			if err := s.Learnt.Join(r.Tallies); err != nil {
				return fmt.Errorf("%s: %w", s.Parts[k], err)
			}
		}
		return nil
	}
	s.Pass++
	if s.About == nil {
		for _, r := range results {
			s.About = append(s.About, *r.About)
		}
		return nil
	}
	parts := make([]*blocks.Sums, len(results))
	for k, r := range results {
		parts[k] = r.Sums
	}
	of, err := keyOf(s.Next)
	if err != nil {
		return err
	}
	text, err := encoded(blocks.Join(parts))
	s.Found = append(s.Found, Found{of, text})
	return err
}

// Replay hands out what passes have found, in their order, and says which is due after the last: see larger.Data.Take.
type Replay struct {
	Found []Found
	Next  *blocks.Request

	at int
}

// ErrMore says that the next pass is due.
var ErrMore = errors.New("the next pass is due")

// Take is the next of them.
func (l *Replay) Take(_ context.Context, r *blocks.Request) (*blocks.Sums, error) {
	if l.at == len(l.Found) {
		l.Next = r
		return nil, ErrMore
	}
	f := l.Found[l.at]
	l.at++
	of, err := keyOf(r)
	if err != nil {
		return nil, err
	}
	if of != f.Request {
		return nil, fmt.Errorf("pass %d asked for something else than this machine does: steps of one fit are taken by "+
			"processors with the same instructions (here %s)", l.at, made("", "", "").Kernel)
	}
	return f.sums()
}

func (f Found) sums() (*blocks.Sums, error) {
	s := &blocks.Sums{}
	return s, gob.NewDecoder(bytes.NewReader(f.Sums)).Decode(s)
}
