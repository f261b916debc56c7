package rnafiles

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
)

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
