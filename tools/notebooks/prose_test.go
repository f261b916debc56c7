package notebooks_test

import (
	"fmt"
	"html"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func (c cell) source() string { return strings.Join(c.Source, "") }

// book is the cells of a notebook of the project.
func book(t *testing.T, name string) []cell { return cells(t, filepath.Join(folder, name+".ipynb")) }

// joined is a list of lines, or a line.
func joined(lines any) string {
	switch lines := lines.(type) {
	case string:
		return lines
	case []any:
		var b strings.Builder
		for _, l := range lines {
			fmt.Fprint(&b, l)
		}
		return b.String()
	}
	return ""
}

// articles are the notebooks that are read as papers are.
var articles = []string{
	"01-online-mkl", "02-svm-convergence", "03-trace-norm", "04-preconditioning", "05-structured-sparsity", "08-parsing",
	"09-bundle",
}

// sentence ends in a mark, inside of a quotation or not.
var sentence = regexp.MustCompile(`[^.?!]*(?:[.?!][^\s”"][^.?!]*)*[.?!][”"]?(?:\.|\s|$)`)

// TestArticlesAreToBeRead: the question of the paper comes first, in three sentences; what a notebook prints, as text,
// is at most half as long again as what it says; it says in short what came of the claims, then the mathematics, what
// was found, and asks for a prediction.
func TestArticlesAreToBeRead(t *testing.T) {
	t.Parallel()
	for _, name := range articles {
		question, _, _ := strings.Cut(book(t, name)[0].source(), "\n\n$$")
		_, question, _ = strings.Cut(question, "**The question.** ")
		if all := sentence.FindAllString(question, -1); len(all) != 3 {
			t.Errorf("%s: the question has not three sentences: %q", name, all)
		}
		prose, printed, headings := 0, 0, ""
		for _, c := range book(t, name) {
			if c.Type == "markdown" {
				prose += len(strings.Fields(c.source()))
				headings += c.source()
			}
			for _, o := range c.Outputs {
				printed += len(strings.Fields(joined(o.Text))) + len(strings.Fields(joined(o.Data["text/plain"])))
			}
		}
		if 2*printed > 3*prose {
			t.Errorf("%s: %d words printed, and %d of prose", name, printed, prose)
		}
		at := 0
		for _, h := range []string{
			"\n## In short\n", "\n## The mathematics\n", "\n## What we found\n",
			"\n## Predict, then look\n",
		} {
			found := strings.Index("\n"+headings, strings.TrimPrefix(h, "\n"))
			if found < at {
				t.Errorf("%s: no %q, or not in this order", name, strings.TrimSpace(h))
			}
			at = found
		}
	}
}

var (
	// apart is what no measured number of ours is in: formulas, code, quotations.
	apart = regexp.MustCompile("(?s)```.*?```|\\$\\$.*?\\$\\$|\\$[^$]*\\$|`[^`]*`|“[^”]*”|\"[^\"<>]*\"")
	// measured is a number, in digits or words, and the marker behind it, which names a string in the cell that shows it.
	measured = regexp.MustCompile(`(?i)\b(\d+(?:,\d{3})*(?:\.\d+)?|` + strings.Join(spelled, "|") +
		`)\b(<!-- in (.*?) -->)?`)
	colour = regexp.MustCompile(`(?i)\b(red|orange|yellow|green|blue|purple|violet|brown|pink|gr[ea]y)\b`)
)

// spelled are numbers in words from two on, and then ordinals from the fourth on.
var spelled = strings.Fields("two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
	"fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth")

// inDigits is a number as cells show it.
func inDigits(number string) string {
	k, ordinals := slices.Index(spelled, strings.ToLower(number)), slices.Index(spelled, "fourth")
	switch {
	case k >= ordinals:
		return strconv.Itoa(k - ordinals + 4)
	case k >= 0:
		return strconv.Itoa(k + 2)
	}
	return strings.ReplaceAll(number, ",", "")
}

// isFound tells whether a text says what was found: there every number is measured, but for years and those of the
// paper's own statements, which are named.
func isFound(text string) bool { return strings.HasPrefix(text, "## What we found\n") }

var named = regexp.MustCompile(`\b(Algorithm|Corollary|Figure|Proposition|Step|Table|Theorem) \d+|` +
	`\b(19\d|20[0-2])\d\b|\bconnect-4\b`)

// unproven says what of a Markdown text is measured and not shown by a cell of the notebook, or not marked so. Colours
// are not named at all: legends do that, in every theme and print.
func unproven(text string, book []cell) (faults []string) {
	marked := regexp.MustCompile(`<!-- in "([^"]*)" -->`).ReplaceAllString(text, "<!-- in '$1' -->")
	plain := apart.ReplaceAllString(marked, "")
	found := isFound(text)
	if found {
		plain = named.ReplaceAllString(plain, "")
	}
	for _, m := range measured.FindAllStringSubmatch(plain, -1) {
		switch {
		case m[2] == "" && !found && !strings.Contains(m[1], "."): // may be a setting
		case m[2] == "":
			faults = append(faults, m[1]+" has no marker that names its cell")
		case !shown(inDigits(m[1]), strings.Trim(m[3], "'"), book):
			faults = append(faults, fmt.Sprintf("%s is in no output of a cell with %s", m[1], m[3]))
		}
	}
	for _, m := range colour.FindAllString(plain, -1) {
		faults = append(faults, m+": a legend names colours, which are others in print and in grey")
	}
	return faults
}

// shown tells whether a number stands in the outputs of a cell with such a string.
func shown(number, in string, book []cell) bool {
	whole := regexp.MustCompile(`(^|[^\d.])` + regexp.QuoteMeta(number) + `($|[^\d])`)
	tags := regexp.MustCompile(`(?s)<script.*?</script>|<style.*?</style>|<[^>]*>`)
	for _, c := range book {
		if c.Type != "code" || !strings.Contains(c.source(), in) {
			continue
		}
		for _, o := range c.Outputs {
			text := joined(o.Text) + " " + joined(o.Data["text/plain"]) + " " +
				html.UnescapeString(tags.ReplaceAllString(joined(o.Data["text/html"]), " "))
			if whole.MatchString(text) {
				return true
			}
		}
	}
	return false
}

// TestProseIsShown: every measured number in the text of an article is shown by the cell that its marker names, and the
// test finds one that was changed, and one without a marker.
func TestProseIsShown(t *testing.T) {
	t.Parallel()
	numbers := 0
	for _, name := range articles {
		all := book(t, name)
		for _, c := range all {
			if c.Type != "markdown" {
				continue
			}
			for _, fault := range unproven(c.source(), all) {
				t.Errorf("%s: %s", name, fault)
			}
			for _, m := range measured.FindAllStringSubmatch(c.source(), -1) {
				if m[2] == "" {
					continue
				}
				numbers++
				changed := strings.Replace(c.source(), m[0], inDigits(m[1])+"7"+m[2], 1)
				bare := strings.Replace(c.source(), m[0], m[1], 1)
				mustMark := isFound(c.source()) || strings.Contains(m[1], ".")
				if len(unproven(changed, all)) == 0 || mustMark && len(unproven(bare, all)) == 0 {
					t.Errorf("%s: a change of %s goes unnoticed", name, m[1])
				}
			}
		}
	}
	if numbers == 0 {
		t.Error("no article names a measured number")
	}
	if len(unproven("The curve in red.", nil)) == 0 {
		t.Error("a colour goes unnoticed")
	}
}
