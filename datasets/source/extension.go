package source

import (
	"path/filepath"
	"strings"
)

// Extension returns the end of a file's name, in small letters, without that of packing.
func Extension(path string) string {
	for {
		ext := strings.ToLower(filepath.Ext(path))
		if ext != ".gz" && ext != ".bz2" {
			return ext
		}
		path = path[:len(path)-len(ext)]
	}
}
