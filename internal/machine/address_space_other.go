//go:build !linux

package machine

// addressSpace is known on Linux alone.
func addressSpace() Limit { return unlimited }
