package frame

import "github.com/proxlab/proxlab/datasets/source"

// IsVectorFile tells whether the name of a column is that of a file of its own.
func IsVectorFile(name string) bool {
	return source.Extension(name) == ".npy" || source.Extension(name) == ".mtx"
}
