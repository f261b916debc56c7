//go:build !js

package kernel

import (
	"bytes"
	"encoding/gob"
)

// The kernels of this package can be saved within models, in gob's format. A kernel of one's own can too, after
// gob.Register(MyKernel{}).
func init() {
	for _, k := range []Kernel{
		Linear{}, Quadratic{}, Gaussian{}, B1Spline{}, Power{}, Matern{}, UnitDiagonal{}, Scaled{}, Average{},
	} {
		gob.Register(k)
	}
}

// MarshalBinary gives the linear kernel, which has no fields, the encoding that gob asks for.
func (Linear) MarshalBinary() ([]byte, error) { return []byte{}, nil }

// UnmarshalBinary reads it again.
func (*Linear) UnmarshalBinary([]byte) error { return nil }

// encodeOwn writes a kernel from outside of this package.
func encodeOwn(k Kernel) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(&k)
	return b.Bytes(), err
}

// decodeOwn reads it again.
func decodeOwn(text []byte) (k Kernel, err error) {
	err = gob.NewDecoder(bytes.NewReader(text)).Decode(&k)
	return k, err
}
