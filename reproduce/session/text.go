package session

import (
	"fmt"
	"html"
	"math"
	"regexp"
	"strings"

	"github.com/janpfeifer/gonb/gonbui"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/short"
)

// InShort displays what came of a study, from the record that is kept with the project: the text of its page on the
// site, where each verdict is looked up in the record.
func InShort(s reproduce.Study) {
	text, err := short.Text(Kept(s), short.Evidence{
		Verdict: func(_, _, said string) string { return badge(said) },
		Table:   func(_, id string) string { return badge("table " + id) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	show(string(text))
}

// badge sets a verdict, or the name of a table, off from the text.
func badge(said string) string {
	const style = "border:1px solid currentColor;border-radius:3px;padding:0 .3em;font-size:80%;white-space:nowrap"
	return `<span style="` + style + `">` + html.EscapeString(said) + `</span>`
}

// InFull displays all there is to say of the claims of a record, closed until it is opened.
func InFull(rec *reproduce.Record) {
	claims := reproduce.ClaimsInFull(rec.Claims)
	closed(fmt.Sprintf("All %d verdicts in full: the paper's words, the criterion, every reading, what was found",
		len(rec.Claims)), claims)
}

// closed displays text behind a line that opens it.
func closed(line, text string) {
	if !gonbui.IsNotebook {
		fmt.Println(text)
		return
	}
	plain := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;") // quotes are no more than letters there
	const style = "white-space:pre-wrap;word-break:normal;overflow-wrap:break-word"
	show(fmt.Sprintf(`<details><summary>%s</summary><pre style="%s">%s</pre></details>`,
		plain.Replace(line), style, plain.Replace(text)))
}

// show displays HTML; in a plain program its words.
func show(text string) {
	if gonbui.IsNotebook {
		gonbui.DisplayHTML(text)
		gonbui.Sync()
		return
	}
	words := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(strings.ReplaceAll(text, "</p>", "\n"), "")
	fmt.Println(strings.TrimSpace(html.UnescapeString(words)))
}

// Number is one of the record that is kept: of a row of a table, both by their ids, at a key; NaN where there is none.
func Number(s reproduce.Study, table, row, key string) float64 {
	t := Kept(s).Table(table)
	if t == nil {
		return math.NaN()
	}
	r, ok := t.Row(row)
	if !ok {
		return math.NaN()
	}
	return r.Number(key)
}

// Unsaid is a prediction that was not made yet.
var Unsaid = math.NaN()

// Predict compares what a reader expects with what was found: it says by how much a prediction is off, and whether that
// is within a share of what was found. Where it is Unsaid the answer stays closed.
func Predict(what string, said, found, within float64) {
	switch off := math.Abs(said - found); {
	case math.IsNaN(said):
		closed("Write down your prediction in the cell above, run it again, or open the answer", fmt.Sprintf("%s: %.4g", what,
			found))
	case off <= within*math.Abs(found):
		fmt.Printf("%s: %.4g. You said %.4g: right, within %.0f %%.\n", what, found, said, 100*within)
	default:
		fmt.Printf("%s: %.4g. You said %.4g, off by %.3g.\n", what, found, said, off)
	}
}
