package fetch

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/proxlab/proxlab/datasets/source"
)

// keep puts what an earlier fetch left: a part, and what is said of it ("" for nothing).
func (m *misbehaving) keep(t *testing.T, part []byte, about string) {
	t.Helper()
	err := errors.Join(os.MkdirAll(filepath.Dir(m.path), 0o777), os.WriteFile(m.path+".part", part, 0o666))
	if about != "" {
		about = strings.ReplaceAll(about, "URL", m.entry.Files[0].URL)
		err = errors.Join(err, os.WriteFile(m.path+".part.json", []byte(about), 0o666))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// ofRange answers with a range of its own choice.
func ofRange(header string, body []byte, tag string) answer {
	return func(w http.ResponseWriter, r *http.Request, n int) {
		if r.Header.Get("Range") == "" {
			good(w, r, n)
			return
		}
		w.Header().Set("Content-Range", header)
		w.Header().Set("ETag", tag)
		w.WriteHeader(http.StatusPartialContent)
		_, _ = w.Write(body)
	}
}

// modified serves the file with a date.
func modified(w http.ResponseWriter, r *http.Request, _ int) {
	http.ServeContent(w, r, "x.txt", time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC), bytes.NewReader(payload))
}

// TestFaultWhatIsKept: the rest is asked for where the part is of the same file; else the fetch begins anew, by itself.
func TestFaultWhatIsKept(t *testing.T) {
	wrong := bytes.Repeat([]byte("x"), half)
	const noted = `{"url":"URL","etag":"\"1\"","total":170000}`
	const full, rest = "bytes 85000-169999/170000", half
	for _, c := range []struct {
		name      string
		part      []byte
		about     string
		do        answer
		noSum     bool
		asks      int64
		ranges    string // of the requests
		beginning string // of the notices
	}{
		{"the first half", payload[:half], "", good, false, 1, "bytes=85000-", ""},
		{"all", payload, "", good, false, 1, "bytes=170000-", ""},
		{"all, and the server says no more", payload, "", first(status(416), good), false, 1, "bytes=170000-", ""},
		{"nothing", nil, "", good, false, 1, "", ""},
		{"the same tag", payload[:half], noted, tagged(`"1"`), false, 1, "bytes=85000-", ""},
		{"another tag", wrong, noted, tagged(`"2"`), false, 1, "bytes=85000-", ""},
		{"another tag, and If-Range is nothing to the server", wrong, noted,
			ofRange(full, payload[rest:], `"2"`), false, 2, "bytes=85000- ", "another file by now"},
		{"another length", wrong, `{"url":"URL","total":170001}`, ofRange(full, payload[rest:], ""), false, 2,
			"bytes=85000- ", "another file by now"},
		{"the same date", payload[:half], `{"url":"URL","modified":"Thu, 02 Jan 2020 03:04:05 GMT","total":170000}`, modified,
			false, 1, "bytes=85000-", ""},
		{"another date", wrong, `{"url":"URL","modified":"Thu, 01 Jan 2020 03:04:05 GMT","total":170000}`, modified,
			false, 1, "bytes=85000-", ""},
		{"another address", wrong, `{"url":"http://elsewhere/","etag":"\"1\"","total":170000}`, tagged(`"1"`), false, 1, "", ""},
		{"a damaged note", payload[:half], `{"url":`, good, false, 1, "bytes=85000-", ""},
		{"a hostile note", payload[:half], `{"url":"URL","etag":"\"\r\nX: y\"","total":-5}`, good, false, 1,
			"bytes=85000-", ""},
		{"more than there is", append(bytes.Clone(payload), wrong...), "", good, false, 2, "bytes=255000- ",
			"more than the server has"},
		{"more than was promised", append(bytes.Clone(payload), wrong...),
			`{"url":"URL","total":170000}`, good, false, 1, "", ""},
		{"more than any file has", make([]byte, 1<<20+1), "", good, false, 1, "", ""},
		{"half of something else", wrong, "", good, false, 2, "bytes=85000- ", "does not fit"},
		{"something else", bytes.Repeat([]byte("x"), len(payload)), "", good, false, 2, "bytes=170000- ", "does not fit"},
		{"a packed bomb", zipped(2 << 20), "", good, false, 2, "bytes=2071- ", "does not fit"},
		{"the range is ignored", wrong, "", send(payload), false, 1, "bytes=85000-", ""},
		{"the wrong range", payload[:half], "", ofRange("bytes 5-169999/170000", payload[5:], ""), false, 2, "bytes=85000- ",
			"another part"},
		{"no range said", payload[:half], "", ofRange("", payload[half:], ""), false, 2, "bytes=85000- ", "another part"},
		{"a strange range", payload[:half], "", ofRange("bytes x-/y", payload[half:], ""), false, 2, "bytes=85000- ",
			"another part"},
		{"a range of unknown length", payload[:half], "", ofRange("bytes 85000-169999/*", payload[half:], ""), false, 1,
			"bytes=85000-", ""},
		{"a range that is cut", payload[:half], "", first(ofRange(full, payload[half:half+5], ""), good), false, 2,
			"bytes=85000- bytes=85005-", "the connection ended"},
		{"no checksum, and no tag", wrong, `{"url":"URL","total":170000}`, good, true, 1, "", ""},
		{"no checksum, and the same tag", payload[:half], noted, tagged(`"1"`), true, 1,
			"bytes=85000-", ""},
		{"no checksum, and another tag", wrong, noted, tagged(`"2"`), true, 1,
			"bytes=85000-", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var ranges []string
			m := misbehave(t, func(w http.ResponseWriter, r *http.Request, n int) {
				ranges = append(ranges, r.Header.Get("Range"))
				c.do(w, r, n)
			})
			m.keep(t, c.part, c.about)
			if c.noSum {
				m.entry.Files[0].SHA256 = ""
			}
			_, err := m.impatient().Fetch(t.Context(), m.entry)
			said := strings.Join(m.said, "\n")
			if err != nil || m.n.Load() != c.asks || strings.Join(ranges, " ") != c.ranges ||
				!strings.Contains(said, c.beginning) || c.beginning == "" && said != "" {
				t.Errorf("%d requests %q, notices %q, error %v", m.n.Load(), ranges, said, err)
			}
			m.mends(t)
		})
	}
}

