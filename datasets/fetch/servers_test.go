package fetch

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/proxlab/proxlab/datasets/source"
)

// payload is what servers have: more than one piece of a transfer.
var payload = bytes.Repeat([]byte("0123456789abcdef\n"), 10000)

const half = 85000

// answer is what a server does to its n-th request, from 0.
type answer func(w http.ResponseWriter, r *http.Request, n int)

// misbehaving is a server that does what it is told to, and the set of one file there.
type misbehaving struct {
	*httptest.Server
	entry source.Entry
	path  string
	do    answer
	good  atomic.Bool // it behaves from now on
	n     atomic.Int64
	said  []string
}

func misbehave(t *testing.T, do answer) *misbehaving {
	t.Helper()
	cache := t.TempDir()
	t.Setenv(source.Env, "")
	t.Setenv("XDG_CACHE_HOME", cache)
	m := &misbehaving{do: do, path: filepath.Join(cache, "proxlab", "x", "x.txt")}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		do := m.do
		if m.good.Load() {
			do = good
		}
		do(w, r, int(m.n.Add(1)-1))
	}))
	t.Cleanup(func() {
		m.CloseClientConnections()
		m.Close()
	})
	sum := sha256.Sum256(payload)
	file := source.File{Path: "x/x.txt", URL: m.URL + "/x.txt", SHA256: hex.EncodeToString(sum[:])}
	m.entry = source.Entry{Name: "x", HowTo: "ask", Files: []source.File{file}}
	return m
}

// impatient is a fetcher that does not wait long.
func (m *misbehaving) impatient() Fetcher {
	return Fetcher{
		Idle: 10 * time.Second, Total: time.Minute, Tries: 3, Wait: 1, MaxBytes: 1 << 20, MaxUnpacked: 1 << 20,
		Notice: func(format string, args ...any) { m.said = append(m.said, fmt.Sprintf(format, args...)) },
	}
}

// good serves the file as a good server does, without a tag.
func good(w http.ResponseWriter, r *http.Request, _ int) {
	http.ServeContent(w, r, "x.txt", time.Time{}, bytes.NewReader(payload))
}

// tagged serves the file with a tag.
func tagged(tag string) answer {
	return func(w http.ResponseWriter, r *http.Request, n int) {
		w.Header().Set("ETag", tag)
		good(w, r, n)
	}
}

// begin sends the head and the first half of the file.
func begin(w http.ResponseWriter) { beginUpTo(w, half) }

func beginUpTo(w http.ResponseWriter, at int) {
	w.Header().Set("Content-Length", fmt.Sprint(len(payload)))
	_, _ = w.Write(payload[:at])
	w.(http.Flusher).Flush()
}

// cut sends half, and ends the connection.
func cut(w http.ResponseWriter, _ *http.Request, _ int) { cutAt(w, half) }

func cutAt(w http.ResponseWriter, at int) {
	beginUpTo(w, at)
	panic(http.ErrAbortHandler)
}

// first does one thing to the first request and another to the rest.
func first(one, rest answer) answer {
	return func(w http.ResponseWriter, r *http.Request, n int) {
		if n == 0 {
			one(w, r, n)
			return
		}
		rest(w, r, n)
	}
}

func status(code int, header ...string) answer {
	return func(w http.ResponseWriter, _ *http.Request, _ int) {
		for k := 0; k < len(header); k += 2 {
			w.Header().Set(header[k], header[k+1])
		}
		w.WriteHeader(code)
	}
}

// raw answers with bytes of its own, then ends the connection or goes on sending.
func raw(answer string, forever bool) answer {
	return func(w http.ResponseWriter, _ *http.Request, _ int) {
		c, out, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		defer func() { _ = c.Close() }()
		_, err = out.WriteString(answer)
		for err == nil && forever {
			_, err = out.Write(payload)
		}
		_ = out.Flush() // the client may be gone
	}
}

func stall(_ http.ResponseWriter, r *http.Request, _ int) { <-r.Context().Done() }

// zipped packs so many zeros.
func zipped(n int) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = w.Write(make([]byte, n))
	_ = w.Close()
	return b.Bytes()
}

func send(body []byte, header ...string) answer {
	return func(w http.ResponseWriter, _ *http.Request, _ int) {
		for k := 0; k < len(header); k += 2 {
			w.Header().Set(header[k], header[k+1])
		}
		_, _ = w.Write(body)
	}
}
