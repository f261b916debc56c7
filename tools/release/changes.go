package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"
)

// changes is the changelog: a section "## 0.1.0 - 2006-01-02" for each release, newest first, below "## Unreleased",
// as keepachangelog.com has it.
const changes = "CHANGELOG.md"

const (
	unreleased = "\n## Unreleased\n"
	dateForm   = time.DateOnly
)

// section returns what a changelog says of a version; there is a section with a date, or no release.
func section(changelog, version string) (string, error) {
	name := strings.TrimPrefix(version, "v")
	heading := regexp.MustCompile(`(?m)^## ` + regexp.QuoteMeta(name) + `(?: - (.*))?$`).FindStringSubmatchIndex(changelog)
	if heading == nil {
		return "", fmt.Errorf("%s has no section %s: give what is unreleased this version by "+
			"`go run ./tools/release -version %s -date %s`, and commit", changes, name, version, time.Now().Format(dateForm))
	}
	date := ""
	if heading[2] >= 0 {
		date = changelog[heading[2]:heading[3]]
	}
	if _, err := time.Parse(dateForm, date); err != nil {
		return "", fmt.Errorf("the heading of section %s of %s has no date, as in \"## %s - %s\"", name, changes, name,
			time.Now().Format(dateForm))
	}
	body, _, _ := strings.Cut(changelog[heading[1]:], "\n## ")
	if body = strings.TrimSpace(body); body == "" {
		return "", fmt.Errorf("section %s of %s is empty", name, changes)
	}
	return fmt.Sprintf("# proxlab %s, %s\n\n%s\n", version, date, body), nil
}

// dateChanges makes the section of a version of what is unreleased.
func dateChanges(version, date string) error {
	if err := checkVersion(version); err != nil {
		return err
	}
	text, err := os.ReadFile(changes)
	if err != nil {
		return err
	}
	dated, err := dated(string(text), version, date)
	if err != nil {
		return err
	}
	return os.WriteFile(changes, []byte(dated), 0o666)
}

// dated is a changelog in which what is unreleased has a version and a date, and nothing is unreleased.
func dated(changelog, version, date string) (string, error) {
	if _, err := time.Parse(dateForm, date); err != nil {
		return "", fmt.Errorf("%q is no date, as in %s", date, time.Now().Format(dateForm))
	}
	name := strings.TrimPrefix(version, "v")
	if regexp.MustCompile(`(?m)^## ` + regexp.QuoteMeta(name) + `( |$)`).MatchString(changelog) {
		return "", fmt.Errorf("%s has a section %s already", changes, name)
	}
	before, after, found := strings.Cut(changelog, unreleased)
	body, _, _ := strings.Cut(after, "\n## ")
	if !found || strings.TrimSpace(body) == "" {
		return "", fmt.Errorf("%s says of nothing that it is unreleased", changes)
	}
	return before + unreleased + "\n## " + name + " - " + date + "\n" + after, nil
}
