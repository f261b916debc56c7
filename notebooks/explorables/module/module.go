// Package module builds the program that answers in pages with explorables, and packs it into one script, which all
// pages of a folder share.
package module

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode/utf16"
)

// Script builds the program that knows these figures for WebAssembly, in the folder of a module that has or needs their
// packages, and returns it as JavaScript that sets
//
//	window.proxlabModule = {go: what Go's release needs to run it, bytes: how many,
//		module: gzipped, 15 bits a letter}
//
// A page that is opened from disk can load a script, but fetch nothing. The script is in UTF-16, of which the mark at
// its beginning tells browsers, whatever a server says: so packed, bytes take a fifteenth more, in base64 a third. The
// program holds what its figures need, and no more. It needs the go command, by which notebooks run too; what was
// compiled before is in its cache.
func Script(ctx context.Context, root string, figures Figures) ([]byte, error) {
	support, zipped, err := build(ctx, root, figures)
	if err != nil {
		return nil, err
	}
	return pack(support, zipped), nil
}

// Inline returns it as an element of a page that has nothing beside it: in base64, of which it makes those letters.
func Inline(ctx context.Context, root string, figures Figures) ([]byte, error) {
	support, zipped, err := build(ctx, root, figures)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `<script>{
  const zipped = atob("%s"), letters = [];
  let held = 0, bits = 0, module = "";
  for (let i = 0; i < zipped.length; i++) {
    held |= zipped.charCodeAt(i) << bits;
    bits += 8;
    if (bits < 15) continue;
    letters.push(0x4000 + (held & 0x7fff));
    held >>= 15;
    bits -= 15;
  }
  letters.push(0x4000 + held);
  for (let i = 0; i < letters.length; i += 8192) module += String.fromCharCode(...letters.slice(i, i + 8192));
  window.proxlabModule = {go: %s, bytes: zipped.length, module};
}</script>`, base64.StdEncoding.EncodeToString(zipped), support), nil
}

// build returns what Go's release needs to run the program, as a string of JavaScript, and the program, gzipped.
func build(ctx context.Context, root string, figures Figures) (support, zipped []byte, err error) {
	folder, err := os.MkdirTemp("", "proxlab-page-")
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	built, program := filepath.Join(folder, "page.wasm"), filepath.Join(folder, "main.go")
	if err := os.WriteFile(program, []byte(figures.program()), 0o600); err != nil {
		return nil, nil, err
	}
	if _, err := goCommand(ctx, root, "build", "-trimpath", "-ldflags=-s -w", "-o", built, program); err != nil {
		return nil, nil, err
	}
	home, err := goCommand(ctx, root, "env", "GOROOT")
	if err != nil {
		return nil, nil, err
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(home)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, nil, fmt.Errorf("this release of Go is not whole: %w", err)
	}
	wasm, err := os.ReadFile(built)
	if err != nil {
		return nil, nil, err
	}
	if support, err = json.Marshal(string(glue)); err != nil {
		return nil, nil, err
	}
	var z bytes.Buffer
	w, err := gzip.NewWriterLevel(&z, gzip.BestCompression)
	if err != nil {
		return nil, nil, err
	}
	if _, err := w.Write(wasm); err != nil {
		return nil, nil, err
	}
	err = w.Close()
	return support, z.Bytes(), err
}

// goCommand runs the go command for WebAssembly, whatever flags there are for other builds.
func goCommand(ctx context.Context, root string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir = root
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s for pages: %w\n%s", args[0], err, said.String())
	}
	return out, nil
}

// pack writes the script.
func pack(support, zipped []byte) []byte {
	begin := fmt.Sprintf("window.proxlabModule = {go: %s, bytes: %d, module: \"", support, len(zipped))
	script := []uint16{0xfeff}
	script = append(script, utf16.Encode([]rune(begin))...)
	script = appendLetters(script, zipped)
	script = append(script, utf16.Encode([]rune("\"};\n"))...)
	out := make([]byte, 0, 2*len(script))
	for _, letter := range script {
		out = binary.LittleEndian.AppendUint16(out, letter)
	}
	return out
}

// firstLetter begins 2¹⁵ that are no halves of others, and no quotes.
const firstLetter = 0x4000

// appendLetters appends bytes as letters of 15 bits, the lowest first.
func appendLetters(script []uint16, content []byte) []uint16 {
	const size = 15
	var held uint32
	bits := 0
	for _, b := range content {
		held |= uint32(b) << bits
		if bits += 8; bits >= size {
			script = append(script, firstLetter+uint16(held&(1<<size-1)))
			held, bits = held>>size, bits-size
		}
	}
	if bits > 0 {
		script = append(script, firstLetter+uint16(held))
	}
	return script
}
