package source

import (
	"context"
	"io"
)

// LoadFile reads a registered set of one file and fills in where it came from, or makes the synthetic one, as the
// policy says.
func LoadFile[T any](
	policy Policy, e Entry, synthetic func() (T, error), read func(r io.Reader, path string) (T, error),
	source func(T) *Source,
) (out T, err error) {
	if policy == OnlySynthetic {
		return synthetic()
	}
	sum, err := e.Read(e.Files[0], func(r *Reader) (err error) {
		out, err = read(r, r.Path)
		return err
	})
	switch {
	case policy.Instead(err):
		return synthetic()
	case err != nil:
		var none T
		return none, err
	}
	*source(out) = Source{Name: e.Name, Kind: Real, SHA256: sum}
	return out, nil
}

// Read finds a file of the set and lets read have it. Then it compares the checksum of the whole, and returns it.
func (e Entry) Read(f File, read func(r *Reader) error) (sum string, err error) {
	path, err := Locate(e, f)
	if err != nil {
		return "", err
	}
	r, err := Open(path)
	if err != nil {
		return "", err
	}
	defer r.Close()
	if err := read(r); err != nil {
		return "", err
	}
	return r.Verify(f.SHA256)
}

// MaxUnpacked is how much may become of a registered file: a small one may unpack to no end.
const MaxUnpacked = 4 << 30

// Verify reads a file and compares its checksum with the registered one. It is of at most so many bytes, unpacked.
func Verify(ctx context.Context, path string, f File, most int64) error {
	r, err := Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	r.bound(ctx, most)
	_, err = r.Verify(f.SHA256)
	return err
}
