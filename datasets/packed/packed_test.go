package packed

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

func TestMain(m *testing.M) {
	Register()
	os.Exit(m.Run())
}

// sale is a row of a table of Parquet.
type sale struct {
	Size  float64   `parquet:"size"`
	Rooms *int32    `parquet:"rooms,optional"`
	Small float32   `parquet:"small,zstd"`
	Flat  bool      `parquet:"flat"`
	Kind  string    `parquet:"kind,dict"`
	Cents int64     `parquet:"cents,decimal(2:18)"`
	Day   int32     `parquet:"day,date"`
	At    time.Time `parquet:"at,timestamp(microsecond)"`
}

// sales are a file of Parquet in several groups of rows, and what it says as CSV.
func sales(t testing.TB, count int) (file []byte, text string) {
	t.Helper()
	var out bytes.Buffer
	var lines strings.Builder
	lines.WriteString(`"size","rooms","small","flat","kind","cents","day","at"` + "\n")
	w := parquet.NewGenericWriter[sale](&out, parquet.MaxRowsPerRowGroup(300))
	for k := range count {
		s := sale{Size: 1 / float64(k+1), Small: 0.1, Flat: k%2 == 0, Kind: `semi-"detached", old`, Cents: -1999,
			Day: 20454, At: time.UnixMicro(-1500000)}
		line := "0.10000000149011612,"
		if rooms := int32(k); k%3 > 0 {
			s.Rooms = &rooms
		}
		lines.WriteString(string(number(nil, s.Size)) + ",")
		if s.Rooms != nil {
			lines.WriteString(string(number(nil, float64(k))))
		}
		line += []string{"1", "0"}[k%2] + `,"semi-""detached"", old",-1999e-2,2026-01-01,1969-12-31T23:59:58.5`
		lines.WriteString("," + line + "\n")
		if _, err := w.Write([]sale{s}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), lines.String()
}

func written(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestParquetIsItsText: a file is read as the text that it stands for, and so by ReadFrame, with categories and missing
// cells.
func TestParquetIsItsText(t *testing.T) {
	file, text := sales(t, 1000)
	path := written(t, "sales.parquet", file)
	r, err := source.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := io.ReadAll(r); err != nil || string(got) != text {
		t.Fatalf("%v: %.400s, not %.400s", err, got, text)
	}
	o := datasets.FrameOptions{Target: "size", Drop: []string{"day", "at"}}
	o.Encode = encode.Options{Categories: []string{encode.Auto}, Missing: encode.Mean}
	a, err := datasets.ReadFrame(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	b, err := datasets.ReadFrame(t.Context(), written(t, "sales.csv", []byte(text)), o)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(linalg.ToDense(a.X).Data, linalg.ToDense(b.X).Data) || !slices.Equal(a.Y, b.Y) {
		t.Error("the table is another than its text")
	}
}

// TestZstandard: what is packed is read whatever its name; what is cut off or damaged is an error.
func TestZstandard(t *testing.T) {
	text := []byte("y,x\n" + strings.Repeat("1,2\n3,4.5\n", 5000))
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	file := w.EncodeAll(text, nil)
	for _, name := range []string{"a.csv.zst", "a.csv", "a"} {
		f, err := datasets.ReadFrame(t.Context(), written(t, name, file), datasets.FrameOptions{Target: "y"})
		if err != nil || len(f.Y) != 10000 {
			t.Error(name, err)
		}
	}
	path := written(t, "cut.csv.zst", file[:len(file)/2])
	_, err = datasets.ReadFrame(t.Context(), path, datasets.FrameOptions{Target: "y"})
	if err == nil || !strings.Contains(err.Error(), "cut.csv.zst") {
		t.Error(err)
	}
}

// TestHostileParquet: what is no table of numbers and texts is named, and damage is an error or shows in what is read.
func TestHostileParquet(t *testing.T) {
	var lists, hours bytes.Buffer
	if err := parquet.Write(&lists, []struct{ A []float64 }{{[]float64{1}}}); err != nil {
		t.Fatal(err)
	}
	if err := parquet.Write(&hours, []struct {
		A [16]byte `parquet:"a,uuid"`
	}{{}}); err != nil {
		t.Fatal(err)
	}
	file, _ := sales(t, 40)
	for says, content := range map[string][]byte{
		`"A" holds lists`: lists.Bytes(), `"a" is of type`: hours.Bytes(), "cut off or damaged": file[:len(file)-20],
	} {
		if _, err := source.Open(written(t, "bad.parquet", content)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
	_, err := source.NewReader(bytes.NewReader(file), "stream")
	if err == nil || !strings.Contains(err.Error(), "is not read from a stream") {
		t.Error(err)
	}
	for at := 4; at < len(file); at += 7 {
		bad := slices.Clone(file)
		bad[at] ^= 0x55
		readAll(bad)
	}
}

// readAll reads a file as far as it goes.
func readAll(content []byte) {
	if t, err := openTable(bytes.NewReader(content), int64(len(content))); err == nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(t, 1<<20)) // errors are what is to come
	}
}

// TestFaultPages: pages that claim two gigabytes, packed or unpacked, are refused by their heads.
func TestFaultPages(t *testing.T) {
	t.Parallel()
	file, _ := sales(t, 3)
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	at := f.Metadata().RowGroups[0].Columns[0].MetaData.DataPageOffset
	huge := "\xfe\xff\xff\xff\x0f"
	for sizes, says := range map[string]string{
		huge + "\x15" + huge: "claims more than there is", huge + "\x15\x02": "claims 2047 MB, and 256 are read at most",
	} {
		spoilt := bytes.Clone(file)
		copy(spoilt[at:], "\x15\x00\x15"+sizes+"\x00")
		_, err := openTable(bytes.NewReader(spoilt), int64(len(spoilt)))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, not %q", err, says)
		}
	}
}

func FuzzParquet(f *testing.F) {
	file, _ := sales(f, 3)
	f.Add(file)
	f.Fuzz(func(_ *testing.T, content []byte) { readAll(content) })
}
