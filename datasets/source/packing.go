package source

import (
	"io"
	"os"
	"slices"
	"strings"
	"sync"
)

// Packing is how files are packed whose content begins with some bytes, beside gzip and bzip2.
type Packing struct {
	Magic string
	// Open unpacks what is read from the beginning on, or of the whole file, which is nil for a stream.
	Open func(in io.Reader, whole *Whole) (io.Reader, error)
}

// Whole is a file that can be read anywhere.
type Whole struct {
	file  *os.File
	taken *Intake
	Size  int64
}

// ReadAt reads at a place.
func (w *Whole) ReadAt(p []byte, at int64) (int, error) {
	n, err := w.file.ReadAt(p, at)
	w.taken.In += int64(n)
	return n, err
}

var packings struct {
	sync.RWMutex
	all []Packing
}

// Register lets Open unpack files of another kind from now on.
func Register(p Packing) {
	packings.Lock()
	defer packings.Unlock()
	packings.all = append(packings.all, p)
}

// packingOf is the packing of a content by its first bytes.
func packingOf(head []byte) (Packing, bool) {
	packings.RLock()
	defer packings.RUnlock()
	at := slices.IndexFunc(packings.all, func(p Packing) bool { return strings.HasPrefix(string(head), p.Magic) })
	if at < 0 {
		return Packing{}, false
	}
	return packings.all[at], true
}
