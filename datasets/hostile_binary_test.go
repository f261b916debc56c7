package datasets

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"
)

// arrayNPY returns an array as NumPy writes it, whatever its header claims.
func arrayNPY(kind, shape string, values any) string {
	head := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }\n", kind, shape)
	b := bytes.NewBufferString("\x93NUMPY\x01\x00")
	_ = binary.Write(b, binary.LittleEndian, uint16(len(head))) // a buffer takes all
	b.WriteString(head)
	_ = binary.Write(b, binary.LittleEndian, values)
	return b.String()
}

// member is a file of an archive.
type member struct{ name, content string }

func archive(t testing.TB, members ...member) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		w, err := z.Create(m.name)
		if err == nil {
			_, err = w.Write([]byte(m.content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// sparseNPZ is what scipy.sparse.save_npz writes, with y.
func sparseNPZ(t testing.TB, shape, ptr, col, val []float64) string {
	of := func(name string, v []float64) member {
		return member{name + ".npy", arrayNPY("<f8", fmt.Sprintf("%d,", len(v)), v)}
	}
	return archive(t, of("shape", shape), of("indptr", ptr), of("indices", col), of("data", val),
		of("y", []float64{1, 2}), member{"format.npy", arrayNPY("|S3", "", []byte("csr"))})
}

func hostileNumPy(t testing.TB) []hostile {
	one, y := FrameOptions{Target: "1"}, FrameOptions{Target: "y"}
	nan := math.NaN()
	good := arrayNPY("<f8", "2, 2", []float64{1, 2, 3, 4})
	x, forty := member{"X.npy", good}, member{"X.npy", arrayNPY("<f8", "40, 1", make([]float64, 40))}
	two := []float64{2, 2}
	npz := archive(t, x, member{"y.npy", arrayNPY("<f8", "2,", []float64{1, 2})})
	damaged := []byte(npz)
	damaged[60] ^= 0x10 // within X
	var out []hostile
	for k, c := range []struct {
		file, content string
		options       FrameOptions
		says          string
	}{
		{"a.npy", "", one, "no .npy array"},
		{"a.npy", good[:9], one, "cut off in its header"},
		{"a.npy", good[:20], one, "cut off in its header"},
		{"a.npy", good[:len(good)-1], one, "cut off"},
		{"a.npy", good + "x", one, "more than the 32 bytes"},
		{"a.npy", strings.Replace(good, "NUMPY\x01", "NUMPY\x09", 1), one, "a version from 1 to 3"},
		{"a.npy", arrayNPY("<f8", "1000000000, 1", []byte{}), one, "8000000000 are due"},
		{"a.npy", arrayNPY("<f8", "99999999999, 99999999999", []byte{}), one, "too large"},
		{"a.npy", arrayNPY("<f8", "0, 99999999999", []byte{}), one, "nothing to learn from"},
		{"a.npy", arrayNPY("<f8", strings.Repeat("1,", 30000), []float64{1}), one, "30000 dimensions"},
		{"a.npy", arrayNPY("<f8", "2, 2", []float64{1, 2, nan, 4}), one, "target 2 is NaN"},
		{"a.npy", arrayNPY("<c16", "1, 1", []float64{1, 2}), one, "astype(float)"},
		{"a.npz", "", y, "no .npz file"},
		{"a.npz", npz[:len(npz)/2], y, "no .npz file"},
		{"a.npz", npz[:len(npz)-1], y, "no .npz file"},
		{"a.npz", string(damaged), y, "array X: "},
		{"a.npz", archive(t, x, x), y, "array X: it stands there twice"},
		{"a.npz", archive(t, forty, member{"y.npy", arrayNPY("<f8", "20, 2", make([]float64, 40))}), y,
			"array y: it is 20 × 2; one number for each of the 40 examples is due"},
		{"a.npz", archive(t, x, member{"y.npy", arrayNPY("|S3", "", []byte("csr"))}), y, "array y: an array of text"},
		{"a.npz", archive(t, member{"X.npy", arrayNPY("<f8", "10000000000, 1", []byte{})}), y, "array X"},
		{"a.npz", sparseNPZ(t, two, []float64{0, 1, nan}, []float64{0, 1}, two), y, "array indptr: entry 3 is NaN"},
		{"a.npz", sparseNPZ(t, two, []float64{0, 0.5, 2}, []float64{0, 1}, two), y, "array indptr: entry 2 is 0.5"},
		{"a.npz", sparseNPZ(t, two, []float64{0, 2, 1}, []float64{0, 1}, two), y, "array indptr: entry 3 is 1"},
		{"a.npz", sparseNPZ(t, two, []float64{1, 2, 2}, []float64{0, 1}, two), y, "goes from 1 to 2"},
		{"a.npz", sparseNPZ(t, two, []float64{0, 1, 1}, []float64{0, 1}, two), y, "goes from 0 to 1, and there are 2"},
		{"a.npz", sparseNPZ(t, two, []float64{0, 2, 3}, []float64{0, 1}, two), y, "array indptr: entry 3 is 3"},
		{"a.npz", sparseNPZ(t, two, []float64{0, 1, 2}, []float64{0, nan}, two), y, "array indices: entry 2 is NaN"},
		{"a.npz", sparseNPZ(t, two, []float64{0, 1, 2}, []float64{0, 0.5}, two), y, "array indices: entry 2 is 0.5"},
		{"a.npz", sparseNPZ(t, two, []float64{0, 1, 2}, []float64{0, -1}, two), y, "array indices: entry 2 is -1"},
		{"a.npz", sparseNPZ(t, two, []float64{0, 1, 2}, []float64{0, 2}, two), y, "array indices: entry 2 is 2"},
		{"a.npz", sparseNPZ(t, two, []float64{0, 2, 2}, []float64{1, 1}, two), y, "row 1 of the sparse matrix: column 2 st"},
		{"a.npz", sparseNPZ(t, []float64{nan, 2}, []float64{0}, nil, nil), y, "do not go together"},
		{"a.npz", sparseNPZ(t, []float64{1e18, 2}, []float64{0, 0}, nil, nil), y, "do not go together"},
		{"a.npz", sparseNPZ(t, []float64{2, 1e12}, []float64{0, 1, 2}, []float64{0, 1}, two), y, "array shape: entry 2"},
		{"a.npz", sparseNPZ(t, two, []float64{0, 1, 2}, []float64{0, 1}, []float64{1, nan}), y, "row 2, column 2 is NaN"},
	} {
		out = append(out, hostile{what: fmt.Sprintf("NumPy %d", k), file: c.file, content: c.content, options: c.options,
			says: c.says})
	}
	return out
}

func hostileMATLAB(t testing.TB) []hostile {
	y := FrameOptions{Target: "y"}
	x := matlabArray("X", 6, []int32{2, 1}, doubles(1, 2))
	arrayOf := func(class byte, dims []int32, parts ...[]byte) string {
		return string(matlabFile(matlabArray("X", class, dims, parts...)))
	}
	seven := append([]byte("MATLAB 7.3 MAT-file, Platform: GLNXA64, HDF5 schema 1.00 ."), make([]byte, 600)...)
	later := matlabFile(x)
	later[124], later[125] = 0, 2
	flipped := compressed(t, x)
	flipped[len(flipped)-1] ^= 1 // in the sum of the content
	huge := append(matlabFile(), 14, 0, 0, 0, 0xff, 0xff, 0xff, 0xff)
	deep := matlabArray("", 6, []int32{1, 1}, doubles(1))
	for range 20 {
		deep = matlabArray("", 1, []int32{1, 1}, deep)
	}
	twenty := matlabFile(matlabArray("X", 6, []int32{40, 1}, doubles(make([]float64, 40)...)),
		matlabArray("y", 6, []int32{20, 2}, doubles(make([]float64, 40)...)))
	var out []hostile
	for k, c := range []struct{ content, says string }{
		{"", "shorter than the 128 bytes"},
		{string(matlabFile()), "no array X"},
		{string(seven), "a MATLAB 7.3 file (HDF5)"},
		{"\x89HDF\r\n\x1a\n" + strings.Repeat("\x00", 200), "a MATLAB 7.3 file (HDF5)"},
		{string(later), "version 0x0200"},
		{strings.Repeat("\x00", 200), "version 4 has no header"},
		{arrayOf(5, []int32{2, 1}, element(5, nil), doubles(1)), "array X is a sparse array: save it as full(…)"},
		{arrayOf(4, []int32{1, 2}, element(4, []byte{'h', 0, 'i', 0})), "array X is text (char)"},
		{arrayOf(2, []int32{1, 1}), "array X is a structure"},
		{arrayOf(99, []int32{1, 1}, doubles(1)), "variable 1: array X: class 99 does not exist"},
		{arrayOf(1, []int32{1, 1}, deep), "cells within cells"},
		{arrayOf(1, []int32{math.MaxInt32, 1}), "variable 1: the file is cut off"},
		{arrayOf(6, []int32{math.MaxInt32, 1}, doubles(1)), "array X: 1 numbers for dimensions [2147483647 1]"},
		{arrayOf(6, []int32{math.MaxInt32, math.MaxInt32}, doubles(1)), "array X: dimension 2147483647"},
		{arrayOf(6, []int32{0, math.MaxInt32}, doubles()), "array y"},
		{arrayOf(6, []int32{-1, 1}, doubles(1)), "array X: dimension -1"},
		{string(huge), "variable 1: 4294967295 bytes are due, and the file has 136"},
		{string(matlabFile(x)[:150]), "cut off"},
		{string(matlabFile(x)[:132]), "variable 1: the file is cut off"},
		{string(matlabFile(x, x)), "variable 2: array X stands there twice"},
		{string(matlabFile(flipped)), "variable 1: the file is cut off or damaged"},
		{string(twenty), "array y: it is 20 × 2; one number for each of the 40 examples is due"},
		{string(matlabFile(x, matlabArray("y", 6, []int32{2, 1}, doubles(1, math.NaN())))), "target 2 is NaN"},
		{string(matlabFile(x, matlabArray("y", 5, []int32{2, 1}))), "array y is a sparse array"},
	} {
		out = append(out, hostile{what: fmt.Sprintf("MATLAB %d", k), file: "a.mat", content: c.content, options: y,
			says: c.says})
	}
	out[14].says = `no numeric array "y"` // X is 0 × 2147483647
	return out
}
