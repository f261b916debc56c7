package datasets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

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

// published is how many examples and features a set has in the words of its source. They are easily met by other
// data, and say only when data are certainly others.
type published struct {
	train, test, features int // no test part where test is 0
}

// doubt says why data are unverified, with what their counts say.
func (p published) doubt(train, test *Examples) string {
	const begins = "no checksum is registered"
	found := published{train.X.R, 0, train.X.C}
	if test != nil {
		found.test, found.features = test.X.R, max(train.X.C, test.X.C)
	}
	switch p {
	case published{}:
		return begins
	case found:
		return begins + "; there are as many examples and features as were published"
	}
	return fmt.Sprintf("%s; there are %v, and %v were published", begins, found, p)
}

// String reads "20242 + 677399 examples and 47236 features".
func (p published) String() string {
	examples := fmt.Sprint(p.train)
	if p.test > 0 {
		examples += fmt.Sprintf(" + %d", p.test)
	}
	return fmt.Sprintf("%s examples and %d features", examples, p.features)
}

// ownSource is the source of a file that somebody brings along: real where its checksum is that of a registered file.
func ownSource(name, sum string) Source {
	for _, e := range registry {
		for _, f := range e.Files {
			if f.SHA256 == sum {
				return Source{Name: name, Kind: Real, SHA256: sum}
			}
		}
	}
	return Source{Name: name, Kind: Unverified, SHA256: sum, Doubt: "its checksum is that of no registered file"}
}

// contents remembers what files without a checksum hold, so that a plan that asks for many tasks reads each once.
var contents sync.Map // of content to string

type content struct {
	path string
	size int64
	at   time.Time
}

// contentOf names a file of no known checksum by the beginning of its own, as it lies on the disk: results of other
// content are not taken for those of this one.
func contentOf(path string) (string, error) {
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
