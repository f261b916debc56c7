package outfile

import (
	"io/fs"
	"os"
)

// Create makes a file of no lasting name in a folder, for content that is too long to be held: Rename gives it its name
// when it is complete. It is locked for as long as it is open, and one that a killed process left is removed by the
// next that writes into the folder.
func Create(dir string, perm fs.FileMode) (*os.File, error) { return create(dir, perm) }
