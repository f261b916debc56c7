package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/proxlab/proxlab/datasets/source"
)

// serverFaults are what servers do, and what becomes of it: what the error says, "" where the file is there in the end,
// how many requests there are, and how much is kept.
var serverFaults = []struct {
	name string
	do   answer
	says string
	asks int64
	kept int
}{
	{"good", good, "", 1, 0},
	{"stalls before the head", stall, "has sent nothing for 1s", 3, 0},
	{"stalls in the body", func(w http.ResponseWriter, r *http.Request, n int) {
		if r.Header.Get("Range") == "" {
			begin(w)
		}
		stall(w, r, n)
	}, "has sent nothing for 1s", 4, half},
	{"stalls once", first(stall, good), "", 2, 0},
	{"ends before the head", raw("", false), "EOF", 3, 0},
	{"talks no HTTP", raw("220 ftp.example.org ready\r\n", false), "malformed HTTP", 3, 0},
	{"ends in the head", raw("HTTP/1.1 200 OK\r\nContent-Le", false), "malformed", 3, 0},
	{"endless head", raw("HTTP/1.1 200 OK\r\nX: "+strings.Repeat("x", 1<<20), false), "headers exceeded", 3, 0},
	{"ends in the body, and goes on", first(cut, good), "", 2, 0},
	{"ends in the body of every answer to a first request", func(w http.ResponseWriter, r *http.Request, n int) {
		if r.Header.Get("Range") != "" {
			status(http.StatusBadGateway)(w, r, n)
			return
		}
		cut(w, r, n)
	}, "502", 4, half},
	{"ends early here and there, and never goes on", func(w http.ResponseWriter, _ *http.Request, n int) {
		cutAt(w, half>>(n%2))
	}, "the connection ended", 4, half / 2},
	{"goes on from elsewhere", func(w http.ResponseWriter, r *http.Request, n int) {
		if r.Header.Get("Range") != "" {
			status(http.StatusPartialContent, "Content-Range", fmt.Sprintf("bytes 5-9/%d", len(payload)))(w, r, n)
			return
		}
		cut(w, r, n)
	}, "another part", 4, 0},
	{"goes on with something else", func(w http.ResponseWriter, r *http.Request, n int) {
		if r.Header.Get("Range") == "" {
			cut(w, r, n)
		}
		http.ServeContent(w, r, "x.txt", time.Time{}, bytes.NewReader(bytes.ToUpper(payload)))
	}, ".rejected", 4, 0},
	{"short chunked body", raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n0123\r\n", false), "EOF", 4, 4},
	{"broken chunks", raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n0123\r\n", false), "chunk", 3, 0},
	{"a body without length that ends early", raw("HTTP/1.0 200 OK\r\n\r\n0123456789", false), ".rejected", 1, 0},
	{"an endless body", raw("HTTP/1.0 200 OK\r\n\r\n", true), "nothing of it is kept", 1, 0},
	{"an endless body in chunks", func(w http.ResponseWriter, _ *http.Request, _ int) {
		for {
			if _, err := w.Write(payload); err != nil {
				return
			}
		}
	}, "nothing of it is kept", 1, 0},
	{"promises too much", status(http.StatusOK, "Content-Length", "99999999999"), "nothing of it is kept", 1, 0},
	{"a length too small", raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"+string(payload), false), ".rejected", 1, 0},
	{"a length too large", raw(fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(payload)+5, payload),
		false), "the connection ended", 4, len(payload)},
	{"no length", raw("HTTP/1.0 200 OK\r\n\r\n"+string(payload), false), "", 1, 0},
	{"two lengths", raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", false),
		"Content-Length", 3, 0},
	{"401", status(http.StatusUnauthorized), "401", 1, 0},
	{"403", status(http.StatusForbidden), "403", 1, 0},
	{"404", status(http.StatusNotFound), "404", 1, 0},
	{"410", status(http.StatusGone), "410", 1, 0},
	{"204", status(http.StatusNoContent), "204", 1, 0},
	{"500", status(http.StatusInternalServerError), "500", 3, 0},
	{"500 twice", func(w http.ResponseWriter, r *http.Request, n int) {
		if n < 2 {
			status(http.StatusInternalServerError)(w, r, n)
			return
		}
		good(w, r, n)
	}, "", 3, 0},
	{"429, come again", first(status(http.StatusTooManyRequests, "Retry-After", "0"), good), "", 2, 0},
	{"503, come tomorrow", status(http.StatusServiceUnavailable, "Retry-After", "86400"),
		"24h0m0s, which is too late", 1, 0},
	{"503, come long ago", status(http.StatusServiceUnavailable, "Retry-After", "Mon, 02 Jan 2006 15:04:05 GMT"),
		"503", 3, 0},
	{"503, come whenever", status(http.StatusServiceUnavailable, "Retry-After", "-soon"), "503", 3, 0},
	{"a redirect loop", func(w http.ResponseWriter, r *http.Request, _ int) {
		http.Redirect(w, r, r.URL.Path, http.StatusFound)
	}, "10 redirects", 10, 0},
	{"a redirect to nowhere", status(http.StatusFound), "302", 1, 0},
	{"a redirect to a strange place", status(http.StatusFound, "Location", "gopher://x/"), "gopher", 3, 0},
	{"a page to log in", send([]byte("<html>Welcome"), "Content-Type", "Text/HTML ; charset=utf-8"),
		"ask for a login", 1, 0},
	{"the wrong file", send([]byte("something else")), ".rejected", 1, 0},
	{"nothing", send(nil), ".rejected", 1, 0},
	{"packed on the way", send(zipped(100), "Content-Encoding", "gzip"), ".rejected", 1, 0},
	{"unpacks to no end", send(zipped(2 << 20)), "unpacks to more", 1, 0},
	{"packed and cut", send(zipped(100)[:20]), "unexpected EOF", 1, 0},
	{"a range that nobody asked for", status(http.StatusPartialContent, "Content-Range", "bytes 5-9/10"),
		"another part", 3, 0},
	{"an informational flood", raw(strings.Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", 50), false), "EOF", 3, 0},
}

// TestFaultServersThatMisbehave: whatever a server does there is a message, and no file of other content; what is kept
// is of use to the next fetch, or not in its way.
func TestFaultServersThatMisbehave(t *testing.T) {
	for _, c := range serverFaults {
		t.Run(c.name, func(t *testing.T) {
			m := misbehave(t, c.do)
			d := m.impatient()
			if strings.HasPrefix(c.name, "stalls") {
				d.Idle = time.Second // a good answer is not to seem stalled on a slow machine
			}
			_, err := d.Fetch(t.Context(), m.entry)
			if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) || m.n.Load() != c.asks {
				t.Errorf("%d requests, and it says %v (before %q)", m.n.Load(), err, m.said)
			}
			if err != nil && !strings.Contains(err.Error(), m.URL) && !strings.Contains(err.Error(), m.path) {
				t.Errorf("neither address nor file is named: %v", err)
			}
			if info, err := os.Stat(m.path + ".part"); c.kept > 0 && (err != nil || info.Size() != int64(c.kept)) {
				t.Errorf("%+v is kept, error %v", info, err)
			} else if c.kept == 0 && err == nil {
				t.Errorf("%d bytes are kept", info.Size())
			}
			m.mends(t)
		})
	}
}

// mends tells that the next fetch from a good server gets the file, and leaves nothing beside it.
func (m *misbehaving) mends(t *testing.T) {
	t.Helper()
	m.good.Store(true)
	paths, err := m.impatient().Fetch(t.Context(), m.entry)
	if err != nil || len(paths) != 1 || paths[0] != m.path {
		t.Fatalf("the next fetch: %v, error %v", paths, err)
	}
	if text, err := os.ReadFile(m.path); err != nil || !bytes.Equal(text, payload) {
		t.Errorf("%d bytes were fetched, error %v", len(text), err)
	}
	for _, suffix := range []string{".part", ".part.json"} {
		if _, err := os.Stat(m.path + suffix); err == nil {
			t.Errorf("%s is left", suffix)
		}
	}
}

// TestFaultNoWay: servers that cannot be reached.
func TestFaultNoWay(t *testing.T) {
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := "http://" + closed.Addr().String() + "/x"
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		url, says string
		tries     int
	}{
		{refused, "refused", 3},
		{secure.URL, "certificate", 1},
		{"http://nowhere.invalid/x", "nowhere.invalid", 0},
		{"http://\x7f/", "invalid control character", 1},
		{"nothing://x/", "unsupported protocol", 3},
		{strings.Replace(secure.URL, "https", "http", 1), "400", 1},
	} {
		m := misbehave(t, good)
		there := m.entry.Files[0].URL
		m.entry.Files[0].URL = c.url
		_, err := m.impatient().Fetch(t.Context(), m.entry)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "place the file as") ||
			c.tries > 0 && len(m.said) != c.tries-1 {
			t.Errorf("%s: %v (before %q)", c.url, err, m.said)
		}
		m.entry.Files[0].URL = there
		m.mends(t)
	}
}

// TestFaultRedirects: to another host a file may move, but not out of an encrypted connection.
func TestFaultRedirects(t *testing.T) {
	m := misbehave(t, nil)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { good(w, r, 0) }))
	defer other.Close()
	m.do = func(w http.ResponseWriter, r *http.Request, _ int) {
		http.Redirect(w, r, other.URL+"/moved", http.StatusMovedPermanently)
	}
	if _, err := m.impatient().Fetch(t.Context(), m.entry); err != nil {
		t.Error(err)
	}
	from, to := httptest.NewRequest(http.MethodGet, "https://a/", nil), httptest.NewRequest(http.MethodGet, "http://b/", nil)
	if err := newClient().CheckRedirect(to, []*http.Request{from}); !errors.As(err, new(final)) {
		t.Errorf("out of the encrypted connection: %v", err)
	}
}

