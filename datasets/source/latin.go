package source

import (
	"fmt"
	"io"
	"slices"
	"unicode/utf8"
)

// Encodings are the words for how text may be written: nothing stands for UTF-8.
var Encodings = []string{"utf-8", "latin-1", "windows-1252"}

// CheckEncoding tests a word for how text is written.
func CheckEncoding(word string) error {
	if word == "" || slices.Contains(Encodings, word) {
		return nil
	}
	return fmt.Errorf("encoding %q: utf-8, latin-1 or windows-1252 is due", word)
}

// Decoded is a text as UTF-8. In latin-1 and windows-1252 alike the bytes from 0x80 to 0x9f are the signs that the
// latter has there, as everybody means by the former.
func Decoded(r io.Reader, encoding string) io.Reader {
	if encoding == "" || encoding == Encodings[0] {
		return r
	}
	return &decoded{r: r}
}

// above are the signs of windows-1252 from 0x80 to 0x9f; those that it has none for are as in Unicode.
var above = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

type decoded struct {
	r    io.Reader
	rest []byte // of what was read, as UTF-8
	room [1 << 14]byte
}

// Read reads what fits.
func (d *decoded) Read(p []byte) (int, error) {
	if len(d.rest) == 0 {
		n, err := d.r.Read(d.room[:])
		d.rest = d.rest[:0]
		for _, c := range d.room[:n] {
			sign := rune(c)
			if c >= 0x80 && int(c)-0x80 < len(above) {
				sign = above[c-0x80]
			}
			d.rest = utf8.AppendRune(d.rest, sign)
		}
		if n == 0 {
			return 0, err
		}
		if err != nil && err != io.EOF {
			return 0, err
		}
	}
	n := copy(p, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}
