package source

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"sync"
	"time"
)

// File is one file of a set: its path below a data folder, <set>/<file>; where it can be had ("" where nowhere without
// asking somebody); and the SHA-256 of its uncompressed content. It may lie on disk plain, gzipped or bzip2ed.
type File struct {
	Path   string `json:"path"`
	URL    string `json:"url"`
	SHA256 string `json:"sha256"`
}

// Entry describes a set.
type Entry struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Licence  string `json:"licence"`
	Citation string `json:"citation"`
	HowTo    string `json:"how_to,omitempty"` // how to get a set that has no address
	Files    []File `json:"files"`
	// Or is the set in other files, which are taken where they are at hand; nil for none.
	Or *Entry `json:"or,omitempty"`
}

// Verifiable tells whether every file of the set has a registered checksum: without one, what lies in its place cannot
// be told from the set, and is Unverified.
func (e Entry) Verifiable() bool {
	for _, f := range e.Files {
		if f.SHA256 == "" {
			return false
		}
	}
	return true
}

// contents remembers what files without a checksum hold, so that a plan that asks for many tasks reads each once.
var contents sync.Map // of content to string

type content struct {
	path string
	size int64
	at   time.Time
}

// ContentOf names a file of no known checksum by the beginning of its own, as it lies on the disk: results of other
// content are not taken for those of this one.
func ContentOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	key := content{path, info.Size(), info.ModTime()}
	if known, ok := contents.Load(key); ok {
		return known.(string), nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	name := string(Unverified) + " " + hex.EncodeToString(h.Sum(nil))[:16]
	contents.Store(key, name)
	return name, nil
}
