package sources

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestPackAndUnpack packs a small project, twice alike, and looks at what comes out.
func TestPackAndUnpack(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, r := range roots {
		name := r
		if filepath.Ext(r) == "" && r != "LICENSE" {
			name += "/a.go"
		}
		write(t, root, name)
	}
	for _, name := range []string{"toolkit/a_test.go", "figures/testdata/x.go", "figures/x.png", ".git/x.go", "cmd/x.go"} {
		write(t, root, name)
	}
	packed, err := Pack(root, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(filepath.Join(root, "go.mod"), time.Unix(1, 0), time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if again, err := Pack(root, false); err != nil || !bytes.Equal(packed, again) {
		t.Errorf("packed twice, it is not the same: %v", err)
	}
	if _, err := Pack(root, true); err == nil || !strings.Contains(err.Error(), "npm ci") {
		t.Errorf("without libraries: error %v", err)
	}
	dir := t.TempDir()
	if err := Unpack(packed, dir); err != nil {
		t.Fatal(err)
	}
	var names []string
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			names = append(names, name)
			if content, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(content) != "it is "+name {
				t.Errorf("%s holds %q, error %v", name, content, err)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want, err := list(root, false)
	if err != nil || len(want) != len(roots) || !slices.Equal(names, want) {
		t.Errorf("%d files, %q, error %v; want %q", len(roots), names, err, want)
	}
}

func write(t *testing.T, root, name string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = os.WriteFile(path, []byte("it is "+name), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestTheProjectIsPacked looks for files of every kind in the list of the project itself.
func TestTheProjectIsPacked(t *testing.T) {
	t.Parallel()
	names, err := list("../..", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"go.mod", "go.sum", "toolkit/toolkit.go", "figures/chart.js", "reproduce/kubernetes/job.yaml.tmpl",
		"reproduce/sparsity/results/record.json", "reproduce/site/pages/style.css",
		"tools/notebooks/requirements.txt", "tools/notebooks/template/proxlab/index.html.j2", "tools/gopls/gopls.sh",
		"tools/cell/main.go",
	} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not packed", want)
		}
	}
}

// TestPackagesArePackedWhole asks the go command what packages are made of, assembly and embedded files among it: a
// release whose sources do not compile sets up no notebooks.
func TestPackagesArePackedWhole(t *testing.T) {
	t.Parallel()
	names, err := list("../..", false)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"list", "-json=Dir,GoFiles,SFiles,HFiles,EmbedFiles"}
	for _, r := range roots {
		if filepath.Ext(r) == "" && r != "LICENSE" && !strings.HasPrefix(r, "tools/") {
			args = append(args, "./"+r+"/...")
		}
	}
	c := exec.Command("go", args...)
	c.Dir = "../.."
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p struct {
			Dir                                 string
			GoFiles, SFiles, HFiles, EmbedFiles []string
		}
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		for _, f := range slices.Concat(p.GoFiles, p.SFiles, p.HFiles, p.EmbedFiles) {
			files++
			name, err := filepath.Rel(root, filepath.Join(p.Dir, f))
			if err != nil || !slices.Contains(names, filepath.ToSlash(name)) {
				t.Errorf("%s is not packed, error %v", name, err)
			}
		}
	}
	if files < 300 {
		t.Errorf("packages are made of %d files", files)
	}
}

func TestPackNamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	if _, err := Pack(t.TempDir(), false); err == nil || !strings.Contains(err.Error(), "go.mod") {
		t.Errorf("error %v", err)
	}
}
