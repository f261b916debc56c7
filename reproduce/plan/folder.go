package plan

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// format is that of the files of results: another one is not read.
const format = 1

// The parts of a folder.
const (
	resultsName = "results"
	begunName   = "begun"
	failedName  = "failed"
	planName    = "plan.json"
)

// folder keeps the results of a plan.
type folder struct {
	dir   string
	sync  *syncer
	calls func(name string) error // Options.calls
}

// call asks whether a call of the system may be made.
func (f *folder) call(name string) error {
	if f.calls == nil {
		return nil
	}
	return f.calls(name)
}

// resultFile is the first line of a file of a result. The second line is sealed.
type resultFile struct {
	Format int            `json:"format"`
	Key    jsontext.Value `json:"key"`
	Type   string         `json:"type"`
	Made   Made           `json:"made"`
	Result jsontext.Value `json:"result"`
}

// sealed holds the checksum of the line before.
type sealed struct {
	SHA256 string `json:"sha256"`
}

func (f *folder) path(t *task) string { return filepath.Join(f.dir, resultsName, t.hash+".json") }

// keep writes the result of a task, whole or not at all.
func (f *folder) keep(t *task, o outcome) error {
	result, err := encode(o.value)
	if err != nil {
		return fmt.Errorf("the result cannot be kept: %w", err)
	}
	text, err := encode(resultFile{format, t.key, t.format.text, o.made, result})
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	seal, err := encode(sealed{hex.EncodeToString(sum[:])})
	if err != nil {
		return err
	}
	if err := f.writeWhole(f.path(t), append(append(append(text, '\n'), seal...), '\n')); err != nil {
		return &KeepError{err}
	}
	f.sync.soon()
	_ = os.Remove(f.failure(t)) // of an earlier attempt, if there was one
	return nil
}

// KeepError says that a result could not be written: the disk is full, or the folder not writable. Nothing more is
// begun then.
type KeepError struct{ Err error }

// Error says what to do.
func (e *KeepError) Error() string {
	return fmt.Sprintf("a result cannot be kept: %v; make room or give another folder, then run the same command again: "+
		"what is complete was kept", e.Err)
}

// Unwrap returns the error of the system.
func (e *KeepError) Unwrap() error { return e.Err }

// writeWhole writes a file under another name and then gives it its own, so that nobody reads half of it. It does not
// wait for the disk with every file, as package outfile does: the syncer does so for many.
func (f *folder) writeWhole(path string, content []byte) error {
	if err := f.call("create"); err != nil {
		return err
	}
	file, err := createTemp(filepath.Dir(path))
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(f.call("write"), err, file.Close()); err == nil {
		err = f.call("rename")
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return f.call("written")
}

// createTemp makes a file of no lasting name, with the permissions that the umask leaves.
func createTemp(dir string) (*os.File, error) {
	for {
		name := fmt.Sprintf("%s%016x", temporary, rand.Uint64())
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// temporary begins the names of files that are being written.
const temporary = ".tmp-"

// load reads the result of a task. The error is fs.ErrNotExist where there is no file, else it says why the file is not
// believed.
func (f *folder) load(t *task) (outcome, error) {
	err := f.call("read")
	var text []byte
	if err == nil {
		text, err = readFile(f.path(t))
	}
	if err != nil {
		return outcome{}, err
	}
	return t.read(text)
}

// readFile reads a file. Of a pipe, which would keep everybody waiting, it says that it is none.
func readFile(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("it is no file")}
	}
	return os.ReadFile(path)
}

// read takes the task's result from the text of its file.
func (t *task) read(text []byte) (outcome, error) {
	file, err := unseal(text)
	switch {
	case err != nil:
		return outcome{}, err
	case !bytes.Equal(file.Key, t.key):
		return outcome{}, errors.New("it is the result of another task")
	case file.Type != t.format.text:
		return outcome{}, errors.New("its type is that of another version")
	}
	value, err := t.format.decode(file.Result)
	if err == nil && t.check != nil {
		err = t.check(value)
	}
	return outcome{value, file.Made}, err
}

// outcome is what a task gave, and how.
type outcome struct {
	value any
	made  Made
}

// unseal checks the lines of a file.
func unseal(text []byte) (file resultFile, err error) {
	line, rest, ok := bytes.Cut(text, []byte{'\n'})
	if !ok {
		return file, errors.New("it is cut off")
	}
	var seal sealed
	if err := json.Unmarshal(bytes.TrimSuffix(rest, []byte{'\n'}), &seal, reading); err != nil {
		return file, errors.New("its checksum is damaged")
	}
	if sum := sha256.Sum256(line); hex.EncodeToString(sum[:]) != seal.SHA256 {
		return file, errors.New("it does not have its checksum")
	}
	if err := json.Unmarshal(line, &file); err != nil {
		return file, err
	}
	if file.Format != format {
		return file, fmt.Errorf("it has format %d, and this program reads %d", file.Format, format)
	}
	return file, nil
}

// failure is where it stands why a task failed.
func (f *folder) failure(t *task) string { return filepath.Join(f.dir, failedName, t.hash+".txt") }

// keepFailure writes why a task failed, for people; where that cannot be written, it is still said.
func (f *folder) keepFailure(t *task, err error) {
	if os.MkdirAll(filepath.Join(f.dir, failedName), 0o777) == nil {
		_ = f.writeWhole(f.failure(t), fmt.Appendf(nil, "%s\n%s\n\n%v\n", t.Label, t.key, err))
	}
}

// tidy removes what processes that ended early left half written: files older than any that is being written, by the
// clock of the disk they lie on.
func (f *folder) tidy() error {
	err := f.call("create")
	var probe *os.File
	if err == nil {
		probe, err = os.CreateTemp(filepath.Join(f.dir, resultsName), temporary+"*")
	}
	if err != nil {
		return &KeepError{err}
	}
	now, err := probe.Stat()
	if err := errors.Join(err, probe.Close(), os.Remove(probe.Name())); err != nil {
		return err
	}
	for _, dir := range []string{f.dir, filepath.Join(f.dir, resultsName), filepath.Join(f.dir, failedName)} {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, e := range entries {
			info, err := e.Info()
			if strings.HasPrefix(e.Name(), temporary) && err == nil && now.ModTime().Sub(info.ModTime()) > staleAfter {
				_ = os.Remove(filepath.Join(dir, e.Name()))
			}
		}
	}
	return nil
}
