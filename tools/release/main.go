// Command release builds the command for every system, with the sources that `proxlab notebooks new` needs inside,
// checksums, what has changed since the release before, the licences of what others wrote, and wheels and the source
// distribution of the Python package, into the folder dist.
// The same commit gives the same files, bit for bit. It runs in the project's folder, after `make setup`. With -date it
// gives what is unreleased in CHANGELOG.md the version and a date, which is committed before.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/proxlab/proxlab/internal/licenses"
	"github.com/proxlab/proxlab/internal/sources"
)

// targets are the systems and processors that are built for.
var targets = []string{
	"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64",
}

// packed is where the command embeds the sources from; git ignores it.
const packed = "cmd/proxlab/internal/own/packed.tar.gz"

func main() {
	version := flag.String("version", "", "the release's version, as in v0.1.0")
	dist := flag.String("out", "dist", "the folder to write to")
	some := flag.String("targets", strings.Join(targets, ","), "systems and processors to build for")
	only := flag.String("wheel", "", "write the wheel of this command for the one target alone, and build nothing")
	date := flag.String("date", "", "give what is unreleased in CHANGELOG.md the version and this date, and build nothing")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	var err error
	switch {
	case *date != "":
		err = dateChanges(*version, *date)
	case *only != "":
		var command []byte
		if command, err = os.ReadFile(*only); err == nil {
			_, err = writeWheel(*version, *dist, *some, command)
		}
	default:
		err = release(ctx, *version, *dist, strings.Split(*some, ","))
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// versions are semantic versions, as Go's modules write them.
var versions = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

func checkVersion(version string) error {
	if !versions.MatchString(version) {
		return fmt.Errorf("%q is no version: name one, as in `make release VERSION=v0.1.0`", version)
	}
	return nil
}

// release builds for some targets.
func release(ctx context.Context, version, dist string, targets []string) error {
	if err := checkVersion(version); err != nil {
		return err
	}
	changed, err := exec.CommandContext(ctx, "git", "status", "--porcelain").Output()
	if err != nil {
		return fmt.Errorf("git status: %w", err)
	}
	if len(changed) > 0 {
		return fmt.Errorf("a release is of a commit, and there are changes:\n%s", changed)
	}
	changelog, err := os.ReadFile(changes)
	if err != nil {
		return err
	}
	notes, err := section(string(changelog), version)
	if err != nil {
		return err
	}
	all, err := sources.Pack(".", true)
	if err != nil {
		return err
	}
	if err := errors.Join(os.RemoveAll(dist), os.MkdirAll(dist, 0o777), os.WriteFile(packed, all, 0o666)); err != nil {
		return err
	}
	defer func() { _ = os.Remove(packed) }()
	for name, text := range map[string]string{"CHANGES.md": notes, licenses.File: licenses.All} {
		if err := os.WriteFile(filepath.Join(dist, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	var sums strings.Builder
	for _, t := range targets {
		name, content, err := build(ctx, version, dist, t)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), name)
		fmt.Printf("%s: %.1f MB\n", filepath.Join(dist, name), float64(len(content))/1e6)
		line, err := writeWheel(version, dist, t, content)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		sums.WriteString(line)
	}
	name, content, err := sourceDistribution(version)
	if err != nil {
		return err
	}
	fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), name)
	if err := os.WriteFile(filepath.Join(dist, name), content, 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dist, "SHA256SUMS"), []byte(sums.String()), 0o666)
}

// writeWheel writes the wheel of a target, and returns its line of the checksums.
func writeWheel(version, dist, target string, command []byte) (line string, err error) {
	name, content, err := wheel(version, target, command)
	if err != nil {
		return "", err
	}
	fmt.Printf("%s: %.1f MB\n", filepath.Join(dist, name), float64(len(content))/1e6)
	line = fmt.Sprintf("%x  %s\n", sha256.Sum256(content), name)
	return line, os.WriteFile(filepath.Join(dist, name), content, 0o666)
}

// build builds the command for a target, as in linux/amd64, and returns its file.
func build(ctx context.Context, version, dist, target string) (name string, content []byte, err error) {
	system, processor, ok := strings.Cut(target, "/")
	if !ok {
		return "", nil, errors.New("a target is a system and a processor, as in linux/amd64")
	}
	name = fmt.Sprintf("proxlab-%s-%s-%s", version, system, processor)
	if system == "windows" {
		name += ".exe"
	}
	c := exec.CommandContext(ctx, "go", "build", "-trimpath", "-tags", "packed",
		"-ldflags", "-s -w -X github.com/proxlab/proxlab/reproduce/provenance.Release="+version,
		"-o", filepath.Join(dist, name), "./cmd/proxlab")
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOWORK=off",
		"GOOS="+system, "GOARCH="+processor)
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		return "", nil, err
	}
	content, err = os.ReadFile(filepath.Join(dist, name))
	return name, content, err
}
