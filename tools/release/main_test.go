package main

import (
	"strings"
	"testing"
)

func TestSection(t *testing.T) {
	t.Parallel()
	const changelog = "# Changelog\n\n## Unreleased\n\n### New\n\nsoon\n\n" +
		"## 0.2.0, 3 May\n\nsecond\n\n## 0.1.10\n\nlate\n\n## 0.1.1\n\nfirst\n"
	for version, want := range map[string]string{
		"v0.2.0": "# proxlab v0.2.0\n\nsecond\n",
		"v0.1.1": "# proxlab v0.1.1\n\nfirst\n",
		"v1.0.0": "# proxlab v1.0.0\n\n### New\n\nsoon\n",
	} {
		if got, err := section(changelog, version); err != nil || got != want {
			t.Errorf("%s: %q, error %v", version, got, err)
		}
	}
	if _, err := section("# Changelog\n", "v1.0.0"); err == nil {
		t.Error("an empty changelog has a section")
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{"", "1.0.0", "v1", "v1.0.0 -X main.x=y"} {
		err := release(t.Context(), wrong, t.TempDir(), nil)
		if err == nil || !strings.Contains(err.Error(), "is no version") {
			t.Errorf("%q: error %v", wrong, err)
		}
	}
}
