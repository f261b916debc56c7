//go:build !packed

package own

// packedSources is empty: the sources are those of the clone around the working folder.
var packedSources []byte
