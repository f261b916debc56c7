// Package parts takes passes over the parts of a table wherever these are: as files that any engine hands on, and by
// workers that meet a driver in a folder.
package parts

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// The types of files.
const (
	typeState = "proxlab state"
	typeSums  = "proxlab sums"
)

// version is that of both.
const version = 1

// header is the first line of a file, JSON. What follows is by encoding/gob, its numbers bit for bit.
type header struct {
	Type    string `json:"type"`
	Version int    `json:"version"`
	Key     string `json:"key"` // of the state, or of the state that sums are of
	Part    string `json:"part,omitempty"`
	Program string `json:"program"`
	Arch    string `json:"arch"`
	Kernel  string `json:"kernel"`
	SHA256  string `json:"sha256"` // of what follows
}

// made is a header of this program.
func made(kind, key, part string) header {
	kernel, _ := linalg.Kernel() // an unknown one ends the command before
	return header{Type: kind, Version: version, Key: key, Part: part, Program: program(), Arch: runtime.GOARCH,
		Kernel: kernel}
}

// program names the build.
func program() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	name := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" || s.Key == "vcs.modified" {
			name += " " + s.Value
		}
	}
	return name
}

// encoded is values by encoding/gob, one after another.
func encoded(values ...any) ([]byte, error) {
	var b bytes.Buffer
	e := gob.NewEncoder(&b)
	for _, v := range values {
		if err := e.Encode(v); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// keyOf is the checksum of a value as JSON: what encoding/gob writes depends on what it wrote before.
func keyOf(v any) (string, error) {
	text, err := json.Marshal(v)
	return sumOf(text), err
}

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// write writes a file, beside its name first.
func write(ctx context.Context, path string, h header, values ...any) error {
	body, err := encoded(values...)
	if err != nil {
		return err
	}
	h.SHA256 = sumOf(body)
	first, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return outfile.Write(ctx, path, append(append(first, '\n'), body...), 0o666)
}

// read reads a file, as many values of it as are asked for. The error names it, and says what is wrong.
func read(path, kind string, values ...any) (h header, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return h, err
	}
	first, body, _ := bytes.Cut(text, []byte("\n"))
	if json.Unmarshal(first, &h) != nil || h.Type != typeState && h.Type != typeSums {
		return h, fmt.Errorf("%s: it is no file of a pass: its first line does not say so", path)
	}
	mine := made(kind, "", "")
	switch {
	case h.Type != kind:
		return h, fmt.Errorf("%s: it is a file of type %q, and one of type %q is due", path, h.Type, kind)
	case h.Version != version:
		return h, fmt.Errorf("%s: it is of version %d, and this program reads %d", path, h.Version, version)
	case h.Arch != mine.Arch:
		return h, fmt.Errorf("%s: it was made on %s, and this is %s: one fit is of one architecture", path, h.Arch, mine.Arch)
	case h.Program != mine.Program:
		return h, fmt.Errorf("%s: it was made by another build of the program (%s) than this one (%s)", path, h.Program,
			mine.Program)
	case h.SHA256 != sumOf(body):
		return h, fmt.Errorf("%s: it is damaged: the checksum is another: make it again", path)
	}
	d := gob.NewDecoder(bytes.NewReader(body))
	for _, v := range values {
		err = errors.Join(err, d.Decode(v))
	}
	if err != nil {
		return h, fmt.Errorf("%s: it is damaged: %w", path, err)
	}
	return h, nil
}
