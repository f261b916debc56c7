package toolkit_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const (
	module = "github.com/proxlab/proxlab/"
	within = "toolkit/solver/coordinate/internal/"
)

// room is what a room of solvers may import: the contract and what all solvers share, no other room.
var room = []string{
	"toolkit", "toolkit/linalg", "toolkit/solver", "toolkit/solver/internal/outputs", "toolkit/solver/internal/damped",
	"toolkit/solver/internal/quasinewton", "toolkit/solver/internal/cholesky",
}

// arithmetic is below linear maps: whoever may import toolkit/linalg may import it.
var arithmetic = []string{"toolkit/internal/simd", "toolkit/internal/vec", "toolkit/internal/anderson"}

var made = []string{"toolkit", "toolkit/linalg", "toolkit/prox", "toolkit/prox/sets"} // what penalties are made of

// allowed says which packages of the project each package may import. The arrows of the design run one way: notebooks
// and cmd → reproduce → figures, datasets, fit → solver → toolkit → linalg, with loss, prox, kernel, params and
// structured on toolkit alone.
var allowed = map[string][]string{
	"toolkit":                    {"toolkit/linalg"},
	"toolkit/linalg/maps":        {"toolkit/linalg"},
	"toolkit/linalg":             {"toolkit/internal/simd", "toolkit/internal/vec"},
	"toolkit/linalg/sparse":      {},
	"toolkit/linalg/independent": {"toolkit/linalg", "toolkit/internal/vec"},
	"toolkit/loss":               {"toolkit", "toolkit/linalg", "toolkit/loss/internal/risk", "toolkit/loss/profile"},
	"toolkit/loss/internal/risk": {},
	"toolkit/loss/profile":       {"toolkit"},
	"toolkit/prox":               {"toolkit", "toolkit/linalg", "toolkit/prox/internal/line", "toolkit/prox/sets"},
	"toolkit/prox/internal/line": {},
	"toolkit/prox/terms":         {"toolkit", "toolkit/linalg", "toolkit/linalg/maps", "toolkit/prox"},
	"toolkit/prox/sets":          {"toolkit", "toolkit/linalg"},
	"toolkit/prox/norms":         {"toolkit", "toolkit/linalg/maps", "toolkit/prox", "toolkit/prox/terms"},
	"toolkit/prox/concave":       {"toolkit", "toolkit/prox/internal/line"},
	"toolkit/prox/calculus":      append(made, "toolkit/linalg/maps", "toolkit/prox/terms", "toolkit/solver/composite"),
	"toolkit/kernel":             {"toolkit", "toolkit/linalg"},
	"toolkit/kernel/mixed":       {"toolkit", "toolkit/linalg", "toolkit/kernel"},
	"toolkit/kernel/approximate": {"toolkit", "toolkit/linalg", "toolkit/kernel"},
	"toolkit/params":             {"toolkit", "toolkit/linalg"},
	"toolkit/encode":             {"toolkit/encode/dates", "toolkit/linalg"},
	"toolkit/encode/dates":       nil,
	"toolkit/encode/tally":       {"toolkit/encode"}, "toolkit/encode/formula": {"toolkit/encode"},
	"toolkit/templates": {},
	"toolkit/solver": {"toolkit", "toolkit/linalg", "toolkit/solver/internal/outputs",
		"toolkit/solver/internal/damped"},

	"toolkit/solver/internal/outputs": {"toolkit", "toolkit/linalg"},
	"toolkit/solver/internal/damped":  {}, "toolkit/solver/internal/quasinewton": {},
	"toolkit/solver/internal/cholesky": {"toolkit/internal/vec", "toolkit/linalg"}, "toolkit/solver/gradient": room,
	"toolkit/solver/coordinate": append([]string{within + "model", within + "arc", within + "arranged", within + "classes",
		within + "face", within + "smooth", within + "sphere", within + "turns", within + "working", within + "repeated",
		within + "gathered"},
		room...),
	within + "sphere": {"toolkit/internal/simd", "toolkit/internal/vec", within + "model"},
	within + "turns":  {"toolkit/linalg", within + "model"}, within + "repeated": nil, within + "arc": nil,
	within + "chunk":     {"toolkit/internal/simd", "toolkit/internal/vec"},
	within + "gathered":  {"toolkit/linalg", within + "arranged", within + "model", within + "working"},
	within + "kronecker": {"toolkit/linalg"},
	within + "shape":     {"toolkit/linalg", "toolkit/solver"},
	within + "smooth":    room, within + "face": room, within + "working": {"toolkit/internal/vec"},
	within + "classes":  {"toolkit/linalg", "toolkit/solver", within + "model", within + "shape"},
	within + "arranged": append([]string{within + "model", within + "smooth"}, room...),
	within + "model": {"toolkit/internal/vec", "toolkit/linalg", "toolkit/solver", "toolkit/solver/internal/cholesky",
		within + "working", within + "arc", within + "chunk", within + "shape", within + "kronecker"},
	"toolkit/solver/newton": room, "toolkit/solver/lowrank": room,
	"toolkit/solver/rivals":      append(room[:len(room):len(room)], "toolkit/solver/lowrank"),
	"toolkit/solver/atoms":       room,
	"toolkit/solver/online":      room,
	"toolkit/solver/multipliers": room,
	"toolkit/solver/blocks":      room,
	"toolkit/solver/risk":        room,
	"toolkit/solver/bundle":      room,

	"toolkit/solver/decomposition": room,
	"toolkit/solver/glasso":        room,
	"toolkit/solver/homotopy":      room,
	"toolkit/solver/completion":    room,
	"toolkit/solver/dictionary":    append([]string{"toolkit/solver/homotopy"}, room...),
	"toolkit/solver/composite": append([]string{"toolkit/linalg/sparse", "toolkit/linalg/independent",
		"toolkit/solver/composite/internal/functions"}, room...),
	"toolkit/solver/composite/internal/functions": {"toolkit"},

	"toolkit/internal/simd": {}, "toolkit/internal/vec": {"toolkit/internal/simd"},
	"toolkit/internal/anderson": {"toolkit/internal/simd", "toolkit/linalg"},
	"toolkit/internal/exact":    {},
	"toolkit/internal/testproblems": {
		"toolkit", "toolkit/linalg", "toolkit/loss", "toolkit/prox", "toolkit/structured", "toolkit/solver",
	},

	"toolkit/fit": {
		"toolkit", "toolkit/linalg", "toolkit/loss", "toolkit/prox", "toolkit/kernel", "toolkit/model",
		"toolkit/fit/choose", "toolkit/fit/inference", "toolkit/fit/solve",
		"toolkit/fit/internal/check", "toolkit/fit/internal/nonzero", "toolkit/fit/internal/losses",
		"toolkit/fit/internal/moments", "toolkit/fit/internal/sweep", "toolkit/fit/internal/tasks",
		"toolkit/solver", "toolkit/solver/coordinate", "toolkit/solver/gradient",
	},
	"toolkit/fit/kernels": {
		"toolkit", "toolkit/linalg", "toolkit/loss", "toolkit/prox", "toolkit/kernel", "toolkit/model",
		"toolkit/model/machine", "toolkit/fit", "toolkit/solver", "toolkit/solver/decomposition",
	},
	"toolkit/fit/solve": {
		"toolkit",
		"toolkit/linalg",
		"toolkit/linalg/maps", "toolkit/linalg/independent",
		"toolkit/loss",
		"toolkit/prox",
		"toolkit/prox/terms",
		"toolkit/prox/calculus",
		"toolkit/model",
		"toolkit/fit/internal/check",
		"toolkit/fit/internal/losses",
		"toolkit/solver",
		"toolkit/solver/composite",
		"toolkit/solver/gradient",
		"toolkit/solver/coordinate",
		"toolkit/solver/newton",
		"toolkit/solver/lowrank",
		"toolkit/solver/multipliers",
		"toolkit/solver/bundle",
	},
	"toolkit/fit/internal/nonzero": {
		"toolkit", "toolkit/linalg", "toolkit/prox", "toolkit/fit/internal/losses", "toolkit/solver/coordinate",
	},
	"toolkit/fit/internal/losses": {"toolkit", "toolkit/loss", "toolkit/solver", "toolkit/solver/coordinate"},
	"toolkit/fit/matrices": {
		"toolkit/linalg", "toolkit/fit/internal/check", "toolkit/solver", "toolkit/solver/glasso",
		"toolkit/solver/dictionary", "toolkit/solver/completion",
	},
	"toolkit/fit/larger": {
		"toolkit", "toolkit/linalg", "toolkit/loss", "toolkit/model", "toolkit/fit", "toolkit/fit/choose",
		"toolkit/fit/internal/check",
		"toolkit/fit/internal/losses", "toolkit/solver", "toolkit/solver/blocks",
	},
	"toolkit/fit/internal/check":   {"toolkit/linalg"},
	"toolkit/fit/internal/moments": {"toolkit", "toolkit/linalg", "toolkit/solver/coordinate", "toolkit/solver/homotopy"},
	"toolkit/fit/internal/tasks":   {"toolkit/linalg"},
	"toolkit/fit/internal/sweep": {
		"toolkit/fit/internal/nonzero", "toolkit/internal/simd", "toolkit/internal/vec", "toolkit/linalg",
	},
	"toolkit/fit/choose": {"toolkit", "toolkit/model", "toolkit/solver"},
	"toolkit/fit/inference": {
		"toolkit", "toolkit/linalg", "toolkit/fit/internal/check", "toolkit/solver", "toolkit/solver/lowrank",
	},
	"toolkit/fit/measures": {"toolkit/linalg", "toolkit/loss"},
	"toolkit/fit/intervals": {
		"toolkit/conformal", "toolkit/fit", "toolkit/fit/choose", "toolkit/linalg", "toolkit/model",
	},
	"toolkit/fit/judging": {
		"toolkit/fit", "toolkit/fit/choose", "toolkit/fit/measures", "toolkit/linalg", "toolkit/model",
	},
	"datasets/source": {"internal/machine", "internal/plain"},
	"datasets/fetch":  {"datasets/source", "internal/machine", "internal/outfile"},
	"datasets/frame":  {"datasets/source", "toolkit/encode", "toolkit/linalg"},
	"datasets/array":  {"datasets/source", "datasets/frame", "toolkit/linalg", "internal/plain"},
	"datasets/table": {
		"datasets/source", "datasets/frame", "toolkit/encode", "toolkit/encode/tally", "internal/plain",
	},
	"datasets/sentences":  {"datasets/source", "toolkit/templates"},
	"datasets/rnafiles":   {"datasets/source", "toolkit/structured/rna"},
	"datasets/features":   {"datasets/source"},
	"datasets/graphfiles": {"datasets/source", "datasets/array", "datasets/table", "toolkit/linalg"},
	"datasets/dataset":    {"datasets/source", "datasets/array", "toolkit/linalg"},
	"datasets/generate": {
		"datasets/source", "datasets/array", "datasets/sentences", "datasets/rnafiles", "datasets/dataset",
		"toolkit/linalg", "toolkit/structured/rna", "toolkit/templates",
	},
	"datasets": {
		"datasets/source", "datasets/frame", "datasets/array", "datasets/table", "datasets/sentences", "datasets/rnafiles",
		"datasets/dataset", "datasets/generate", "toolkit/linalg",
	},
	"datasets/packed": {"datasets/source"},
	"datasets/ondisk": {
		"datasets", "datasets/source", "datasets/array", "datasets/table", "toolkit/linalg", "toolkit/encode",
		"toolkit/encode/tally", "internal/machine", "internal/outfile",
	},
	"datasets/imagefiles": {"datasets", "datasets/source", "datasets/dataset", "toolkit/linalg"},
	"figures": {
		"internal/plain", "figures/axes", "figures/canvas", "figures/explore", "figures/guard", "figures/paper",
		"figures/table",
	},
	"figures/table":  {"figures/tex", "internal/plain"},
	"figures/canvas": {"figures/tex", "internal/plain"},
	"figures/paper":  {"figures/axes", "figures/canvas"},
	"figures/axes":   {}, "figures/explore": {}, "figures/guard": {}, "figures/tex": {},
	"figures/network":             {"figures", "figures/axes"},
	"figures/explore/exploretest": {"figures/explore"},
	"figures/notebook":            {"figures"},
	"reproduce": {
		"figures", "figures/paper", "figures/table", "datasets", "datasets/source", "reproduce/plan", "reproduce/provenance",
		"reproduce/slurm", "reproduce/kubernetes", "internal/outfile", "internal/plain",
	},
	"reproduce/provenance": {"internal/machine", "toolkit/linalg"},
	"reproduce/plan":       {"internal/machine"},
	"reproduce/evidence":   {"reproduce", "figures"},
	"reproduce/sweep":      {"reproduce/plan", "reproduce/provenance", "figures/table", "internal/outfile"},
	"reproduce/differ":     {"reproduce", "reproduce/plan"},
	"reproduce/compare":    {"reproduce/evidence", "reproduce/plan", "figures", "figures/table"},
	"reproduce/slurm":      {"reproduce/plan", "datasets", "internal/outfile"},
	"reproduce/parts": {
		"datasets/ondisk", "internal/outfile", "toolkit/encode/tally", "toolkit/linalg", "toolkit/solver/blocks",
	},
	"reproduce/kubernetes": {"reproduce/plan"},
	"reproduce/short":      {"reproduce"},
	"reproduce/site": {
		"reproduce", "reproduce/short", "figures", "figures/guard", "figures/table", "internal/licenses",
	},
	"reproduce/onlinemkl": nil, // anything below cmd
	"reproduce/parsing":   nil,
	"reproduce/proxsvm":   nil,
	"reproduce/bundle":    nil,
	"reproduce/tracenorm": nil,
	"reproduce/sparsity":  nil,
	"reproduce/internal/damage": {
		"reproduce",
	},
	"reproduce/session": {
		"reproduce", "reproduce/plan", "reproduce/short", "reproduce/sweep", "figures", "figures/explore",
		"figures/notebook", "toolkit/solver", "internal/processes",
	},
	"interactive": {
		"figures", "figures/explore", "figures/notebook", "reproduce/session", "toolkit", "toolkit/linalg", "toolkit/solver",
	},
	"notebooks/explorables":        nil,
	"notebooks/explorables/module": {}, "notebooks/explorables/levels": {"figures/explore", "toolkit/linalg"},

	"tools/cell": {}, "tools/notebooks": {},
	"tools/release":     {"internal/sources", "internal/licenses"},
	"internal/licenses": {}, "internal/sources": {}, "internal/processes": {}, "internal/machine": {},
	"internal/outfile": {}, "internal/plain": {},
	"bench/measure": nil,
	"cmd/proxlab":   nil,

	"cmd/proxlab/internal/ui": nil, "cmd/proxlab/internal/models": nil, "cmd/proxlab/internal/words": nil,
	"cmd/proxlab/internal/fitting": nil, "cmd/proxlab/internal/predicting": nil, "cmd/proxlab/internal/structures": nil,
	"cmd/proxlab/internal/studies": nil, "cmd/proxlab/internal/own": nil, "cmd/proxlab/internal/lab": nil,
	"cmd/proxlab/internal/articles": nil, "cmd/proxlab/internal/learning": nil, "cmd/proxlab/internal/graphs": nil,
	"cmd/proxlab/internal/matrices": nil, "cmd/proxlab/internal/times": nil, "cmd/proxlab/internal/serve": nil,
	"cmd/proxlab/internal/passing": nil, "cmd/proxlab/internal/topics": nil, "cmd/proxlab/internal/report": nil,
	"cmd/proxlab/internal/machines": nil, "cmd/proxlab/internal/intervals": nil, "cmd/proxlab/internal/pilot": nil,
	"cmd/proxlab/internal/labelsets": nil,
}

func TestImportsRunOneWay(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var pkg struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&pkg); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		name, inside := strings.CutPrefix(pkg.ImportPath, module)
		if !inside {
			continue // the root
		}
		may, known := allowed[name]
		if structured, ok := structures[name]; ok {
			may, known = structured, true
		}
		if !known {
			t.Errorf("package %s is not on the map of imports: say what it may import", name)
		}
		for _, imp := range pkg.Imports {
			dep, ours := strings.CutPrefix(imp, module)
			switch {
			case !ours, name == "cmd/proxlab":
			case slices.Contains(arithmetic, dep) && slices.Contains(may, "toolkit/linalg"):
			case strings.HasPrefix(dep, commands) && strings.HasPrefix(name, commands):
				if !slices.Contains(commandRooms[name[len(commands):]], dep[len(commands):]) {
					t.Errorf("%s imports %s: the arrows run the other way", name, dep)
				}
			case strings.HasPrefix(dep, "cmd/"), may == nil && dep == name:
				t.Errorf("%s imports %s", name, dep)
			case may != nil && !slices.Contains(may, dep):
				t.Errorf("%s imports %s: the arrows run the other way", name, dep)
			}
		}
	}
}
