package short

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

// plain writes evidence as words.
var plain = Evidence{
	Verdict: func(_, _, said string) string { return "[" + said + "]" },
	Table:   func(_, id string) string { return "[" + id + "]" },
}

var studies = []reproduce.Study{
	onlinemkl.Study, parsing.Study, proxsvm.Study, bundle.Study, tracenorm.Study, sparsity.Study,
}

// TestTextsAreTrueToTheRecords: what a text says of a claim is written where the record says so too, and is an error
// where it does not.
func TestTextsAreTrueToTheRecords(t *testing.T) {
	t.Parallel()
	for _, s := range studies {
		rec, err := s.Kept()
		if err != nil {
			t.Fatal(err)
		}
		text, err := Text(rec, plain)
		if err != nil || !strings.Contains(string(text), "["+rec.Claims[0].ID[:3]) {
			t.Errorf("%s: %q, error %v", s.Name, text, err)
		}
		if text, err := Sentence(rec, plain); err != nil || !strings.Contains(text, "[") {
			t.Errorf("%s: %q, error %v", s.Name, text, err)
		}
		for _, c := range rec.Claims {
			where := []string{c.Table}
			if c.Reading != "" {
				where = append(where, c.Reading)
			}
			if says, err := Said(rec, string(c.Verdict), c.ID, where...); err != nil || !strings.HasPrefix(says, c.ID) {
				t.Errorf("%s %q: %q, error %v", c.ID, where, says, err)
			}
			_, err := Said(rec, "never mind", c.ID, where...)
			if err == nil || !strings.Contains(err.Error(), "the record "+string(c.Verdict)) {
				t.Errorf("%s %q: another verdict is said: %v", c.ID, where, err)
			}
		}
		for _, none := range [][]string{{"D-M0"}, {rec.Claims[0].ID, "another reading"}} {
			if says, err := Said(rec, "holds", none[0], none[1:]...); err == nil {
				t.Errorf("%q: %s", none, says)
			}
		}
	}
	if text, err := Text(&reproduce.Record{Study: "another"}, plain); text != "" || err != nil {
		t.Errorf("another study: %q, error %v", text, err)
	}
}

// TestTogether: what the studies say together, too, is written where all records say so, and not without one of them.
func TestTogether(t *testing.T) {
	t.Parallel()
	var all []*reproduce.Record
	for _, s := range studies {
		rec, err := s.Kept()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, rec)
	}
	text, err := Together(all, plain)
	if err != nil || strings.Count(string(text), "[") < 50 || len(all) != len(Studies()) {
		t.Errorf("together: %.200q, error %v; %d records, texts of %q", text, err, len(all), Studies())
	}
	if _, err := Together(all[1:], plain); err == nil {
		t.Error("what the studies say together is said without one of them")
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
	end, around := regexp.MustCompile(`[.?](\s|$)`), regexp.MustCompile(`</?(p|strong|h2)\b.*?>`)
	all, err := fs.Glob(texts, "text/*.html")
	if err != nil || len(all) < 6 {
		t.Fatal(all, err)
	}
	for _, name := range all {
		text, err := fs.ReadFile(texts, name)
		if err != nil {
			t.Fatal(err)
		}
		for paragraph := range strings.Lines(string(text)) {
			_, after, _ := strings.Cut(paragraph, "<strong>The message.</strong>")
			if after != "" {
				continue
			}
			for _, sentence := range end.Split(around.ReplaceAllString(paragraph, ""), -1) {
				said := regexp.MustCompile(`{{.*?}}`).ReplaceAllString(sentence, "")
				if comparative.MatchString(said) && !strings.Contains(sentence, "{{") && !strings.Contains(paragraph, said+"?") {
					t.Errorf("%s: %q: without evidence", name, sentence)
				}
			}
		}
	}
}
