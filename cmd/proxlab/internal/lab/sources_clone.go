//go:build !packed

package lab

// packedSources is empty: the sources are those of the clone around the working folder.
var packedSources []byte
