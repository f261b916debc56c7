package plan

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Kept is a result as a folder keeps it: the key of its task and the result, both JSON, and how it came about. Numbers
// that are none are the texts "NaN", "+Inf" and "-Inf".
type Kept struct {
	Key, Result []byte
	Made        Made
}

// KeptPlan is what a folder has of its plan.
type KeptPlan struct {
	Name    string
	Version int
	About   string
	Results []Kept // in the order of the plan
	Missing int
}

// Kept returns the result as a folder would keep it; ok is false while it is not there.
func (r *Result[T]) Kept() (k Kept, ok bool) {
	if r.of.state != done {
		return Kept{}, false
	}
	result, err := encode(r.of.value)
	return Kept{bareKey(r.of.key), result, r.of.made}, err == nil
}

// ReadKept reads what a folder has of its plan, whatever program made it, and does no work. The error names the folder
// where it has no plan, and the file of a result that is not as it was written.
func ReadKept(dir string) (KeptPlan, error) {
	f := &folder{dir: dir}
	of, err := readPlan(f.planPath())
	if errors.Is(err, fs.ErrNotExist) {
		return KeptPlan{}, fmt.Errorf("%s has no plan (%s): name the folder of a sweep, or of a study's tasks", dir, planName)
	}
	out := KeptPlan{Name: of.Name, Version: of.Version, About: of.About}
	for _, hash := range of.Tasks {
		path := filepath.Join(dir, resultsName, filepath.Base(hash)+".json")
		text, err := readFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			out.Missing++
			continue
		}
		var file resultFile
		if err == nil {
			file, err = unseal(text)
		}
		if err != nil {
			return out, fmt.Errorf("%s: %w; what made it computes it again", path, err)
		}
		out.Results = append(out.Results, Kept{bareKey(file.Key), file.Result, file.Made})
	}
	return out, err
}

// bareKey is the key that the task was given, without what is beside it in the text that is hashed.
func bareKey(text []byte) []byte {
	var k struct {
		Key jsontext.Value `json:"key"`
	}
	if json.Unmarshal(text, &k) != nil {
		return nil
	}
	return k.Key
}
