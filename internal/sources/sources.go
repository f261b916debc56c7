// Package sources packs what a folder of one's own notebooks needs of the project into one file: its packages without
// their tests, what sets up Jupyter, and the libraries that draw charts and formulas. A released command carries it.
package sources

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// roots are the files and folders that are packed.
var roots = []string{
	"go.mod", "go.sum", "LICENSE", "toolkit", "datasets", "figures", "reproduce", "interactive", "internal",
	"tools/cell", "tools/gopls",
	"tools/notebooks/requirements.txt", "tools/notebooks/overrides.json", "tools/notebooks/template",
}

// libraries are installed by npm: without them charts and formulas need a network.
var libraries = []string{
	"node_modules/echarts/dist/echarts.min.js", "node_modules/echarts/LICENSE", "node_modules/echarts/NOTICE",
	"node_modules/temml/dist/temml.cjs", "node_modules/temml/dist/Temml-Local.css", "node_modules/temml/LICENSE",
}

// kinds are the extensions of files that packages are made of.
var kinds = []string{
	".go", ".s", ".mod", ".sum", ".js", ".css", ".html", ".tmpl", ".md", ".json", ".csv", ".txt", ".j2", ".sh", ".bin", "",
}

// Pack returns what is packed of the project's folder root, as a gzipped tar file that depends on the files' names and
// contents alone. A release is strict: it is packed small, and libraries that npm installs may not be missing.
func Pack(root string, strict bool) ([]byte, error) {
	names, err := list(root, strict)
	if err != nil {
		return nil, err
	}
	level := gzip.BestSpeed
	if strict {
		level = gzip.BestCompression
	}
	return archive(root, names, level)
}

// list names the files to pack, in order.
func list(root string, strict bool) (names []string, err error) {
	for _, r := range roots {
		err := filepath.WalkDir(filepath.Join(root, r), func(file string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			hidden := strings.HasPrefix(e.Name(), ".") || e.Name() == "testdata"
			switch {
			case e.IsDir() && hidden:
				return fs.SkipDir
			case e.IsDir() || hidden || strings.HasSuffix(file, "_test.go") || !slices.Contains(kinds, filepath.Ext(file)):
				return nil
			}
			name, err := filepath.Rel(root, file)
			names = append(names, filepath.ToSlash(name))
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	for _, l := range libraries {
		switch _, err := os.Stat(filepath.Join(root, l)); {
		case err == nil:
			names = append(names, l)
		case strict || !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("%w: run `npm ci` in %s", err, root)
		}
	}
	slices.Sort(names)
	return names, nil
}

// archive packs files by their names below a root.
func archive(root string, names []string, level int) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, level)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		h := tar.Header{Name: name, Mode: 0o644, Size: int64(len(content)), Format: tar.FormatPAX}
		if err := w.WriteHeader(&h); err != nil {
			return nil, err
		}
		if _, err := w.Write(content); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Unpack writes what was packed into a folder, which it makes.
func Unpack(packed []byte, dir string) error {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return err
	}
	r := tar.NewReader(z)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !fs.ValidPath(h.Name) {
			return fmt.Errorf("the sources packed have a file %q", h.Name)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(h.Name))
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(path.Dir(h.Name))), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, content, 0o666); err != nil {
			return err
		}
	}
}
