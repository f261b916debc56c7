// Package rnafiles reads and writes sequences of RNA with their secondary structures.
package rnafiles

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// Open reads a file of sequences, packed or not; see Read.
func Open(ctx context.Context, path string, o Options) (*RNAs, error) {
	r, err := source.OpenUntil(ctx, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	out, err := Read(ctx, r, path, o)
	if err != nil {
		return nil, err
	}
	sum, err := r.Verify("")
	out.Source = source.Source{Name: path, Kind: source.Real, SHA256: sum}
	return out, err
}

// OpenFolder reads all files of a folder, in the order of their names: those of hidden files and of folders in it
// are passed over. The checksum is that of the files' checksums.
func OpenFolder(ctx context.Context, folder string, o Options) (*RNAs, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	out, sum := &RNAs{}, sha256.New()
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		part, err := Open(ctx, path, o)
		if err != nil {
			return nil, err
		}
		out.Examples = append(out.Examples, part.Examples...)
		out.Letters = append(out.Letters, part.Letters...)
		out.Dropped = append(out.Dropped, part.Dropped...)
		out.Notices = append(out.Notices, part.Notices...)
		fmt.Fprintln(sum, part.Source.SHA256)
	}
	if len(out.Examples)+len(out.Dropped) == 0 {
		return nil, fmt.Errorf("%s: no file in this folder has sequences", folder)
	}
	out.Source = source.Source{Name: folder, Kind: source.Real, SHA256: hex.EncodeToString(sum.Sum(nil))}
	return out, nil
}

// Write writes sequences with their structures in brackets, as Read reads them.
func Write(w io.Writer, examples []rna.Example) error {
	out := bufio.NewWriter(w)
	for _, e := range examples {
		fmt.Fprintf(out, ">%s\n%s\n", e.Name, e.X)
		if e.Y != nil {
			fmt.Fprintln(out, e.Y)
		}
	}
	return out.Flush()
}
