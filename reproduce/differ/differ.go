package differ

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Kind says what a value is of, and so whether it may explain results that differ.
type Kind string

// The kinds: what is asked for, by what and on what it was computed, from what, what came out, and how long it took.
const (
	Settings Kind = "settings"
	Versions Kind = "versions"
	Data     Kind = "data"
	Machine  Kind = "machine"
	Results  Kind = "results"
	Times    Kind = "times"
)

// Kinds are all, in the order in which they are shown.
var Kinds = []Kind{Settings, Versions, Data, Machine, Results, Times}

// kindOf are the kinds of names, the last of a path first; what has none is a result.
var kindOf = map[string]Kind{
	"seed": Settings, "scale": Settings, "mode": Settings, "command": Settings, "study": Settings, "plan": Settings,
	"sweep": Settings, "settings": Settings, "about": Settings, "lambda": Settings, "mu": Settings, "loss": Settings,
	"penalty": Settings, "standardize": Settings, "tol": Settings, "parameter": Settings, "made": Settings,
	"features": Settings, "target": Settings, "n": Settings, "d": Settings, "k": Settings,
	"revision": Versions, "toolkit": Versions, "modules": Versions, "go": Versions, "version": Versions,
	"format": Versions, "data": Data, "sha256": Data, "kind": Data,
	"cpu": Machine, "cores": Machine, "memory": Machine, "os": Machine, "kernel": Machine, "processors": Machine,
	"processor": Machine, "level": Machine,
	"seconds": Times, "started": Times, "times": Times,
}

// kind is that of a path.
func (c *Contents) kind(at string) Kind {
	words := strings.Split(at, "/")
	last := words[len(words)-1]
	for k := len(words) - 1; k > 0 && strings.Trim(last, "0123456789") == ""; k-- { // of a list, which has the name
		last = words[k-1]
	}
	timed := last == "Seconds" || slices.ContainsFunc(c.times, func(pattern string) bool {
		ok, err := path.Match(pattern, last)
		return ok && err == nil
	})
	const value = 4 // tables/ID/rows/ROW/VALUE
	switch {
	case words[0] == "config":
		return Settings
	case timed:
		return Times
	case words[0] == "tables" && len(words) > value && (words[value] == "data" || words[value] == "processors"):
		return kindOf[words[value]]
	case slices.Contains([]string{"tables", "curves", "claims", "results"}, words[0]):
		return Results
	}
	for _, w := range slices.Backward(words) {
		if k, known := kindOf[w]; known {
			return k
		}
	}
	return Results
}

// Difference is a value that one has and the other has not, or has otherwise; "" for one that is not there.
type Difference struct {
	Path, A, B string
	Kind       Kind
	// Relative is |a − b|/max(|a|, |b|) of numbers; +Inf of what is none.
	Relative float64
}

// Report is what differs: all values that do, and how many there are of each kind.
type Report struct {
	A, B  string
	Found []Difference // by kinds, and of each kind the largest first
	All   map[Kind]int
}

// Between compares contents.
func Between(a, b *Contents) Report {
	r := Report{A: a.Name, B: b.Name, All: map[Kind]int{}}
	one := func(at, x, y string) {
		k := a.kind(at)
		if k == Results {
			k = b.kind(at)
		}
		r.All[k]++
		if x != y {
			r.Found = append(r.Found, Difference{at, x, y, k, relative(x, y)})
		}
	}
	for at, x := range a.values {
		one(at, x, b.values[at])
	}
	for at, y := range b.values {
		if _, both := a.values[at]; !both {
			one(at, "", y)
		}
	}
	slices.SortFunc(r.Found, func(x, y Difference) int {
		return cmp.Or(cmp.Compare(slices.Index(Kinds, x.Kind), slices.Index(Kinds, y.Kind)),
			cmp.Compare(y.Relative, x.Relative), cmp.Compare(x.Path, y.Path))
	})
	return r
}

func relative(x, y string) float64 {
	a, errA := strconv.ParseFloat(x, 64)
	b, errB := strconv.ParseFloat(y, 64)
	d := math.Abs(a-b) / math.Max(math.Abs(a), math.Abs(b))
	if errA != nil || errB != nil || math.IsNaN(d) {
		return math.Inf(1)
	}
	return d
}

// Of are the differences of a kind.
func (r Report) Of(k Kind) []Difference {
	return slices.DeleteFunc(slices.Clone(r.Found), func(d Difference) bool { return d.Kind != k })
}
