package lab

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// fileName is settings as part of a file's name.
func fileName(settings []string) string {
	clean := func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("=.-+_", r) {
			return r
		}
		return '_'
	}
	name := []rune(strings.Map(clean, strings.Join(settings, ",")))
	return string(name[:min(len(name), 80)])
}

// parametersTag marks the cell of a notebook whose variables the command may set, and injectedTag the one that sets
// them: the tags of papermill.
const parametersTag, injectedTag = "parameters", "injected-parameters"

// withParameters returns a notebook with a cell behind the one tagged "parameters", which declares names of that anew:
// settings are name=value, a value is a number, true or false, or a text.
func withParameters(text []byte, settings []string) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var nb map[string]any
	if err := decoder.Decode(&nb); err != nil {
		return nil, fmt.Errorf("it is no notebook: %w", err)
	}
	cells, _ := nb["cells"].([]any)
	at := slices.IndexFunc(cells, func(c any) bool { return tagged(c, parametersTag) })
	if at < 0 {
		return nil, errors.New("no cell has the tag \"parameters\": give it to the cell that declares them " +
			"(in JupyterLab under Property Inspector, Cell Tags)")
	}
	declared, err := declarations(cellSource(cells[at]))
	if err != nil {
		return nil, fmt.Errorf("its cell of parameters is no Go: %w", err)
	}
	var source strings.Builder
	source.WriteString("// Set by the command.\n")
	for _, s := range settings {
		name, value, ok := strings.Cut(s, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("a parameter is set as name=value, not as %q", s)
		}
		d, ok := declared[name]
		if !ok {
			return nil, fmt.Errorf("there is no parameter %s: its cell declares %s", name, strings.Join(names(declared), ", "))
		}
		line, err := d.with(name, value)
		if err != nil {
			return nil, err
		}
		source.WriteString(line + "\n")
	}
	cell := map[string]any{
		"cell_type": "code", "id": injectedTag, "execution_count": nil, "outputs": []any{},
		"metadata": map[string]any{"tags": []string{injectedTag}}, "source": strings.TrimSuffix(source.String(), "\n"),
	}
	cells = slices.DeleteFunc(cells, func(c any) bool { return tagged(c, injectedTag) })
	nb["cells"] = slices.Insert(cells, at+1, any(cell))
	return json.MarshalIndent(nb, "", " ")
}

func tagged(cell any, tag string) bool {
	c, _ := cell.(map[string]any)
	metadata, _ := c["metadata"].(map[string]any)
	tags, _ := metadata["tags"].([]any)
	return slices.Contains(tags, any(tag))
}

func cellSource(cell any) string {
	switch s := cell.(map[string]any)["source"].(type) {
	case string:
		return s
	case []any:
		var all strings.Builder
		for _, line := range s {
			fmt.Fprint(&all, line)
		}
		return all.String()
	}
	return ""
}

// declaration is a variable or constant with its type, if that is named, and its value.
type declaration struct {
	keyword, of string
	value       ast.Expr
}

// declarations are those of a cell, by name.
func declarations(source string) (map[string]declaration, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+source, 0)
	if err != nil {
		return nil, err
	}
	out := map[string]declaration{}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range g.Specs {
			v, ok := s.(*ast.ValueSpec)
			if !ok || len(v.Values) != len(v.Names) {
				continue
			}
			var of bytes.Buffer
			if v.Type != nil {
				if err := format.Node(&of, token.NewFileSet(), v.Type); err != nil {
					return nil, err
				}
			}
			for k, name := range v.Names {
				out[name.Name] = declaration{g.Tok.String(), of.String(), v.Values[k]}
			}
		}
	}
	return out, nil
}

// with declares the name with another value.
func (d declaration) with(name, value string) (string, error) {
	if literal, ok := d.value.(*ast.BasicLit); ok && literal.Kind == token.STRING {
		value = strconv.Quote(value)
	} else if value != "true" && value != "false" {
		x, err := parser.ParseExpr(strings.TrimPrefix(value, "-"))
		number, ok := x.(*ast.BasicLit)
		if err != nil || !ok || number.Kind != token.INT && number.Kind != token.FLOAT {
			return "", fmt.Errorf("the parameter %s takes a number, true or false, not %q", name, value)
		}
	}
	return strings.Join(strings.Fields(d.keyword+" "+name+" "+d.of), " ") + " = " + value, nil
}

func names(declared map[string]declaration) (out []string) {
	for name := range declared {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
