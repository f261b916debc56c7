package datasets

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/features"
	"github.com/proxlab/proxlab/datasets/source"
)

// bombed is far longer than what it packs into.
const bombed = 4 << 20

// hostilePacked are files that are packed, and long when unpacked, or cut off.
func hostilePacked(t *testing.T) []hostile {
	gz := func(text string) string { return string(gzipped(t, text)) }
	one, y := FrameOptions{Target: "1"}, FrameOptions{Target: "y"}
	zeros := strings.Repeat("\x00", bombed)
	text := gz("a,y\n" + strings.Repeat("0,0\n", bombed/4))
	const long = "far longer than the packed file"
	out := []hostile{
		{what: "bomb csv.gz", file: "a.csv.gz", content: text, options: y, says: long},
		{what: "bomb svm.gz", file: "a.svm.gz", content: gz(strings.Repeat("0 1:0\n", bombed/6)), says: long},
		{what: "bomb in a csv's first line", file: "a.csv.gz", content: gz(zeros), options: y, says: "gz:1: the content is"},
		{what: "bomb mtx.gz", file: "a.mtx.gz", options: one, says: long,
			content: gz("%%MatrixMarket matrix array real general\n2097152 1\n" + strings.Repeat("0\n", bombed/2))},
		{what: "bomb npy.gz", file: "a.npy.gz", content: gz(arrayNPY("|u1", "4194304, 1", []byte(zeros))), options: one,
			says: long},
		{what: "bomb npz", file: "a.npz", says: "array X: an array of shape (4194304, 1): the content is " + long,
			content: archive(t, member{"X.npy", arrayNPY("|u1", "4194304, 1", []byte(zeros))}), options: y},
		{what: "bomb of shared members", file: "a.npz", content: shared(t), options: y, says: long},
		{what: "bomb in mat", file: "a.mat", options: y, says: "variable 1: the content is " + long,
			content: string(matlabFile(compressed(t, matlabArray("X", 9, []int32{bombed, 1}, element(2, []byte(zeros))))))},
		{what: "bomb behind", file: "a.mat", content: string(matlabFile(compressed(t, append(element(9, nil), zeros...)))),
			options: y, says: long},
		{what: "bomb mat.gz", file: "a.mat.gz", content: gz(string(matlabFile(element(9, []byte(zeros))))), options: y,
			says: long},
		{what: "csv.gz cut off", file: "a.csv.gz", content: text[:len(text)/2], options: y, says: "a.csv.gz:"},
		{what: "short csv.gz cut off", file: "a.csv.gz", content: gz("a,y\n1,2\n")[:20], options: y, says: "cut off"},
		{what: "gz of a header alone", file: "a.csv.gz", content: text[:5], options: y, says: "cut off"},
		{what: "gz with a wrong sum", file: "a.csv.gz", content: wrongSum(gz("a,y\n1,2\n")), options: y, says: "checksum"},
		{what: "bz2 cut off", file: "a.csv.bz2", content: "BZh9", options: y, says: "cut off"},
	}
	for k := range out {
		out[k].packed = true
	}
	return out
}

// wrongSum flips a bit of the sum at the end of a gzip file.
func wrongSum(gz string) string {
	b := []byte(gz)
	b[len(b)-8] ^= 1
	return string(b)
}

// shared is an archive of many members that share their bytes.
func shared(t testing.TB) string {
	content := arrayNPY("|u1", "4000000, 1", make([]byte, 4000000))
	one := archive(t, member{"00.npy", content})
	files, err := zip.NewReader(strings.NewReader(one), int64(len(one)))
	if err != nil {
		t.Fatal(err)
	}
	end := int64(len(one)) - 22
	offset := int64(binary.LittleEndian.Uint32([]byte(one[end+16:])))
	directory := one[offset:end]
	var all bytes.Buffer
	all.WriteString(one[:offset])
	const members = 50
	for k := range members {
		all.WriteString(strings.Replace(directory, files.File[0].Name, fmt.Sprintf("%02d.npy", k), 1))
	}
	tail := []byte(one[end:])
	binary.LittleEndian.PutUint16(tail[8:], members)
	binary.LittleEndian.PutUint16(tail[10:], members)
	binary.LittleEndian.PutUint32(tail[12:], uint32(members*len(directory)))
	all.Write(tail)
	return all.String()
}

// reading opens a file as the loaders do.
func reading(t *testing.T, path string, read func(r io.Reader) error) error {
	t.Helper()
	r, err := source.Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	return read(r)
}

// hostileOthers are files of the registered sets' formats.
func hostileOthers() []hostile {
	images := func(t *testing.T, path string) error {
		return reading(t, path, func(r io.Reader) error {
			_, err := array.ReadIDXImages(t.Context(), r, path)
			return err
		})
	}
	labels := func(t *testing.T, path string) error {
		return reading(t, path, func(r io.Reader) error {
			_, err := array.ReadIDXLabels(r, path)
			return err
		})
	}
	choices := func(t *testing.T, path string) error {
		return reading(t, path, func(r io.Reader) error {
			_, err := ReadPairedChoices(t.Context(), r, path)
			return err
		})
	}
	groups := func(t *testing.T, path string) error {
		return reading(t, path, func(r io.Reader) error {
			_, _, err := features.ReadGroups(t.Context(), r, path, 5)
			return err
		})
	}
	return []hostile{
		{what: "idx empty", file: "a.idx", read: images, says: "within its header"},
		{what: "idx of many images", file: "a.idx", content: idx(0x0803, []uint32{1 << 31, 28, 28}), read: images,
			says: "2147483648 images of 28 × 28 pixels, and the file has 16 bytes"},
		{what: "idx of large images", file: "a.idx", content: idx(0x0803, []uint32{1, 1 << 31, 1 << 31}), read: images,
			says: "pixels"},
		{what: "idx of many labels", file: "a.idx", content: idx(0x0801, []uint32{1 << 31}, 1, 2), read: labels,
			says: "before label 3 of 2147483648"},
		{what: "idx that goes on", file: "a.idx", content: idx(0x0801, []uint32{1}, 1, 2), read: labels, says: "goes on"},
		{what: "choices in an endless quote", file: "a.csv", read: choices, says: "is a quote not closed",
			content: "person,choice,d\n1,1,\"" + strings.Repeat("1\n", 1<<22)},
		{what: "groups with a NaN", file: "g.txt", content: "1 2\nNaN 3\n", read: groups, says: `g.txt:2: field 1: "NaN"`},
		{what: "groups with a fraction", file: "g.txt", content: "1.5\n", read: groups, says: `g.txt:1: field 1: "1.5"`},
		{what: "groups with a huge number", file: "g.txt", content: "1e300\n", read: groups,
			says: `g.txt:1: field 1: "1e300"`},
		{what: "groups with a NaN weight", file: "g.txt", content: "1 w=nan\n", read: groups, says: `"w=nan" is no weight`},
	}
}
