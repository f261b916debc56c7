package machine

import (
	"math"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// hierarchy is a tree of control groups that bound memory, as it is mounted.
type hierarchy struct {
	mount, root string // where, and which group it shows there
	files       groupFiles
}

// groupFiles are the names of a version's files.
type groupFiles struct{ limit, used, cache string }

var (
	groupsV1 = groupFiles{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"}
	groupsV2 = groupFiles{"memory.max", "memory.current", "inactive_file"}
)

// controlGroups are the limits of the groups that the process is in, and of all above them: each bounds what is within.
//
// Source: Linux, Documentation/admin-guide/cgroup-v1/memory.rst and cgroup-v2.rst.
func controlGroups(root string) (out []Limit) {
	text, err := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	if err != nil {
		return nil
	}
	var in = map[groupFiles]string{} // the process's group in each version
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		switch {
		case len(parts) < 3:
		case parts[0] == "0" && parts[1] == "":
			in[groupsV2] = parts[2]
		case hasWord(parts[1], "memory"):
			in[groupsV1] = parts[2]
		}
	}
	for _, h := range hierarchies(root) {
		group, known := in[h.files]
		if !known {
			continue
		}
		// A container may see less than the whole tree: then the mount shows the group h.root.
		within, below := strings.CutPrefix(group, strings.TrimSuffix(h.root, "/"))
		if !below || within != "" && within[0] != '/' || strings.HasPrefix(group, "/..") {
			within = "/"
		}
		for at := path.Clean("/" + within); ; at = path.Dir(at) {
			if l, bounds := h.limit(root, at); bounds {
				out = append(out, l)
			}
			if at == "/" {
				break
			}
		}
	}
	return out
}

// hierarchies finds the trees among the mounts.
func hierarchies(root string) (out []hierarchy) {
	text, err := os.ReadFile(filepath.Join(root, "proc/self/mountinfo"))
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		before, after, _ := strings.Cut(line, " - ")
		where, what := strings.Fields(before), strings.Fields(after)
		switch {
		case len(where) < 5 || len(what) < 3:
		case what[0] == "cgroup2":
			out = append(out, hierarchy{where[4], where[3], groupsV2})
		case what[0] == "cgroup" && hasWord(what[2], "memory"):
			out = append(out, hierarchy{where[4], where[3], groupsV1})
		}
	}
	return out
}

func hasWord(list, word string) bool {
	for w := range strings.SplitSeq(list, ",") {
		if w == word {
			return true
		}
	}
	return false
}

// limit is that of one group; false where it has none. Files that are cached and were not used lately are given up
// before anything is killed: they count as left.
func (h hierarchy) limit(root, group string) (Limit, bool) {
	dir := filepath.Join(root, h.mount, group)
	number := func(name string) float64 {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return math.NaN()
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64) // "max" is none
		if err != nil {
			return math.NaN()
		}
		return v
	}
	whole, used := number(h.files.limit), number(h.files.used)
	if !(whole < 1<<60) || math.IsNaN(used) { // version 1 says so that there is no limit
		return unlimited, false
	}
	used -= keyed(filepath.Join(dir, "memory.stat"))[h.files.cache]
	return Limit{whole - used, whole, "the control group " + group + " (" + h.files.limit + ")"}, true
}