// TestFaultFetchStops: at once where a context ends, wherever it is.
func TestFaultFetchStops(t *testing.T) {
	for name, do := range map[string]answer{
		"before the head": stall,
		"in the body":     func(w http.ResponseWriter, r *http.Request, n int) { begin(w); stall(w, r, n) },
		"in a pause":      status(http.StatusServiceUnavailable, "Retry-After", "3600"),
	} {
		ctx, cancel := context.WithCancel(t.Context())
		asked := make(chan bool, 10)
		m := misbehave(t, func(w http.ResponseWriter, r *http.Request, n int) {
			asked <- true
			do(w, r, n)
		})
		d := m.impatient()
		d.Idle, d.Total = time.Hour, 2*time.Hour
		d.Progress = func(source.File) Progress { return func(int64, int64) { cancel() } }
		d.Notice = func(string, ...any) { cancel() }
		ended := make(chan error)
		go func() {
			_, err := d.Fetch(ctx, m.entry)
			ended <- err
		}()
		if <-asked; name == "before the head" {
			cancel()
		}
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		m.mends(t)
	}
}

// TestFaultATrickle: a server that is never idle is left when the time for the file is over, and what came is kept.
func TestFaultATrickle(t *testing.T) {
	m := misbehave(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		begin(w)
		for k := half; r.Context().Err() == nil; k++ {
			_, _ = w.Write(payload[k : k+1])
			w.(http.Flusher).Flush()
			time.Sleep(5 * time.Millisecond)
		}
	})
	d, kept := m.impatient(), false
	for d.Total = 200 * time.Millisecond; !kept && d.Total < time.Minute; d.Total *= 4 { // a slow machine begins late
		_, err := d.Fetch(t.Context(), m.entry)
		if !errors.Is(err, errTotal) {
			t.Fatal(err)
		}
		kept = strings.Contains(err.Error(), "is kept in")
	}
	if !kept {
		t.Error("nothing is kept")
	}
	m.mends(t)
}