// TestFaultThePartIsAFolder: what stands in the way is named.
func TestFaultThePartIsAFolder(t *testing.T) {
	m := misbehave(t, good)
	if err := os.MkdirAll(m.path+".part", 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := m.impatient().Fetch(t.Context(), m.entry); err == nil || !strings.Contains(err.Error(), "x.txt.part") {
		t.Error(err)
	}
	if m.n.Load() > 0 {
		t.Error("the server was asked first")
	}
}

// TestFaultFetchChecksWhatIsAtHand: a damaged file of the cache is fetched again, one of somebody's own is named.
func TestFaultFetchChecksWhatIsAtHand(t *testing.T) {
	for name, damaged := range map[string][]byte{
		"another": []byte("another"), "cut": payload[:half], "packed and cut": zipped(1000)[:20], "a bomb": zipped(2 << 20),
		"nothing": {},
	} {
		m := misbehave(t, good)
		if err := errors.Join(os.MkdirAll(filepath.Dir(m.path), 0o777), os.WriteFile(m.path, damaged, 0o666)); err != nil {
			t.Fatal(err)
		}
		_, err := m.impatient().Fetch(t.Context(), m.entry)
		if err != nil || m.n.Load() != 1 || len(m.said) != 1 || !strings.Contains(m.said[0], ".rejected, and fetched again") {
			t.Errorf("%s: %d requests, notices %q, error %v", name, m.n.Load(), m.said, err)
		}
		if text, err := os.ReadFile(m.path + ".rejected"); err != nil || !bytes.Equal(text, damaged) {
			t.Errorf("%s: %d bytes are kept, error %v", name, len(text), err)
		}
		m.mends(t)
		own := t.TempDir()
		t.Setenv(source.Env, own)
		mine := filepath.Join(own, "x", "x.txt")
		if err := errors.Join(os.MkdirAll(filepath.Dir(mine), 0o777), os.WriteFile(mine, damaged, 0o666)); err != nil {
			t.Fatal(err)
		}
		if _, err := m.impatient().Fetch(t.Context(), m.entry); err == nil || !strings.Contains(err.Error(), mine) {
			t.Errorf("%s, in one's own folder: %v", name, err)
		}
		if text, err := os.ReadFile(mine); err != nil || !bytes.Equal(text, damaged) {
			t.Errorf("%s: somebody's own file was touched, error %v", name, err)
		}
	}
}

// TestFaultNoRoom: the disk is asked before anything is written.
func TestFaultNoRoom(t *testing.T) {
	m := misbehave(t, func(w http.ResponseWriter, r *http.Request, n int) {
		w.Header().Set("Content-Length", "500000")
		_, _ = w.Write(make([]byte, 500000))
	})
	d := m.impatient()
	d.free = func(string) float64 { return 10 << 20 }
	if _, err := d.Fetch(t.Context(), m.entry); err == nil || !strings.Contains(err.Error(), "10 MiB are free") ||
		m.n.Load() != 1 {
		t.Error(err)
	}
	if _, err := os.Stat(m.path + ".part"); err == nil {
		t.Error("something was written")
	}
	m.mends(t)
}

// TestFaultManyFetchAtOnce: one fetches, the others wait and find the file; where the first fails the next goes on.
func TestFaultManyFetchAtOnce(t *testing.T) {
	for name, do := range map[string]answer{
		"good": good, "the first is cut": first(cut, good),
	} {
		m := misbehave(t, do)
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				d := m.impatient()
				d.Notice, d.Tries = nil, 2
				if paths, err := d.Fetch(t.Context(), m.entry); err != nil || len(paths) != 1 {
					t.Errorf("%s: %v, error %v", name, paths, err)
				}
			})
		}
		all.Wait()
		if n := m.n.Load(); n > 2 {
			t.Errorf("%s: %d requests", name, n)
		}
		m.mends(t)
	}
}
