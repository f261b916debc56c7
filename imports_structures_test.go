package toolkit_test

// structures says what the packages of structured outputs and of models, and what checks anybody's values, may import.
var structures = map[string][]string{
	"toolkit/structured": {
		"toolkit", "toolkit/linalg", "toolkit/structured/internal/flow", "toolkit/structured/internal/logs",
	},
	"toolkit/structured/rna":          {"toolkit"},
	"toolkit/structured/rna/beam":     {"toolkit/structured/rna"},
	"toolkit/structured/rna/energies": {"toolkit/structured/rna"},
	"toolkit/structured/factor": {
		"toolkit", "toolkit/structured/internal/flow", "toolkit/structured/internal/logs",
		"toolkit/structured/factor/internal/quadratic", "toolkit/structured/factor/internal/sums",
	},
	"toolkit/structured/factor/internal/sums":      {},
	"toolkit/model/grid":                           {"toolkit/linalg", "toolkit/model", "toolkit/structured/factor"},
	"toolkit/structured/factor/internal/quadratic": {},
	"toolkit/structured/internal/flow":             {},
	"toolkit/model": {
		"toolkit", "toolkit/linalg", "toolkit/loss", "toolkit/encode", "toolkit/kernel", "toolkit/params",
		"toolkit/structured", "toolkit/structured/rna", "toolkit/templates", "toolkit/solver", "toolkit/solver/lowrank",
		"toolkit/model/internal/container", "toolkit/structured/factor", "toolkit/structured/segments",
	},
	"toolkit/model/internal/container": {"toolkit/encode", "toolkit/linalg", "toolkit/solver"},
	"toolkit/structured/internal/logs": {},
	"toolkit/structured/matching":      {"toolkit"},
	"toolkit/structured/segments":      {"toolkit", "toolkit/linalg", "toolkit/structured/internal/logs"},
	"toolkit/toolkittest": {
		"toolkit", "toolkit/linalg", "toolkit/loss", "toolkit/prox", "toolkit/solver", "toolkit/solver/gradient",
		"toolkit/solver/bundle", "toolkit/solver/lowrank", "toolkit/toolkittest/internal/faults",
	},
	"toolkit/fit/structures": {
		"toolkit",
		"toolkit/linalg",
		"toolkit/prox",
		"toolkit/kernel",
		"toolkit/params",
		"toolkit/structured",
		"toolkit/structured/factor",
		"toolkit/structured/rna",
		"toolkit/structured/rna/energies",
		"toolkit/structured/segments",
		"toolkit/templates",
		"toolkit/model",
		"toolkit/model/grid",
		"toolkit/fit/internal/check",
		"toolkit/fit/measures",
		"toolkit/solver",
		"toolkit/solver/online",
		"toolkit/solver/bundle",
		"toolkit/solver/risk",
	},
	"toolkit/toolkittest/internal/faults": {"toolkit"},
}
