package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Env is the environment variable that lists folders of data.
const Env = "PROXLAB_DATA"

// NotFoundError says that a set's file is nowhere, where it was looked for and how to get it.
type NotFoundError struct {
	Set    string
	File   string
	Looked []string
	Remedy string
}

// Error names the set, the places and the remedy.
func (e *NotFoundError) Error() string {
	return fmt.Sprintf("data set %s: %s is in none of %s; %s", e.Set, e.File, strings.Join(e.Looked, ", "), e.Remedy)
}

// Folders returns the folders where sets are looked for: those of PROXLAB_DATA, then the cache. A relative path in
// PROXLAB_DATA is an error: notebooks run elsewhere, and would look elsewhere.
func Folders() ([]string, error) {
	var out []string
	for _, dir := range filepath.SplitList(os.Getenv(Env)) {
		switch {
		case dir == "":
		case !filepath.IsAbs(dir):
			return nil, fmt.Errorf("%s holds %q, which is not absolute; notebooks and tests run in other folders, so write "+
				"%s=$PWD/%s", Env, dir, Env, dir)
		default:
			out = append(out, dir)
		}
	}
	cache, err := CacheFolder()
	if err != nil {
		return out, nil // without a home there is no cache to look in
	}
	return append(out, cache), nil
}

// CacheFolder returns the folder where package fetch puts files, proxlab under os.UserCacheDir.
func CacheFolder() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no cache folder: %w; set HOME or XDG_CACHE_HOME", err)
	}
	return filepath.Join(dir, "proxlab"), nil
}

// Locate returns the path of a set's file, packed or not.
func Locate(e Entry, f File) (string, error) {
	dirs, err := Folders()
	if err != nil {
		return "", err
	}
	plain := strings.TrimSuffix(strings.TrimSuffix(f.Path, ".gz"), ".bz2")
	for _, dir := range dirs {
		for _, name := range []string{f.Path, plain, plain + ".gz", plain + ".bz2"} {
			path := filepath.Join(dir, filepath.FromSlash(name))
			info, err := os.Stat(path)
			if err == nil && info.Mode().IsRegular() {
				return path, nil
			}
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return "", fmt.Errorf("data set %s: %w", e.Name, err)
			}
		}
	}
	return "", &NotFoundError{Set: e.Name, File: f.Path, Looked: looked(dirs), Remedy: remedy(e, f)}
}

// Here is the set in the files that are at hand: its other ones where all of them are.
func (e Entry) Here() Entry {
	if e.Or == nil {
		return e
	}
	for _, f := range e.Or.Files {
		if _, err := Locate(*e.Or, f); err != nil {
			return e
		}
	}
	return *e.Or
}

// looked says where it was looked for, and what more could have been.
func looked(dirs []string) []string {
	if os.Getenv(Env) == "" {
		dirs = append([]string{"$" + Env + " (not set)"}, dirs...)
	}
	return dirs
}

func remedy(e Entry, f File) string {
	place := fmt.Sprintf("place it as $%s/%s", Env, f.Path)
	if f.URL == "" {
		return e.HowTo + ", then " + place
	}
	text := fmt.Sprintf("run `proxlab data fetch %s` (from %s), or %s", e.Name, f.URL, place)
	if e.Or != nil {
		text += "; or " + remedy(*e.Or, e.Or.Files[0])
	}
	return text
}

// Extension returns the end of a file's name, in small letters, without that of packing.
func Extension(path string) string {
	for {
		ext := strings.ToLower(filepath.Ext(path))
		if ext != ".gz" && ext != ".bz2" && ext != ".zst" {
			return ext
		}
		path = path[:len(path)-len(ext)]
	}
}

// Instead tells whether the synthetic set takes the place of one that was not found.
func (p Policy) Instead(err error) bool {
	var missing *NotFoundError
	return p == Auto && errors.As(err, &missing)
}
