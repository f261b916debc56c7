package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestWheels: a wheel of every target has the package, the command to be run, what it is made of, all licences and a
// record of these, in the same bytes each time.
func TestWheels(t *testing.T) {
	t.Chdir("../..")
	command, err := os.ReadFile(os.Args[0]) // of modules that are known, like the command
	if err != nil {
		t.Fatal(err)
	}
	command = command[:len(command):len(command)]
	list := targets
	if testing.Short() { // compressing takes its time
		list = []string{targets[0], "windows/arm64"}
	}
	for _, target := range list {
		name, content, err := wheel("v1.2.3-rc4", target, command)
		if err != nil {
			t.Fatal(err)
		}
		if target == targets[0] {
			if _, again, _ := wheel("v1.2.3-rc4", target, command); !bytes.Equal(content, again) {
				t.Errorf("%s is of other bytes another time", name)
			}
		}
		files, modes := unzipped(t, content)
		program := "proxlab-1.2.3rc4.data/scripts/proxlab"
		if strings.HasPrefix(target, "windows") {
			program += ".exe"
		}
		if !bytes.Equal(files[program], command) || modes[program] != 0o755 {
			t.Errorf("%s has no command", name)
		}
		const info = "proxlab-1.2.3rc4.dist-info/"
		var bill struct{ Components []struct{ Name string } }
		if err := json.Unmarshal(files[info+"sboms/proxlab.cdx.json"], &bill); err != nil || len(bill.Components) < 1 {
			t.Errorf("%s: %+v, error %v", name, bill, err)
		}
		for file, says := range map[string]string{
			"proxlab/__init__.py": `__version__ = "1.2.3rc4"`, "proxlab/py.typed": "", "proxlab/_client.py": "class Client",
			info + "METADATA": "\nVersion: 1.2.3rc4\n", info + "licenses/LICENSE": "BSD", info + "licenses/licenses.txt": "Go",
			info + "WHEEL": "Tag: py3-none-" + strings.Split(tags[target], ".")[0] + "\n",
		} {
			if text, has := files[file]; !has || !strings.Contains(string(text), says) {
				t.Errorf("%s: %s does not say %q", name, file, says)
			}
		}
		checkRecord(t, files, info+"RECORD")
		if !strings.HasSuffix(name, tags[target]+".whl") {
			t.Errorf("%s is for %s", name, target)
		}
	}
	if _, _, err := wheel("v1.2.3-beta", targets[0], command); err == nil {
		t.Error("a version was accepted that Python has not")
	}
	if _, _, err := wheel("v1.2.3", targets[0], []byte("no program")); err == nil {
		t.Error("a command was accepted that is none")
	}
}

// checkRecord compares files with their record.
func checkRecord(t *testing.T, files map[string][]byte, path string) {
	t.Helper()
	record := strings.Split(strings.TrimSpace(string(files[path])), "\n")
	if len(record) != len(files) {
		t.Errorf("%d files, of which %d are on record", len(files), len(record))
	}
	for file, text := range files {
		sum := sha256.Sum256(text)
		line := fmt.Sprintf("%s,sha256=%s,%d", file, base64.RawURLEncoding.EncodeToString(sum[:]), len(text))
		if file != path && !slices.Contains(record, line) {
			t.Errorf("%s is not on record", file)
		}
	}
}

func unzipped(t *testing.T, content []byte) (files map[string][]byte, modes map[string]os.FileMode) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	files, modes = map[string][]byte{}, map[string]os.FileMode{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		modes[f.Name] = f.Mode()
	}
	return files, modes
}

// TestSourceDistribution: it has the package, and what says that there is nothing to build.
func TestSourceDistribution(t *testing.T) {
	t.Chdir("../..")
	name, content, err := sourceDistribution("v1.2.3")
	if err != nil || name != "proxlab-1.2.3.tar.gz" {
		t.Fatalf("%s, error %v", name, err)
	}
	z, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[strings.TrimPrefix(h.Name, "proxlab-1.2.3/")] = string(text)
	}
	for file, says := range map[string]string{
		"pyproject.toml": `version = "1.2.3"`, "backend.py": "go build", "PKG-INFO": "Version: 1.2.3",
		"src/proxlab/__init__.py": `"1.2.3"`, "LICENSE": "BSD",
	} {
		if !strings.Contains(files[file], says) {
			t.Errorf("%s does not say %q: %.200s", file, says, files[file])
		}
	}
}
