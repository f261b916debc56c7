//go:build !nopacked

package main

import "github.com/proxlab/proxlab/datasets/packed"

// Parquet and what is packed by Zstandard is read; with -tags nopacked it is not, and the program is smaller.
func init() { packed.Register() }
