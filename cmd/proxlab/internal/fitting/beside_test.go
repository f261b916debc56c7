//go:build unix

package fitting

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestFaultWhatIsBesideStays: an interrupted model takes no place but that of another; where it goes is checked first.
func TestFaultWhatIsBesideStays(t *testing.T) {
	t.Parallel()
	_, saved := learnt(t)
	stem := strings.TrimSuffix(saved, ".json") + ".interrupted"
	whole, err := os.ReadFile(saved)
	if err != nil {
		t.Fatal(err)
	}
	m, err := models.LoadModel(t.Context(), saved)
	if err != nil {
		t.Fatal(err)
	}
	m.Status = solver.Canceled
	if err := models.SaveModel(t.Context(), stem+".json", m); err != nil {
		t.Fatal(err)
	}
	broken, err := os.ReadFile(stem + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(stem+"-2.json", whole, 0o666),
		os.WriteFile(stem+"-3.json", []byte("mine"), 0o666), syscall.Mkfifo(stem+"-4.json", 0o666),
		os.WriteFile(stem+"-6.json", broken, 0o666)); err != nil {
		t.Fatal(err)
	}
	reads := []ui.Input{{Flag: "--warm", Name: stem + ".json"}}
	if got := models.BesideBetter(saved, nil); got != stem+".json" {
		t.Errorf("it goes to %s", got)
	}
	if got := models.BesideBetter(saved, reads); got != stem+"-5.json" {
		t.Errorf("it goes to %s", got)
	}
	if err := os.WriteFile(stem+"-5.json", whole, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := models.BesideBetter(saved, reads); got != stem+"-6.json" {
		t.Errorf("it goes to %s", got)
	}
	link := "/proc/self/fd/" // in a folder where no file can be made
	f, err := os.Open(saved)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	link += strconv.Itoa(int(f.Fd()))
	if _, err := os.Stat(link); err != nil {
		t.Skip(err)
	}
	r := &fitting{flags: fitFlags{data: "gone.csv", model: link}}
	if err := r.outputs(); err == nil || !strings.Contains(err.Error(), "made in the folder /proc/self/fd") {
		t.Errorf("where an interrupted model goes is not checked: %v", err)
	}
}
