package main

import (
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
)

// place is where a module is that replaces another: in a folder, or else in another module, with its version; by is as
// a go.mod has it.
type place struct{ replaced, path, folder, by string }

// places are those of the module of a folder, and of what it replaces.
func places(root string, mod *modfile.File) []place {
	list := []place{{mod.Module.Mod.Path, mod.Module.Mod.Path, root, modfile.AutoQuote(root)}}
	for _, r := range mod.Replace {
		p := place{strings.TrimSpace(r.Old.Path + " " + r.Old.Version), r.Old.Path, r.New.Path, ""}
		switch {
		case r.New.Version != "":
			p.folder, p.by = "", r.New.Path+" "+r.New.Version
		case !filepath.IsAbs(p.folder):
			p.folder = filepath.Join(root, p.folder)
			fallthrough
		default:
			p.by = modfile.AutoQuote(p.folder)
		}
		list = append(list, p)
	}
	return list
}
