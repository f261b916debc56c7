package toolkit_test

// commands are the rooms of the command, and which others each may import.
const commands = "cmd/proxlab/internal/"

var commandRooms = map[string][]string{
	"ui":         {},
	"models":     {"ui"},
	"words":      {"ui", "models"},
	"times":      {"ui", "words"},
	"topics":     {"ui", "words"},
	"intervals":  {"ui", "words"},
	"report":     {"ui"},
	"fitting":    {"ui", "models", "words", "times", "topics", "report", "intervals"},
	"serve":      {"ui", "words", "fitting"},
	"predicting": {"ui", "models", "words", "times", "fitting", "machines", "intervals"},
	"machines":   {"ui", "words"},
	"passing":    {"ui", "fitting", "words"},
	"learning":   {"ui", "models"},
	"pilot":      {},
	"structures": {"ui", "models", "learning", "pilot"},
	"graphs":     {"ui", "models", "learning"},
	"labelsets":  {"ui", "models", "learning"},
	"matrices":   {"ui"},
	"studies":    {"ui"},
	"articles":   {},
	"own":        {"ui"},
	"lab":        {"ui", "own", "studies", "articles"},
}
