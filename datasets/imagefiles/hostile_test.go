package imagefiles_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"runtime"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets/imagefiles"
)

// TestHostilePictures: each is refused with an error that names the file, without a panic, and with memory that what is
// in the file bounds, whatever it says of itself. It does not run in parallel, since it measures.
func TestHostilePictures(t *testing.T) {
	for _, c := range []struct{ what, content, says string }{
		{what: "png of a header", content: picture(4096, 4096, nil), says: "4096 × 4096"},
		{what: "png too large", content: picture(1<<30, 1<<30, nil), says: "not a PNG"},
		{what: "png cut off", content: picture(64, 64, nil), says: "cut off"},
		{what: "png empty", says: "not a PNG"},
		{what: "png with too few pixels", content: picture(64, 64, []byte{1, 2, 3}),
			says: "cut off"},
		{what: "png of text", content: "P5 3 2 255", says: "not a PNG"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := imagefiles.ReadGreyImage(strings.NewReader(c.content), "a.png")
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), "a.png") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, which does not name the file and say %q", c.what, err, c.says)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 64*uint64(len(c.content))+48<<20 {
			t.Errorf("%s: %d bytes allocated for a file of %d", c.what, n, len(c.content))
		}
	}
}

// picture is a grey PNG of 8 bits, with or without the rows of its pixels.
func picture(width, height uint32, pixels []byte) string {
	b := bytes.NewBufferString("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, data []byte) {
		_ = binary.Write(b, binary.BigEndian, uint32(len(data))) // a buffer takes all
		body := append([]byte(kind), data...)
		b.Write(body)
		_ = binary.Write(b, binary.BigEndian, crc32.ChecksumIEEE(body))
	}
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	chunk("IHDR", append(head, 8, 0, 0, 0, 0))
	if pixels != nil {
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		_, _ = z.Write(pixels) // a buffer takes all
		_ = z.Close()
		chunk("IDAT", packed.Bytes())
		chunk("IEND", nil)
	}
	return b.String()
}
