package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/proxlab/proxlab/internal/licenses"
)

// tags say for which systems a wheel is: the command is static, and goes with any C library.
var tags = map[string]string{
	"linux/amd64":   "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_2_x86_64",
	"linux/arm64":   "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_2_aarch64",
	"darwin/amd64":  "macosx_12_0_x86_64",
	"darwin/arm64":  "macosx_12_0_arm64",
	"windows/amd64": "win_amd64",
	"windows/arm64": "win_arm64",
}

// mostWheel is how large a wheel may be, in bytes.
const mostWheel = 20e6

// file is one of an archive.
type file struct {
	name    string
	content []byte
	mode    os.FileMode
}

// packageDir is where the Python package is.
const packageDir = "python"

// pythonVersion is a release's version as Python has it.
func pythonVersion(version string) (string, error) {
	parts := regexp.MustCompile(`^v(\d+\.\d+\.\d+)(?:-(a|b|rc)\.?(\d+))?$`).FindStringSubmatch(version)
	if parts == nil {
		return "", fmt.Errorf("%s is no version that Python has: v0.1.0, or v0.1.0-rc1, is due", version)
	}
	return strings.Join(parts[1:], ""), nil
}

// wheel is the wheel of a target with its command, and its name: the same content gives the same bytes.
func wheel(version, target string, command []byte) (name string, content []byte, err error) {
	number, err := pythonVersion(version)
	if err != nil {
		return "", nil, err
	}
	tag, known := tags[target]
	if !known {
		return "", nil, fmt.Errorf("wheels have no tag for %s", target)
	}
	files, err := modules(number)
	if err != nil {
		return "", nil, err
	}
	bill, err := materials(number, command)
	if err != nil {
		return "", nil, err
	}
	program, info := "proxlab", "proxlab-"+number+".dist-info/"
	if strings.HasPrefix(target, "windows/") {
		program += ".exe"
	}
	tagged := ""
	for t := range strings.SplitSeq(tag, ".") {
		tagged += "Tag: py3-none-" + t + "\n"
	}
	own, err := os.ReadFile("LICENSE")
	if err != nil {
		return "", nil, err
	}
	files = append(files,
		file{"proxlab-" + number + ".data/scripts/" + program, command, 0o755},
		file{info + "METADATA", []byte(metadata(number)), 0o644},
		file{info + "WHEEL", []byte("Wheel-Version: 1.0\nGenerator: proxlab\nRoot-Is-Purelib: false\n" + tagged), 0o644},
		file{info + "licenses/LICENSE", own, 0o644},
		file{info + "licenses/" + licenses.File, []byte(licenses.All), 0o644},
		file{info + "sboms/proxlab.cdx.json", bill, 0o644},
	)
	record := ""
	for _, f := range files {
		sum := sha256.Sum256(f.content)
		record += fmt.Sprintf("%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.content))
	}
	files = append(files, file{info + "RECORD", []byte(record + info + "RECORD,,\n"), 0o644})
	if content, err = zipped(files); err == nil && len(content) > mostWheel {
		err = fmt.Errorf("the wheel has %d bytes, more than %.0f", len(content), float64(mostWheel))
	}
	return "proxlab-" + number + "-py3-none-" + tag + ".whl", content, err
}

// modules are the package's files of a version.
func modules(number string) (files []file, err error) {
	dir := filepath.Join(packageDir, "src", "proxlab")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); ext != ".py" && ext != ".typed" {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		const none = `__version__ = "0.0.0"`
		if e.Name() == "__init__.py" && !bytes.Contains(content, []byte(none)) {
			return nil, fmt.Errorf("%s has no line %s", e.Name(), none)
		}
		content = bytes.Replace(content, []byte(none), []byte(`__version__ = "`+number+`"`), 1)
		files = append(files, file{"proxlab/" + e.Name(), content, 0o644})
	}
	return files, nil
}

// metadata is what pip reads.
func metadata(number string) string {
	return "Metadata-Version: 2.4\nName: proxlab\nVersion: " + number + `
Summary: Structured sparsity with a duality gap for every answer: scikit-learn estimators on a static command
License-Expression: BSD-3-Clause
License-File: LICENSE
License-File: ` + licenses.File + `
Requires-Python: >=3.11
Requires-Dist: numpy>=1.26
Requires-Dist: scikit-learn>=1.6
Classifier: Topic :: Scientific/Engineering
Classifier: Typing :: Typed
`
}

// materials is a bill of what the command is made of, as CycloneDX has it.
func materials(number string, command []byte) ([]byte, error) {
	info, err := buildinfo.Read(bytes.NewReader(command))
	if err != nil {
		return nil, fmt.Errorf("what the command is made of: %w", err)
	}
	type component struct {
		Type    string `json:"type"`
		Name    string `json:"name"`
		Version string `json:"version"`
		URL     string `json:"purl,omitempty"`
	}
	list := []component{{"platform", "go", strings.TrimPrefix(info.GoVersion, "go"), ""}}
	for _, m := range info.Deps {
		list = append(list, component{"library", m.Path, m.Version, "pkg:golang/" + m.Path + "@" + m.Version})
	}
	return json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": list,
		"metadata": map[string]any{"component": component{"application", "proxlab", number, ""}},
	}, "", " ")
}

// begun is when all files are from.
var begun = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

func zipped(files []file) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: begun}
		h.SetMode(f.mode)
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return out.Bytes(), err
}

// sourceDistribution is the package without a command, which says what to do, and its name.
func sourceDistribution(version string) (name string, content []byte, err error) {
	number, err := pythonVersion(version)
	if err != nil {
		return "", nil, err
	}
	base := "proxlab-" + number + "/"
	files, err := modules(number)
	if err != nil {
		return "", nil, err
	}
	for i := range files {
		files[i].name = "src/" + files[i].name
	}
	files = append(files, file{"PKG-INFO", []byte(metadata(number)), 0o644})
	for _, own := range []string{"LICENSE", packageDir + "/backend.py", packageDir + "/pyproject.toml"} {
		text, err := os.ReadFile(own)
		if err != nil {
			return "", nil, err
		}
		text = bytes.Replace(text, []byte(`dynamic = ["version"]`), []byte(`version = "`+number+`"`), 1)
		files = append(files, file{filepath.Base(own), text, 0o644})
	}
	files = append(files, file{licenses.File, []byte(licenses.All), 0o644})
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) //nolint:errcheck // the level is one
	t := tar.NewWriter(z)
	for _, f := range files {
		h := &tar.Header{Name: base + f.name, Mode: int64(f.mode), Size: int64(len(f.content)), ModTime: begun}
		if err := t.WriteHeader(h); err != nil {
			return "", nil, err
		}
		if _, err := t.Write(f.content); err != nil {
			return "", nil, err
		}
	}
	err = errors.Join(t.Close(), z.Close())
	return "proxlab-" + number + ".tar.gz", out.Bytes(), err
}
