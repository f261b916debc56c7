package words

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
)

const top = "../../../.."

// TestPairs compares pairs.txt, which the help shows, and the tables of docs/fit.md with what the table of methods of
// package fit makes of tiny problems. PROXLAB_DOCS=write writes them.
func TestPairs(t *testing.T) {
	t.Parallel()
	all := pairings()
	renewed(t, "cmd/proxlab/internal/words/pairs.txt", "", "", pairsText(all))
	renewed(t, "docs/fit.md", "<!-- losses -->\n\n", "\n<!-- /losses -->", lossTable(all))
	renewed(t, "docs/fit.md", "<!-- penalties -->\n\n", "\n<!-- /penalties -->", penaltyTable())
}

// partners are the penalties that a loss goes with, by their words; none has (μ) where it needs a ridge.
func partners(l toolkit.Loss, tasks bool) string {
	var words []string
	for _, p := range penalties {
		s := Setting{Loss: l, Penalty: Only(p), Tasks: tasks}
		word := p.word
		if s.goes() != nil {
			s.Mu, word = 1, word+" (μ)"
		}
		if s.goes() == nil {
			words = append(words, word)
		}
	}
	return strings.Join(words, ", ")
}

// pairing is a set of losses that go with the same penalties.
type pairing struct {
	losses          []string
	penalties       string
	tasks           string // with tasks; "" where they do not go
	withoutOwnLevel bool   // no intercept
}

// pairings asks for every loss and penalty.
func pairings() (all []pairing) {
	seen := map[string]int{}
	for _, e := range loss.Catalogue() {
		l := e.Make(0)
		p := pairing{nil, partners(l, false), partners(l, true), false}
		p.withoutOwnLevel = Setting{Loss: l, Penalty: Only(penalties[0]), Mu: 1, Intercept: true}.goes() != nil
		key := fmt.Sprint(p)
		at, there := seen[key]
		if !there {
			at = len(all)
			seen[key], all = at, append(all, p)
		}
		all[at].losses = append(all[at].losses, e.Name())
	}
	return all
}

// renewed compares what a file has between two marks, or all of it, or writes it.
func renewed(t *testing.T, path, from, to, want string) {
	t.Helper()
	path = filepath.Join(top, path)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(file)
	before, rest, ok := strings.Cut(text, from)
	got, after := rest, ""
	if to != "" {
		var end bool
		got, after, end = strings.Cut(rest, to)
		ok = ok && end
	}
	switch {
	case !ok:
		t.Fatalf("%s has no %q and %q", path, from, to)
	case got == want:
	case os.Getenv("PROXLAB_DOCS") != "write":
		t.Errorf("%s is not what the tables say: PROXLAB_DOCS=write go test ./cmd/proxlab/internal/words -run TestPairs "+
			"writes\n%s", path, want)
	default:
		out := before + from + want + to + after
		if err := os.WriteFile(path, []byte(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// pairsText has a paragraph for each set of losses.
func pairsText(all []pairing) string {
	var b strings.Builder
	for _, p := range all {
		b.WriteString(folded("  ", strings.Join(p.losses, ", ")+":"))
		b.WriteString(folded("      ", p.penalties))
		if p.tasks != "" {
			b.WriteString(folded("      ", "with tasks "+p.tasks))
		}
		if p.withoutOwnLevel {
			b.WriteString("      without intercept\n")
		}
	}
	return b.String()
}

// narrow is what lines of help have at most: a terminal's eighty columns less what manual pages indent.
const narrow = 66

// folded are lines of at most so many characters.
func folded(indent, text string) string {
	var b strings.Builder
	line := indent
	for _, word := range strings.Split(text, ", ") {
		if next := word + ", "; len([]rune(line+next)) > narrow {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent + next
			continue
		}
		line += word + ", "
	}
	return b.String() + strings.TrimSuffix(line, ", ") + "\n"
}

func lossTable(all []pairing) string {
	var b strings.Builder
	b.WriteString("| loss | ℓ(f) | penalties | with tasks |\n| --- | --- | --- | --- |\n")
	for _, e := range loss.Catalogue() {
		formula := e.Formula
		if e.Flag != "" {
			formula += " (`--" + e.Flag + "`)"
		}
		for _, p := range all {
			switch {
			case p.losses[0] == e.Name():
				tasks := "–"
				if p.tasks != "" {
					tasks = coded(p.tasks)
				}
				if p.withoutOwnLevel {
					tasks += "; no intercept"
				}
				fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", e.Name(), cell(formula), coded(p.penalties), tasks)
			case strings.Contains(" "+strings.Join(p.losses, " ")+" ", " "+e.Name()+" "):
				fmt.Fprintf(&b, "| `%s` | %s | as `%s` | the same |\n", e.Name(), cell(formula), p.losses[0])
			}
		}
	}
	return b.String()
}

func penaltyTable() string {
	var b strings.Builder
	b.WriteString("| penalty | Ω(w) | flags |\n| --- | --- | --- |\n")
	for _, p := range penalties {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", p.word, cell(p.formula), p.takes)
	}
	return b.String()
}

// cell is text as a table may have it, and coded are words as code.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

func coded(words string) string {
	list := strings.Split(words, ", ")
	for i, w := range list {
		word, note, ridge := strings.Cut(w, " ")
		if list[i] = "`" + word + "`"; ridge {
			list[i] += " " + note
		}
	}
	return strings.Join(list, ", ")
}
