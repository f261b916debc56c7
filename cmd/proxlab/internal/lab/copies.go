package lab

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/own"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/spf13/cobra"
)

// A reader's JupyterLab works on copies: running a notebook changes no file that is kept with the project.
const (
	copiesFolder = "lab"
	originsFile  = ".origins.json" // what each copy was made of: a checksum of its notebook, by name
)

// origins are the checksums of the notebooks that copies were made of.
type origins map[string]string

func checksum(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func (j jupyter) origins() (origins, error) {
	out := origins{}
	text, err := os.ReadFile(filepath.Join(j.root, copiesFolder, originsFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return out, nil
	case err != nil:
		return nil, err
	}
	if err := json.Unmarshal(text, &out); err != nil {
		return nil, fmt.Errorf("%s: %w; remove it, and no copy is taken for an old one",
			filepath.Join(copiesFolder, originsFile), err)
	}
	return out, nil
}

func (j jupyter) writeOrigins(cmd *cobra.Command, o origins) error {
	text, err := json.MarshalIndent(o, "", " ")
	if err != nil {
		return err
	}
	return outfile.Write(cmd.Context(), filepath.Join(j.root, copiesFolder, originsFile), append(text, '\n'), 0o666)
}

// copyNotebooks makes a working copy of every notebook that has none. A copy that nobody has changed is made anew when
// its notebook has changed; one that somebody has stays, with a word about it.
func (j jupyter) copyNotebooks(cmd *cobra.Command) error {
	folder := filepath.Join(j.root, copiesFolder)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	paths, err := j.notebooks(nil)
	if err != nil {
		return err
	}
	made, err := j.origins()
	if err != nil {
		return err
	}
	before := maps.Clone(made)
	for _, path := range paths {
		name := filepath.Base(path)
		notebook, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		work, err := os.ReadFile(filepath.Join(folder, name))
		switch sum := checksum(notebook); {
		case errors.Is(err, fs.ErrNotExist), err == nil && checksum(work) == made[name] && sum != made[name]:
			if err := outfile.Write(cmd.Context(), filepath.Join(folder, name), notebook, 0o666); err != nil {
				return err
			}
			made[name] = sum
		case err != nil:
			return err
		case sum != made[name] && !bytes.Equal(work, notebook):
			fmt.Fprintf(cmd.ErrOrStderr(), "%s has your changes, and the notebook has changed too: `proxlab notebooks copy %s` "+
				"puts yours aside and copies it anew\n", filepath.Join(copiesFolder, name), notebookName(name))
		}
	}
	if maps.Equal(before, made) {
		return nil
	}
	return j.writeOrigins(cmd, made)
}

// copyAnew puts working copies aside, under names that are free, and copies the notebooks again.
func (j jupyter) copyAnew(cmd *cobra.Command, names []string) error {
	paths, err := j.notebooks(names)
	if err != nil {
		return err
	}
	for _, path := range paths {
		work := filepath.Join(j.root, copiesFolder, filepath.Base(path))
		if !own.Exists(work) {
			continue
		}
		aside := ""
		for k := 1; aside == "" || own.Exists(aside); k++ {
			aside = strings.TrimSuffix(work, ".ipynb") + fmt.Sprintf("-before-%d.ipynb", k)
		}
		if err := os.Rename(work, aside); err != nil {
			return err
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "what you had is in %s\n", aside)
	}
	return j.copyNotebooks(cmd)
}

// save brings working copies back to the notebooks. A notebook that has changed since the copy was made is not
// replaced.
func (j jupyter) save(cmd *cobra.Command, names []string) error {
	made, err := j.origins()
	if err != nil {
		return err
	}
	for _, name := range names {
		name = notebookName(name) + ".ipynb"
		work, err := os.ReadFile(filepath.Join(j.root, copiesFolder, name))
		if errors.Is(err, fs.ErrNotExist) {
			return ui.Usage(fmt.Errorf("there is no copy %s; there are: %s", filepath.Join(copiesFolder, name),
				strings.Join(slices.Sorted(maps.Keys(made)), ", ")))
		} else if err != nil {
			return err
		}
		path := filepath.Join(j.root, "notebooks", name)
		notebook, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err == nil && made[name] != checksum(notebook) && !bytes.Equal(work, notebook) {
			return fmt.Errorf("%s has changed since %s was copied from it: save yours under another name, or undo one of them",
				path, filepath.Join(copiesFolder, name))
		}
		if err := outfile.Write(cmd.Context(), path, work, 0o666); err != nil {
			return err
		}
		made[name] = checksum(work)
		fmt.Fprintf(cmd.OutOrStdout(), "saved: %s\n", path)
	}
	return j.writeOrigins(cmd, made)
}
