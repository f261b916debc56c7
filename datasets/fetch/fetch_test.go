package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/proxlab/proxlab/datasets/source"
)

// served returns a set of one file behind a test server, and its path in a fresh cache.
func served(t *testing.T, content, want string) (source.Entry, string, *httptest.Server) {
	t.Helper()
	cache := t.TempDir()
	t.Setenv(source.Env, "")
	t.Setenv("XDG_CACHE_HOME", cache)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "x.txt", time.Time{}, strings.NewReader(content))
	}))
	t.Cleanup(server.Close)
	sum := sha256.Sum256([]byte(want))
	e := source.Entry{
		Name:  "x",
		HowTo: "ask",
		Files: []source.File{{Path: "x/x.txt", URL: server.URL + "/x.txt", SHA256: hex.EncodeToString(sum[:])}},
	}
	return e, filepath.Join(cache, "proxlab", "x", "x.txt"), server
}

// quietly tells nobody.
var quietly Fetcher

func TestFetch(t *testing.T) {
	e, path, server := served(t, "all of it", "all of it")
	var done, total int64
	told := func(source.File) Progress { return func(d, n int64) { done, total = d, n } }
	paths, err := Fetcher{Progress: told}.Fetch(t.Context(), e)
	if err != nil || len(paths) != 1 || paths[0] != path || done != 9 || total != 9 {
		t.Fatalf("paths %v, %d of %d bytes, error %v", paths, done, total, err)
	}
	server.Close() // what is at hand is not fetched again
	if _, err := quietly.Fetch(t.Context(), e); err != nil {
		t.Error(err)
	}
	if err := source.Verify(t.Context(), path, e.Files[0], source.MaxUnpacked); err != nil {
		t.Error(err)
	}
}

func TestFetchGoesOnWhereItStopped(t *testing.T) {
	for what, part := range map[string]string{"the first half": "all ", "all of it": "all of it"} {
		e, path, _ := served(t, "all of it", "all of it")
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+".part", []byte(part), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := quietly.Fetch(t.Context(), e); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if text, _ := os.ReadFile(path); string(text) != "all of it" {
			t.Errorf("%s: fetched %q", what, text)
		}
	}
}

func TestFetchKeepsARejectedDownloadAside(t *testing.T) {
	e, path, _ := served(t, "something else", "all of it")
	var sum *source.ChecksumError
	if _, err := quietly.Fetch(t.Context(), e); !errors.As(err, &sum) || !strings.Contains(err.Error(), ".rejected") {
		t.Fatalf("error %v", err)
	}
	if text, _ := os.ReadFile(path + ".rejected"); string(text) != "something else" {
		t.Errorf("rejected: %q", text)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file of the wrong content took the name")
	}
}

func TestFetchWithoutServer(t *testing.T) {
	e, path, server := served(t, "", "")
	server.Close()
	if _, err := (Fetcher{Wait: 1, Tries: 2}).Fetch(t.Context(), e); err == nil ||
		!strings.Contains(err.Error(), server.URL) || !strings.Contains(err.Error(), "place the file") {
		t.Errorf("no network: error %v", err)
	}
	if _, err := os.Stat(path + ".part"); err == nil {
		t.Error("an empty partial download was left")
	}
	e, _, _ = served(t, "", "")
	e.Files[0].URL = strings.Replace(e.Files[0].URL, "/x.txt", "/gone", 1)
	gone := httptest.NewServer(http.NotFoundHandler())
	defer gone.Close()
	e.Files[0].URL = gone.URL
	if _, err := quietly.Fetch(t.Context(), e); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("404: error %v", err)
	}
	e.Files[0].URL = ""
	if _, err := quietly.Fetch(t.Context(), e); err == nil ||
		!strings.Contains(err.Error(), "ask, then place it as $"+source.Env+"/x/x.txt") {
		t.Errorf("no address: error %v", err)
	}
}
