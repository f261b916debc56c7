package site

import (
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

// TestShortLinksItsEvidence: what is written of each study, with links to its claims.
func TestShortLinksItsEvidence(t *testing.T) {
	t.Parallel()
	papers, err := papersOf(allStudies)
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range papers {
		for _, p := range of.Parts {
			if text, err := p.short(of); err != nil || !strings.Contains(string(text), "claims.html#"+p.Claims[0].ID[:3]) {
				t.Errorf("%s: %q, error %v", p.Study.Name, text, err)
			}
		}
	}
	if text, err := (part{Study: reproduce.Study{Name: "another"}}).short(paper{}); text != "" || err != nil {
		t.Errorf("another study: %q, error %v", text, err)
	}
}
