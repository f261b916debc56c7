package serve

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/proxlab/proxlab/internal/machine"
)

// A frame is PXL and the version of the protocol, the length of a JSON header (uint32) and that of what follows it
// (uint64), the header, and the bytes of the arrays that it names, in turn. All numbers are little-endian.
const (
	magic       = "PXL"
	version     = 1
	leadSize    = 16
	mostHeader  = 64 << 20
	mostPayload = 1 << 40
)

// frameReader reads frames.
type frameReader struct{ in io.Reader }

// next is the header of the next frame, what it describes, and an error of its arrays, after which frames go on. A
// broken frame is errBroken, the end of all frames io.EOF.
func (r frameReader) next() (a ask, with arrays, bad, err error) {
	var lead [leadSize]byte
	if n, err := io.ReadFull(r.in, lead[:]); err != nil {
		if n > 0 {
			err = broken("it ends after %d bytes", n)
		}
		return a, with, nil, err
	}
	size, rest := binary.LittleEndian.Uint32(lead[4:]), binary.LittleEndian.Uint64(lead[8:])
	switch {
	case string(lead[:3]) != magic:
		return a, with, nil, broken("it begins with %q, and %s is due", lead[:3], magic)
	case lead[3] != version:
		return a, with, nil, broken("it is of version %d of the protocol, and this program speaks %d", lead[3], version)
	case size > mostHeader || rest > mostPayload:
		return a, with, nil, broken("a header of %d bytes and arrays of %d are more than there may be", size, rest)
	}
	header, err := read[byte](r.in, int(size), 1)
	if err != nil {
		return a, with, nil, err
	}
	if err := json.Unmarshal(header, &a); err != nil {
		return a, with, nil, broken("its header: %w", err)
	}
	var total uint64
	for _, v := range a.Arrays {
		n, err := v.size()
		if err != nil {
			return a, with, nil, err
		}
		total += uint64(n)
	}
	if total != rest {
		return a, with, nil, broken("its arrays are of %d bytes, and it says %d", total, rest)
	}
	if room := roomFor(rest); float64(rest) > room {
		if _, err := io.CopyN(io.Discard, r.in, int64(rest)); err != nil {
			return a, with, nil, broken("it ends amid its arrays")
		}
		return a, with, fmt.Errorf("arrays of %.3g GB are more than the %.3g GB of memory that are left",
			float64(rest)/1e9, room/1e9), nil
	}
	with, bad, err = readArrays(r.in, a.Arrays)
	return a, with, bad, err
}

// roomFor is how much memory there is, which takes a while to find out and is not asked for little.
func roomFor(bytes uint64) float64 {
	if bytes <= chunk {
		return math.Inf(1)
	}
	return machine.AvailableMemory()
}

// write writes the answer's frame.
func (a *answer) write(out io.Writer) error {
	header, err := json.Marshal(a)
	if err != nil {
		return err
	}
	size := 0
	for _, v := range a.values {
		size += 8 * len(v)
	}
	frame := append(make([]byte, 0, leadSize+len(header)), magic...)
	frame = append(frame, version)
	frame = binary.LittleEndian.AppendUint32(frame, uint32(len(header)))
	frame = binary.LittleEndian.AppendUint64(frame, uint64(size))
	if _, err := out.Write(append(frame, header...)); err != nil {
		return err
	}
	for _, v := range a.values {
		if _, err := out.Write(bytesOf(v)); err != nil {
			return err
		}
	}
	return nil
}
