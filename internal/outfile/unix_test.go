//go:build unix

package outfile

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// writeEnv makes the test binary write to a file and end before it is whole, as when it is killed.
const writeEnv = "PROXLAB_TEST_WRITE"

func TestMain(m *testing.M) {
	if path := os.Getenv(writeEnv); path != "" {
		hook = func(string) {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		_ = Write(context.Background(), path, []byte("half"), 0o666)
	}
	os.Exit(m.Run())
}

func TestFaultAKilledWriteLeavesNothing(t *testing.T) {
	t.Parallel()
	dir, temp := t.TempDir(), t.TempDir()
	path := filepath.Join(dir, "file")
	if err := Write(t.Context(), path, []byte("before"), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		c := exec.CommandContext(t.Context(), os.Args[0])
		c.Env = append(os.Environ(), writeEnv+"="+path, "TMPDIR="+temp)
		if err := c.Run(); c.ProcessState == nil || c.ProcessState.ExitCode() != -1 {
			t.Fatal("it was not killed", err)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, prefix+"*")); len(left) != 1 || text(t, path) != "before" {
			t.Errorf("%v are left, the file is %q", left, text(t, path))
		}
	}
	if err := Write(t.Context(), path, []byte("after"), 0o666); err != nil {
		t.Fatal(err)
	}
	only(t, dir, "file")
	only(t, temp)
}

// TestFaultManyAtOnce: processes that write one file take nothing from each other, and one content is there in the end.
func TestFaultManyAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	var all sync.WaitGroup
	for k := range 8 {
		all.Go(func() {
			for range 10 {
				content := bytes.Repeat([]byte{byte('a' + k)}, 1000)
				if err := errors.Join(Check(path), Write(t.Context(), path, content, 0o666)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	only(t, dir, "file")
	if s := text(t, path); len(s) != 1000 || strings.Trim(s, s[:1]) != "" {
		t.Errorf("%q", s)
	}
}

func TestFaultDevicesAndPipes(t *testing.T) {
	t.Parallel()
	if err := errors.Join(Check("/dev/null"), Write(t.Context(), "/dev/null", []byte("x"), 0o666)); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat("/dev/null"); err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		t.Fatal("/dev/null was replaced")
	}
	if _, err := os.Stat("/dev/full"); err == nil { // some systems have none
		if err := Write(t.Context(), "/dev/full", []byte("x"), 0o666); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("a full device: %v", err)
		}
	}
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip(err)
	}
	if err := Check(pipe); err != nil || !Stream(pipe) {
		t.Errorf("pipe: %v", err)
	}
	content := bytes.Repeat([]byte("0123456789"), 20000) // more than a pipe holds
	done := make(chan error)
	go func() { done <- Write(t.Context(), pipe, content, 0o666) }()
	got, err := os.ReadFile(pipe)
	if err := errors.Join(err, <-done); err != nil || !bytes.Equal(got, content) {
		t.Errorf("%d bytes came through, error %v", len(got), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() { done <- Write(ctx, pipe, content, 0o666) }()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "nobody reads") {
		t.Errorf("without a reader: %v", err)
	}
	reader, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reader.Close() })
	if err := Write(ctx, pipe, content, 0o666); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a reader that does not read: %v", err)
	}
	if info, err := os.Stat(pipe); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Error("the pipe was replaced")
	}
}

// TestStandardOutput: a file that the shell made of it is not replaced under it.
func TestStandardOutput(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stdout")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	was := os.Stdout
	os.Stdout = f
	defer func() { os.Stdout = was }()
	_, err = f.WriteString("before ")
	err = errors.Join(err, Check(path), Write(t.Context(), path, []byte("it"), 0o666))
	_, e := f.WriteString(" after")
	if err := errors.Join(err, e); err != nil || !IsStdout(path) || text(t, path) != "before it after" {
		t.Errorf("%q, error %v", text(t, path), err)
	}
}

// TestFaultFullDisk: the file stays as it was, and nothing is left beside it.
func TestFaultFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "none", dir).CombinedOutput(); err != nil {
		t.Skipf("a small disk can be made by root alone: %v: %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", dir).Run() })
	path := filepath.Join(dir, "file")
	if err := Write(t.Context(), path, []byte("before"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), path, make([]byte, 1<<20), 0o666); !errors.Is(err, syscall.ENOSPC) {
		t.Error(err)
	}
	if text(t, path) != "before" {
		t.Error("the file was touched")
	}
	only(t, dir, "file")
}

