package fetch

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"time"
	"unicode"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/outfile"
)

// part is what there is of a download, <path>.part, and what the server said of the whole, <path>.part.json. It is
// locked: of two processes one waits.
type part struct {
	path string
	file *os.File
	have int64
	of   whole
}

// whole names the content that a part is of.
type whole struct {
	URL      string `json:"url"`
	ETag     string `json:"etag,omitempty"`
	Modified string `json:"modified,omitempty"`
	Total    int64  `json:"total"` // −1 where unknown
}

// wholeOf reads what a response says. A weak tag does not tell one byte from another.
func wholeOf(url string, res *http.Response, total int64) whole {
	w := whole{URL: url, ETag: res.Header.Get("ETag"), Modified: res.Header.Get("Last-Modified"), Total: total}
	if strings.HasPrefix(w.ETag, "W/") {
		w.ETag = ""
	}
	return w
}

// validator is what If-Range takes.
func (w whole) validator() string {
	if w.ETag != "" {
		return w.ETag
	}
	return w.Modified
}

// differs tells whether another response is of another content, as far as both say.
func (w whole) differs(other whole) bool {
	return w.ETag != "" && other.ETag != "" && w.ETag != other.ETag || w.ETag == "" && w.Modified != "" &&
		other.Modified != "" && w.Modified != other.Modified || w.Total >= 0 && other.Total >= 0 && w.Total != other.Total
}

// lockEvery is the time between two tries to have a part to oneself.
const lockEvery = 50 * time.Millisecond

// openPart opens the part of a file. It returns nil where another process, for which it waited, has fetched the file.
func openPart(ctx context.Context, path string, notice func(string, ...any)) (*part, error) {
	p := &part{path: path + ".part"}
	for waited := false; ; waited = true {
		f, err := os.OpenFile(p.path, os.O_CREATE|os.O_RDWR, 0o666)
		if err != nil {
			return nil, err
		}
		locked, err := outfile.Lock(f)
		if unlockable := err != nil; (locked || unlockable) && isOpen(p.path, f) { // there a checksum tells where two wrote
			p.file = f
			break
		}
		_ = f.Close()
		if !waited {
			notice("another process fetches %s: waiting for it", path)
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(lockEvery):
		}
	}
	if _, err := os.Stat(path); err == nil {
		return nil, p.remove()
	}
	return p, p.look()
}

// isOpen tells whether the file at path is still the one that was opened.
func isOpen(path string, f *os.File) bool {
	there, err := os.Stat(path)
	own, e := f.Stat()
	return err == nil && e == nil && os.SameFile(there, own)
}

// look reads what there is.
func (p *part) look() error {
	info, err := p.file.Stat()
	if err != nil {
		return err
	}
	p.have, p.of = info.Size(), whole{Total: -1}
	text, err := os.ReadFile(p.about())
	damaged := err == nil && json.Unmarshal(text, &p.of) != nil
	if damaged || strings.ContainsFunc(p.of.validator(), unicode.IsControl) || p.of.Total < -1 {
		p.of = whole{Total: -1}
	}
	return nil
}

func (p *part) about() string { return p.path + ".json" }

// doubt empties a part that nothing tells to be one: of another address, too long, or, without a checksum to find out,
// of a server that names no version.
func (p *part) doubt(f source.File, most int64) {
	tooLong := p.have > most || p.of.Total >= 0 && p.have > p.of.Total
	if p.of.URL != "" && p.of.URL != f.URL || tooLong || f.SHA256 == "" && p.of.validator() == "" {
		_ = p.empty() // else the transfer says so
	}
}

// begin empties the part and notes what it is to be of.
func (p *part) begin(w whole) error {
	if err := p.empty(); err != nil {
		return err
	}
	p.of = w
	text, err := json.Marshal(w)
	if err != nil {
		return err
	}
	return outfile.Write(context.Background(), p.about(), text, 0o666)
}

func (p *part) empty() error {
	p.have, p.of = 0, whole{Total: -1}
	return errors.Join(p.forget(), p.file.Truncate(0))
}

// forget removes what is noted of the part: while it is locked, since then the note may be another process's.
func (p *part) forget() error {
	if err := os.Remove(p.about()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Write appends.
func (p *part) Write(b []byte) (int, error) {
	n, err := p.file.WriteAt(b, p.have)
	p.have += int64(n)
	return n, err
}

// rename gives the complete file its name.
func (p *part) rename(to string) error {
	return errors.Join(p.forget(), outfile.Rename(p.file, to))
}

// remove leaves nothing.
func (p *part) remove() error {
	err := p.forget()
	gone := os.Remove(p.path) == nil
	p.close()
	if !gone {
		err = errors.Join(err, os.Remove(p.path))
	}
	return err
}

// close may be called again. Sync tells whether all was written.
func (p *part) close() { _ = p.file.Close() }
