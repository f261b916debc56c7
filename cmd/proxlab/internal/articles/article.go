package articles

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/notebooks/explorables/module"
)

// Write writes the articles of notebooks into a folder: a page each, its figures in a folder beside it, and a file that
// names them all. Files that were there are replaced where an article has their name; the error names notebooks that
// are none, of which nothing is written.
func Write(ctx context.Context, d Dialect, folder string, paths []string) error {
	var pages []string
	var failed error
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".ipynb")
		if slices.Contains(pages, name+d.End) {
			return fmt.Errorf("two notebooks have the name %s: one of their articles would be lost", name)
		}
		if err := write(ctx, d, folder, name, path); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s was not exported: %w", path, err))
			continue
		}
		pages = append(pages, name+d.End)
	}
	if len(pages) == 0 {
		return failed
	}
	return errors.Join(failed, outfile.Write(ctx, filepath.Join(folder, d.project), []byte(d.projects(pages)), 0o666))
}

func write(ctx context.Context, d Dialect, folder, name, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	nb, err := module.Read(text)
	if err != nil {
		return err
	}
	a := &article{dialect: d, name: name, pictures: map[string][]byte{}}
	a.head(&nb)
	for _, c := range nb.Cells {
		switch c.Type {
		case "markdown":
			a.add(a.linked(string(c.Source)))
		case "code":
			a.code(string(c.Source))
			if err := a.outputs(c.Outputs); err != nil {
				return err
			}
		}
	}
	a.references()
	files := filepath.Join(folder, name+"_files")
	if err := os.MkdirAll(files, 0o777); err != nil {
		return err
	}
	for file, picture := range a.pictures {
		if err := outfile.Write(ctx, filepath.Join(files, file), picture, 0o666); err != nil {
			return err
		}
	}
	return outfile.Write(ctx, filepath.Join(folder, name+d.End), []byte(a.text.String()), 0o666)
}

// head is the front matter: the title is the first line of the notebook.
func (a *article) head(nb *module.Notebook) {
	title := a.name
	if len(nb.Cells) > 0 && nb.Cells[0].Type == "markdown" {
		first, rest, _ := strings.Cut(string(nb.Cells[0].Source), "\n")
		if t, ok := strings.CutPrefix(first, "# "); ok {
			title, nb.Cells[0].Source = t, module.Text(rest)
		}
	}
	a.add(fmt.Sprintf("---\ntitle: %q\n---", oneLine(title)))
}

func (a *article) add(s string) {
	if s = strings.TrimSpace(s); s != "" {
		a.text.WriteString(s + "\n\n")
	}
}

var toNotebook = regexp.MustCompile(`\]\(([\w-]+)\.ipynb\)`)

// linked leads from notebook to notebook as articles do.
func (a *article) linked(s string) string {
	return toNotebook.ReplaceAllString(s, "](${1}"+a.dialect.End+")")
}

// code is a cell without what speaks to the kernel.
func (a *article) code(source string) {
	var kept []string
	for line := range strings.Lines(source) {
		if t := strings.TrimSpace(line); !strings.HasPrefix(t, "!") && !strings.HasPrefix(t, "%") {
			kept = append(kept, strings.TrimRight(line, "\n"))
		}
	}
	if code := strings.Trim(strings.Join(kept, "\n"), "\n"); code != "" {
		a.add("```go\n" + code + "\n```")
	}
}

// outputs are a cell's. A chart follows its picture, and names it.
func (a *article) outputs(list []module.Output) error {
	for k, o := range list {
		switch picture, page := o.Data["image/png"], o.Data["text/html"]; {
		case picture != "":
			id := ""
			if k+1 < len(list) {
				if m := chart.FindStringSubmatch(string(list[k+1].Data["text/html"])); m != nil {
					id = m[1]
				}
			}
			if err := a.figure(string(picture), string(o.Data["text/plain"]), id); err != nil {
				return err
			}
		case page != "":
			s, err := a.html(string(page))
			if err != nil {
				return err
			}
			a.add(s)
		case strings.TrimSpace(string(o.Text)) != "":
			a.add("```text\n" + strings.ReplaceAll(strings.Trim(string(o.Text), "\n"), "```", "'''") + "\n```")
		}
	}
	return nil
}

var (
	chart = regexp.MustCompile(`class="proxlab-chart" id="proxlab-([\w-]+)"`)
	// shown is where a description goes on from title and subtitle to what the figure shows.
	shown = regexp.MustCompile(`\. (x axis|y axis|\d+ panels|pictures:|columns:|rows:|words as)`)
)

func (a *article) figure(code, alt, id string) error {
	picture, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(code, "\n", ""))
	if err != nil {
		return fmt.Errorf("a picture cannot be read: %w", err)
	}
	if a.figures++; id == "" {
		id = fmt.Sprint(a.figures)
	}
	file := id + ".png"
	if _, there := a.pictures[file]; there { // one figure, shown twice
		id = fmt.Sprintf("%s-%d", id, a.figures)
		file = id + ".png"
	}
	a.pictures[file] = picture
	alt = oneLine(alt)
	caption := alt
	if at := shown.FindStringIndex(alt); at != nil {
		caption = alt[:at[0]+1]
	} else if parts := strings.SplitN(alt, ". ", 3); len(parts) == 3 {
		caption = parts[0] + ". " + parts[1] + "."
	}
	label := a.name + "-" + id
	a.labels = append(a.labels, "fig-"+label)
	a.add(a.dialect.figure(block{label: label, caption: a.escape(caption), alt: alt, content: a.name + "_files/" + file}))
	return nil
}

// references are a list of what can be referred to, by its labels.
func (a *article) references() {
	if len(a.labels) == 0 {
		return
	}
	refs := make([]string, len(a.labels))
	for k, l := range a.labels {
		refs[k] = a.dialect.ref(l)
	}
	a.add("## Figures and tables\n\n" + strings.Join(refs, ", ") + ".")
}