// TestFaultAMountedFile: it cannot be replaced, and is written in its place.
func TestFaultAMountedFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	outside, inside := filepath.Join(t.TempDir(), "outside"), filepath.Join(dir, "inside")
	if err := errors.Join(os.WriteFile(outside, []byte("before"), 0o666), os.WriteFile(inside, nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "mount", "--bind", outside, inside).CombinedOutput(); err != nil {
		t.Skipf("files are mounted by root alone: %v: %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", inside).Run() })
	if err := errors.Join(Check(inside), Write(t.Context(), inside, []byte("after"), 0o666)); err != nil {
		t.Fatal(err)
	}
	if text(t, outside) != "after" {
		t.Error(text(t, outside))
	}
	only(t, dir, "inside")
}

// TestFaultAMountedFileOnAFullDisk: what could not be written in its place is beside it, whole, and stays there.
func TestFaultAMountedFileOnAFullDisk(t *testing.T) {
	t.Parallel()
	dir, small := t.TempDir(), t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "none", small).CombinedOutput(); err != nil {
		t.Skipf("a small disk can be made by root alone: %v: %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", small).Run() })
	outside, inside := filepath.Join(small, "outside"), filepath.Join(dir, "inside")
	if err := errors.Join(os.WriteFile(outside, []byte("before"), 0o666), os.WriteFile(inside, nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "mount", "--bind", outside, inside).CombinedOutput(); err != nil {
		t.Skipf("files are mounted by root alone: %v: %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", inside).Run() })
	content := bytes.Repeat([]byte("0123456789"), 100_000)
	err := Write(t.Context(), inside, content, 0o666)
	kept, _ := filepath.Glob(inside + "-*" + keptSuffix)
	if !errors.Is(err, syscall.ENOSPC) || len(kept) != 1 || !strings.Contains(err.Error(), kept[0]) {
		t.Fatalf("%q are kept, error %v", kept, err)
	}
	if err := Write(t.Context(), filepath.Join(dir, "other"), nil, 0o666); err != nil { // which sweeps
		t.Fatal(err)
	}
	if text(t, kept[0]) != string(content) {
		t.Error("what is kept is not whole")
	}
	only(t, dir, "inside", filepath.Base(kept[0]), "other")
}

// TestPermissions needs a user who is not root: the test runs itself again as nobody.
func TestPermissions(t *testing.T) {
	if os.Getuid() == 0 {
		const nobody = 65534
		program := filepath.Join(t.TempDir(), "test")
		content, err := os.ReadFile(os.Args[0])
		if err := errors.Join(err, os.WriteFile(program, content, 0o755), open(filepath.Dir(program))); err != nil {
			t.Fatal(err)
		}
		temp := filepath.Join(filepath.Dir(program), "tmp")
		if err := errors.Join(os.Mkdir(temp, 0o777), os.Chmod(temp, 0o777)); err != nil {
			t.Fatal(err)
		}
		c := exec.CommandContext(t.Context(), program, "-test.run", "^TestPermissions$")
		c.Env = append(os.Environ(), "TMPDIR="+temp)
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	dir := t.TempDir()
	locked, file, pipe := filepath.Join(dir, "locked"), filepath.Join(dir, "file"), filepath.Join(dir, "pipe")
	if err := errors.Join(os.Mkdir(locked, 0o555), os.WriteFile(file, []byte("kept"), 0o444),
		syscall.Mkfifo(pipe, 0o444)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(locked, "file"), file, pipe} {
		if err := Check(path); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := CheckFolder(filepath.Join(locked, "new")); !errors.Is(err, fs.ErrPermission) {
		t.Error(err)
	}
	if text(t, file) != "kept" {
		t.Error("the file was touched")
	}
}

// open lets everybody into a folder and those above that the test made.
func open(dir string) error {
	for ; dir != filepath.Dir(dir) && dir != filepath.Clean(os.TempDir()); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			return err
		}
	}
	return nil
}

// TestFaultAFileSomebodyRemoves: what is swept by mistake between two steps is written again.
func TestFaultAFileSomebodyRemoves(t *testing.T) {
	dir, times := t.TempDir(), 0
	defer func() { hook = func(string) {} }()
	hook = func(temporary string) {
		if times++; times == 1 {
			_ = os.Remove(temporary)
		}
	}
	path := filepath.Join(dir, "file")
	if err := Write(t.Context(), path, []byte("x"), 0o666); err != nil || times != 2 || text(t, path) != "x" {
		t.Errorf("%d times, error %v", times, err)
	}
	only(t, dir, "file")
}
