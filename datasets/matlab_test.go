package datasets

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/datasets/array"
)

// matlabFile builds a MATLAB version 5 file of elements.
func matlabFile(elements ...[]byte) []byte {
	header := make([]byte, 128)
	copy(header, "MATLAB 5.0 MAT-file")
	header[124], header[125] = 0, 1
	copy(header[126:], "IM")
	return append(header, bytes.Join(elements, nil)...)
}

func element(typ uint32, data []byte) []byte {
	out := binary.LittleEndian.AppendUint32(nil, typ)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(data)))
	out = append(out, data...)
	for typ != 15 && len(out)%8 != 0 {
		out = append(out, 0)
	}
	return out
}

// matlabArray returns a matrix element of a class, with dimensions and parts behind the name.
func matlabArray(name string, class byte, dims []int32, parts ...[]byte) []byte {
	flags := []byte{class, 0, 0, 0, 0, 0, 0, 0}
	var size []byte
	for _, d := range dims {
		size = binary.LittleEndian.AppendUint32(size, uint32(d))
	}
	body := append(element(6, flags), element(5, size)...)
	if len(name) <= 4 { // the short form
		word := binary.LittleEndian.AppendUint32(nil, uint32(len(name))<<16|1)
		body = append(append(body, word...), append([]byte(name), make([]byte, 4-len(name))...)...)
	} else {
		body = append(body, element(1, []byte(name))...)
	}
	return element(14, append(body, bytes.Join(parts, nil)...))
}

func doubles(values ...float64) []byte {
	var out []byte
	for _, v := range values {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	return element(9, out)
}

func compressed(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return element(15, b.Bytes())
}

func TestReadMATLAB(t *testing.T) {
	t.Parallel()
	matrix := matlabArray("weights", 6, []int32{2, 3}, doubles(1, 2, 3, 4, 5, 6))
	small := matlabArray("n", 12, []int32{1, 2}, element(3, []byte{0xff, 0xff, 7, 0})) // uint8s kept as int16: −1 and 7
	cells := matlabArray("c", 1, []int32{1, 2}, matlabArray("", 6, []int32{1, 1}, doubles(8)),
		matlabArray("", 6, []int32{0, 0}))
	text := matlabArray("s", 4, []int32{1, 2}, element(4, []byte{'h', 0, 'i', 0}))
	got, err := array.ReadMATLAB(bytes.NewReader(matlabFile(compressed(t, matrix), small, cells, text)), "f")
	want := map[string]array.Array{
		"weights": {Dims: []int{2, 3}, Data: []float64{1, 2, 3, 4, 5, 6}},
		"n":       {Dims: []int{1, 2}, Data: []float64{-1, 7}},
		"c": {
			Dims:  []int{1, 2},
			Cells: []array.Array{{Dims: []int{1, 1}, Data: []float64{8}}, {Dims: []int{0, 0}, Data: []float64{}}},
		},
	}
	if err != nil || !cmp.Equal(got, want) {
		t.Fatalf("error %v\n%s", err, cmp.Diff(want, got))
	}
	r, c, data, err := got["weights"].Matrix()
	if err != nil || r != 2 || c != 3 || !cmp.Equal(data, []float64{1, 3, 5, 2, 4, 6}) {
		t.Errorf("%d×%d %v, error %v", r, c, data, err)
	}
	if _, _, _, err := got["c"].Matrix(); err == nil {
		t.Error("cells are a matrix")
	}
	short := matlabArray("weights", 6, []int32{2, 3}, doubles(1, 2))
	negative := matlabArray("weights", 6, []int32{-2, 3}, doubles(1, 2))
	huge := matlabArray("weights", 6, []int32{math.MaxInt32, math.MaxInt32}, doubles(1))
	odd := matlabArray("weights", 6, []int32{1, 1}, element(9, []byte{1, 2, 3}))
	for what, c := range map[string]struct {
		content []byte
		want    string
	}{
		"empty":             {nil, "shorter than the 128 bytes"},
		"another format":    {append(make([]byte, 126), "HD"...), "version 7.3 is HDF5"},
		"cut in a tag":      {matlabFile(matrix[:4]), "cut off"},
		"cut in data":       {matlabFile(matrix[:40]), "cut off"},
		"bad compression":   {matlabFile(element(15, []byte{1, 2, 3})), "cut off or damaged"},
		"too few numbers":   {matlabFile(short), "2 numbers for dimensions [2 3]"},
		"negative size":     {matlabFile(negative), "dimension -2"},
		"a size past bound": {matlabFile(huge), "dimension"},
		"half a number":     {matlabFile(odd), "3 bytes of type 9"},
	} {
		if _, err := array.ReadMATLAB(bytes.NewReader(c.content), "f"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, not %q", what, err, c.want)
		}
	}
}

func FuzzReadMATLAB(f *testing.F) {
	f.Add(matlabFile(matlabArray("weights", 6, []int32{2, 1}, doubles(1, 2))))
	f.Add(matlabFile(compressed(f,
		matlabArray("c", 1, []int32{1, 1}, matlabArray("", 12, []int32{1, 1}, element(2, []byte{7}))))))
	f.Fuzz(func(t *testing.T, content []byte) {
		arrays, err := array.ReadMATLAB(bytes.NewReader(content), "fuzz")
		if err != nil {
			return
		}
		for name, a := range arrays {
			count := 1
			for _, d := range a.Dims {
				count *= d
			}
			if len(a.Data)+len(a.Cells) != count {
				t.Fatalf("%s: %d numbers and %d cells for %v", name, len(a.Data), len(a.Cells), a.Dims)
			}
		}
	})
}
