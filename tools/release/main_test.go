package main

import (
	"strings"
	"testing"
)

const changelog = "# Changelog\n\n## Unreleased\n\n### New\n\nsoon\n\n" +
	"## 0.2.0 - 2026-05-03\n\nsecond\n\n## 0.1.10 - 2026-04-02\n\nlate\n\n## 0.1.1 - 2026-01-31\n\nfirst\n\n" +
	"## 0.1.0\n\nundated\n\n## 0.0.9 - soon\n\nnever\n\n## 0.0.8 - 2025-01-01\n"

func TestSection(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]string{
		"v0.2.0": "# proxlab v0.2.0, 2026-05-03\n\nsecond\n",
		"v0.1.1": "# proxlab v0.1.1, 2026-01-31\n\nfirst\n",
	} {
		if got, err := section(changelog, version); err != nil || got != want {
			t.Errorf("%s: %q, error %v", version, got, err)
		}
	}
	for version, want := range map[string]string{
		"v1.0.0":     "go run ./tools/release -version v1.0.0 -date 20",
		"v0.2.0-rc1": "has no section 0.2.0-rc1",
		"v0.1.0":     `has no date, as in "## 0.1.0 - 20`,
		"v0.0.9":     "has no date",
		"v0.0.8":     "is empty",
	} {
		if got, err := section(changelog, version); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, error %v; want %q", version, got, err, want)
		}
	}
}

// TestDated: what is unreleased becomes the section of a version, once, and nothing else changes.
func TestDated(t *testing.T) {
	t.Parallel()
	got, err := dated(changelog, "v1.0.0", "2026-06-01")
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(changelog, "## Unreleased", "## Unreleased\n\n## 1.0.0 - 2026-06-01", 1); got != want {
		t.Errorf("%q", got)
	}
	if notes, err := section(got, "v1.0.0"); err != nil || notes != "# proxlab v1.0.0, 2026-06-01\n\n### New\n\nsoon\n" {
		t.Errorf("%q, error %v", notes, err)
	}
	for want, c := range map[string][3]string{
		"has a section 0.2.0 already":  {changelog, "v0.2.0", "2026-06-01"},
		"is no date":                   {changelog, "v1.0.0", "1 June"},
		"that it is unreleased":        {got, "v1.1.0", "2026-06-02"},
		"says of nothing that it is u": {"# Changelog\n", "v1.0.0", "2026-06-01"},
	} {
		if got, err := dated(c[0], c[1], c[2]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, error %v", want, got, err)
		}
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{"", "1.0.0", "v1", "v1.0.0 -X main.x=y"} {
		for _, err := range []error{release(t.Context(), wrong, t.TempDir(), nil), dateChanges(wrong, "2026-06-01")} {
			if err == nil || !strings.Contains(err.Error(), "is no version") {
				t.Errorf("%q: error %v", wrong, err)
			}
		}
	}
}
