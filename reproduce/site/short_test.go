package site

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/bundle"
	"github.com/proxlab/proxlab/reproduce/onlinemkl"
	"github.com/proxlab/proxlab/reproduce/parsing"
	"github.com/proxlab/proxlab/reproduce/proxsvm"
	"github.com/proxlab/proxlab/reproduce/sparsity"
	"github.com/proxlab/proxlab/reproduce/tracenorm"
)

var allStudies = []reproduce.Study{
	onlinemkl.Study, parsing.Study, proxsvm.Study, bundle.Study, tracenorm.Study, sparsity.Study,
}

// TestShortIsTrueToTheRecord: what a text says of a claim is shown where the record says so too, and is an error
// where it does not.
func TestShortIsTrueToTheRecord(t *testing.T) {
	t.Parallel()
	papers, err := papersOf(allStudies)
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range papers {
		for _, p := range of.Parts {
			if text, err := p.short(); err != nil || !strings.Contains(string(text), "claims.html#"+p.Claims[0].ID[:3]) {
				t.Errorf("%s: %q, error %v", p.Study.Name, text, err)
			}
		}
	}
	p := papers[0].Parts[1]
	for _, c := range p.Claims {
		for _, v := range c.Verdicts() {
			where := []string{v.Table}
			if v.Reading != "" {
				where = append(where, v.Reading)
			}
			says, err := p.say(string(v.Verdict), c.ID, where...)
			if err != nil || !strings.Contains(string(says), `class="verdict `+v.Class()) {
				t.Errorf("%s %q: %q, error %v", c.ID, where, says, err)
			}
			_, err = p.say("never mind", c.ID, where...)
			if err == nil || !strings.Contains(err.Error(), "the record "+string(v.Verdict)) {
				t.Errorf("%s %q: another verdict is said: %v", c.ID, where, err)
			}
		}
	}
	for _, none := range [][]string{{"D-M0"}, {"D-M8", "another reading"}} {
		if says, err := p.say("holds", none[0], none[1:]...); err == nil {
			t.Errorf("%q: %s", none, says)
		}
	}
	if text, err := (part{Study: reproduce.Study{Name: "another"}}).short(); text != "" || err != nil {
		t.Errorf("another study: %q, error %v", text, err)
	}
}

// comparative finds what a sentence compares.
var comparative = regexp.MustCompile(`(?i)\b(better|worse|best|worst|least|fewer|fewest|less|more|most|above|` +
	`below|beyond|quicker|faster|slower|longer|shorter|larger|smaller|higher|lower|closer|farther|ahead|behind|nearer|` +
	`first|alike|as (good|well|quick|long|often)|the same|harms?|saves?|improves?|catch up|helps?|loses?|far from)\b`)

// TestWhatIsComparedHasItsEvidence: every sentence of the short texts that compares something has a verdict or a table
// beside it, but for the paper's message and for questions.
func TestWhatIsComparedHasItsEvidence(t *testing.T) {
	t.Parallel()
	end := regexp.MustCompile(`[.?](\s|$)`)
	all, err := fs.Glob(files, "pages/short/*.html")
	if err != nil || len(all) < 6 {
		t.Fatal(all, err)
	}
	for _, name := range all {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		for paragraph := range strings.Lines(string(text)) {
			_, after, _ := strings.Cut(paragraph, "<strong>The message.</strong>")
			if after != "" {
				continue
			}
			for _, sentence := range end.Split(regexp.MustCompile(`</?(p|strong)>`).ReplaceAllString(paragraph, ""), -1) {
				said := regexp.MustCompile(`{{.*?}}`).ReplaceAllString(sentence, "")
				if comparative.MatchString(said) && !strings.Contains(sentence, "{{") && !strings.Contains(paragraph, said+"?") {
					t.Errorf("%s: %q: without evidence", name, sentence)
				}
			}
		}
	}
}
