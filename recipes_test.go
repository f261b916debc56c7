package toolkit_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// recipes are those of CONTRIBUTING.md that name the files to touch, and at most how many. Each is walked on a made-up
// thing: testdata/recipes has what is written, and the command is then run on it.
var recipes = []struct {
	heading, patch string
	most           int
	test           string // the package with its test
	data           string // a file, and its content
	content        string
	command        []string // behind proxlab; @ is the file
	says           string
	topic          string // of help, which names it
}{
	{
		"Add a regularizer in five steps", "regularizer", 4, "./toolkit/prox", "data.csv", table,
		strings.Fields("fit --data @ --target y --penalty madeup --lambda 0.1max --intercept"), "above the minimum",
		"penalties",
	},
	{
		"Add a loss in five steps", "loss", 4, "./toolkit/loss", "data.csv", table,
		strings.Fields("fit --data @ --target y --loss madeup --penalty l1 --lambda 0.1max --cv 3"), "madeup loss",
		"losses",
	},
	{
		"Add a file format in three steps", "format", 3, "./datasets/array", "data.madeup",
		"%madeup\n" + strings.ReplaceAll(strings.TrimPrefix(table, "a,b,y\n"), ",", " "),
		strings.Fields("fit --data @ --target 3 --penalty l1 --lambda 0.1max"), "6 examples, 2 features",
		"tables",
	},
}

const table = "a,b,y\n1,2,3\n2,1,0\n3,5,6\n4,4,3\n5,9,9\n6,7,5\n"

// change is what a recipe does to a file: all of it, or lines beside the first that has a text.
type change struct{ path, where, at, text string }

// TestRecipes: a recipe names the files that it takes, no more than it may, and what is made by it is tested, and goes
// through the command. All are compiled at once, laid over the module.
func TestRecipes(t *testing.T) {
	t.Parallel()
	contributing := read(t, "CONTRIBUTING.md")
	files, packages := map[string]string{}, []string{}
	for _, r := range recipes {
		var touched []string
		for _, c := range changes(t, r.patch) {
			apply(t, files, c)
			touched = append(touched, strings.ReplaceAll(c.path, "madeup", "<name>"))
		}
		named := namedFiles(contributing, r.heading)
		if slices.Sort(named); len(named) == 0 || len(named) > r.most {
			t.Errorf("%q names the files %q: at most %d are due", r.heading, named, r.most)
		}
		if slices.Sort(touched); !slices.Equal(named, touched) {
			t.Errorf("%q names the files %q, and what it makes touches %q", r.heading, named, touched)
		}
		if !slices.Contains(packages, r.test) {
			packages = append(packages, r.test)
		}
	}
	overlay, program := laidOver(t, files), filepath.Join(t.TempDir(), "proxlab")
	run(t, "go", append([]string{"test", "-overlay", overlay, "-run", "MadeUp$"}, packages...)...)
	run(t, "go", "build", "-overlay", overlay, "-o", program, "./cmd/proxlab")
	for _, r := range recipes {
		data := filepath.Join(t.TempDir(), r.data)
		if err := os.WriteFile(data, []byte(r.content), 0o666); err != nil {
			t.Fatal(err)
		}
		words := slices.Clone(r.command)
		words[slices.Index(words, "@")] = data
		if out := run(t, program, words...); !strings.Contains(out, r.says) {
			t.Errorf("%q: %s does not say %q", words, out, r.says)
		}
		if out := run(t, program, "help", r.topic); !strings.Contains(out, "madeup") {
			t.Errorf("proxlab help %s knows no madeup", r.topic)
		}
	}
}

// namedFiles are those of the line of a recipe that begins with Files:
func namedFiles(contributing, heading string) (files []string) {
	_, recipe, _ := strings.Cut(contributing, "## "+heading+"\n")
	recipe, _, _ = strings.Cut(recipe, "\n## ")
	line := regexp.MustCompile(`(?m)^Files: .*$`).FindString(recipe)
	for _, name := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(line, -1) {
		files = append(files, name[1])
	}
	return files
}

// changes reads what a recipe writes.
func changes(t *testing.T, patch string) (all []change) {
	t.Helper()
	text := read(t, filepath.Join("testdata", "recipes", patch+".txt"))
	head := regexp.MustCompile(`(?m)^-- (\S+)(?: (before|after) (.*))? --\n`)
	places := head.FindAllStringSubmatchIndex(text, -1)
	for k, at := range places {
		end := len(text)
		if k+1 < len(places) {
			end = places[k+1][0]
		}
		c := head.FindStringSubmatch(text[at[0]:at[1]])
		all = append(all, change{c[1], c[2], c[3], text[at[1]:end]})
	}
	return all
}

// apply makes a change to a file, or to what changes before made of it.
func apply(t *testing.T, files map[string]string, c change) {
	t.Helper()
	if c.where == "" {
		if _, err := os.Stat(c.path); err == nil {
			t.Fatalf("%s is there", c.path)
		}
		files[c.path] = c.text
		return
	}
	if _, changed := files[c.path]; !changed {
		files[c.path] = read(t, c.path)
	}
	lines := strings.SplitAfter(files[c.path], "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, c.at) })
	if at < 0 {
		t.Fatalf("%s has no line with %q", c.path, c.at)
	}
	if c.where == "after" {
		at++
	}
	files[c.path] = strings.Join(slices.Insert(lines, at, c.text), "")
}

// laidOver is a file for go's flag -overlay: these files in the place of those of the module.
func laidOver(t *testing.T, files map[string]string) string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir, replace := t.TempDir(), map[string]string{}
	for path, text := range files {
		to := filepath.Join(dir, strings.ReplaceAll(path, "/", "_"))
		if err := os.WriteFile(to, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(here, path)] = to
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return overlay
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// run is what a command prints.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%.4000s", name, args, err, out)
	}
	return string(out)
}
