package lab

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/own"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/studies"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/reproduce/site"
	"github.com/spf13/cobra"
)

// NewSite is the command site.
func NewSite() *cobra.Command {
	var exported string
	cmd := &cobra.Command{
		Use:   "site FOLDER",
		Short: "Write the papers, claims, notebooks and documents as pages for any static host",
		Long: "Write the papers, their claims with the evidence, the notebooks and the documents as pages that link to\n" +
			"one another: they read from the folder itself, offline, and from any static host. All links are checked. It\n" +
			"runs inside a clone of the project, where `make setup` was run.",
		Example: "  proxlab site out/site\n  proxlab site --pages out/notebooks out/site",
		Args:    ui.Checked(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			j, err := findJupyter()
			if err != nil {
				return err
			}
			if exported == "" {
				if exported, err = os.MkdirTemp("", "proxlab-pages-"); err != nil {
					return err
				}
				defer func() { _ = os.RemoveAll(exported) }()
				if err := j.exportCopies(cmd, exported); err != nil {
					return err
				}
			}
			return j.writeSite(cmd, args[0], exported)
		},
	}
	cmd.Flags().StringVar(&exported, "pages", "",
		"take notebooks exported to this folder, instead of exporting them as they were committed")
	return cmd
}

// exportCopies exports the notebooks, as they were committed, into a folder.
func (j jupyter) exportCopies(cmd *cobra.Command, folder string) error {
	paths, err := j.notebooks(nil)
	if err != nil {
		return err
	}
	for k, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		paths[k] = filepath.Join(folder, filepath.Base(path))
		if err := outfile.Write(cmd.Context(), paths[k], text, 0o666); err != nil {
			return err
		}
	}
	return j.export(cmd, paths...)
}

// writeSite writes the site with the pages of exported notebooks, checks its links, and says what it weighs.
func (j jupyter) writeSite(cmd *cobra.Command, dir, exported string) error {
	content := site.Content{Studies: studies.Studies, Documents: os.DirFS(j.root), Pages: exported}
	about, err := j.about()
	if err != nil {
		return err
	}
	paths, err := j.notebooks(nil)
	if err != nil {
		return err
	}
	for _, path := range paths {
		name := notebookName(path)
		if about[name] == "" || !own.Exists(filepath.Join(exported, name+".html")) {
			continue
		}
		title, picture, err := galleryEntry(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		content.Notebooks = append(content.Notebooks, site.Notebook{
			Name: name, Title: title, About: about[name], Picture: picture,
		})
	}
	if content.Library, err = figures.FindLibrary(j.root); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "figures are pictures: %v\n", err)
	}
	if err := site.Write(cmd.Context(), dir, content); err != nil {
		return err
	}
	sum, err := site.Check(dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%d pages, %d links, all of which lead somewhere, %d files of %.1f MB in all: %s\n",
		sum.Pages, sum.Links, sum.Files, float64(sum.Bytes)/1e6, filepath.Join(dir, "index.html"))
	return nil
}
