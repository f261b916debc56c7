package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// study is a good manifest: an indexed Job and, before it, the claim that it mounts.
func study(t *testing.T) string {
	t.Helper()
	manifest, err := os.ReadFile("testdata/study.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(manifest)
}

// replace is the manifest with one text instead of another, which must be there.
func replace(t *testing.T, manifest, from, to string) string {
	t.Helper()
	if !strings.Contains(manifest, from) {
		t.Fatalf("the manifest has no %q", from)
	}
	return strings.Replace(manifest, from, to, 1)
}

func TestGoodManifest(t *testing.T) {
	manifest := study(t)
	_, job, _ := strings.Cut(manifest, "---\n")
	named := "  name: study\n  labels:"
	for name, good := range map[string]string{
		"as it is":              manifest,
		"space and comments":    "# nothing\n---\n\n---\n" + manifest + "\n---\n# nothing\n",
		"a name to be made":     replace(t, manifest, named, "  generateName: study-\n  labels:"),
		"a namespace":           replace(t, manifest, named, "  namespace: science\n"+named),
		"one retry of an index": replace(t, manifest, "backoffLimit: 24", "backoffLimitPerIndex: 1"),
		"the Job alone":         job,
		"JSON": `{"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "study"}, "spec":
			{"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}`,
	} {
		if complaints := check([]byte(good)); len(complaints) > 0 {
			t.Errorf("%s: %s", name, strings.Join(complaints, "\n"))
		}
	}
}

// TestBadManifest breaks one place of the good manifest at a time and expects a complaint that names it.
func TestBadManifest(t *testing.T) {
	manifest := study(t)
	const (
		claim     = "document 1 (PersistentVolumeClaim study): "
		job       = "document 2 (Job study): "
		pod       = "spec.template.spec"
		container = pod + ".containers[0]"
		variable  = `value: "2"`
		limit     = "limits:\n              memory: "
		mount     = "- name: out\n              mountPath"
	)
	long := "name: " + strings.Repeat("a", 62) + "\n  labels"
	for name, c := range map[string]struct{ from, to, want string }{
		"misspelt field":      {"parallelism:", "paralelism:", job + `unknown field "spec.paralelism"`},
		"misspelt deep field": {"mountPath:", "mountpath:", `unknown field "` + container + `.volumeMounts[0].mountpath"`},
		"field twice":         {"  completions: 12", "  completions: 12\n  completions: 13", `"completions" already set`},

		"text for a number": {"completions: 12", `completions: "12"`, "spec.completions: json: cannot unmarshal string"},
		"fraction":          {"completions: 12", "completions: 1.5", "spec.completions: json: cannot unmarshal number"},
		"number for a text": {variable, "value: 2", container + ".env[0].value: json: cannot unmarshal number"},
		"text for a list":   {"[proxlab, plan, run]", "proxlab", container + ".command: json: cannot unmarshal string"},

		"quantity":            {limit + "4Gi", limit + "4Gb", container + ".resources.limits.memory: quantities must"},
		"request above limit": {"memory: 4Gi", "memory: 5Gi", container + ".resources.requests: Invalid value"},
		"negative":            {"parallelism: 4", "parallelism: -4", job + "spec.parallelism: Invalid value"},
		"enum":                {"Indexed", "Index", job + `spec.completionMode: Unsupported value: "Index"`},
		"policy of no Job":    {"Never", "Always", pod + ".restartPolicy: Required value"},
		"no policy":           {"restartPolicy: Never", "hostNetwork: false", pod + ".restartPolicy: Required value"},
		"no completions":      {"  completions: 12\n", "", job + "spec.completions: Required value"},
		"no image":            {"image: registry.example/proxlab:1.0", "tty: false", container + ".image: Required value"},
		"no path":             {"mountPath: /out", "readOnly: false", container + ".volumeMounts[0].mountPath: Required"},
		"mount of nothing":    {mount, strings.Replace(mount, "out", "in", 1), container + ".volumeMounts[0].name: Not"},
		"volume of no claim":  {"claimName: study", "readOnly: true", pod + ".volumes[0].persistentVolumeClaim.claimName: "},
		"long name":           {"name: study\n  labels", long, "metadata.name: Invalid value"},
		"variable twice": {
			variable, variable + "\n            - name: GOMAXPROCS\n              " + variable,
			job + "warning: " + container + ".env[1]: hides previous definition",
		},

		"unknown kind":    {"kind: Job", "kind: Jobs", "document 2 (Jobs study): kind: the server knows none"},
		"other kind":      {"kind: Job", "kind: CronJob", "document 2 (CronJob study): kind: this kind is not checked"},
		"no kind":         {"kind: Job\n", "", "document 2: kind: Required value"},
		"unknown version": {"batch/v1", "batch/v2", job + "kind: the server knows none"},
		"no version":      {"apiVersion: batch/v1\n", "", job + "apiVersion: Required value"},
		"no YAML":         {"    spec:", "  spec:\n :", "document 2: yaml: line"},

		"size of a claim":  {"storage: 10Gi", "storage: 10Gib", claim + "spec.resources.requests.storage: quantities must"},
		"claim of no size": {"storage: 10Gi", "cpu: 1", claim + "spec.resources[storage]: Required value"},
		"access mode":      {"ReadWriteMany", "ReadMany", claim + `spec.accessModes: Unsupported value: "ReadMany"`},
	} {
		t.Run(name, func(t *testing.T) {
			complaints := strings.Join(check([]byte(replace(t, manifest, c.from, c.to))), "\n")
			if !strings.Contains(complaints, c.want) {
				t.Errorf("got  %q\nwant %q", complaints, c.want)
			}
		})
	}
}

func TestMissingTemplate(t *testing.T) {
	manifest, _, _ := strings.Cut(study(t), "  template:")
	complaints := strings.Join(check([]byte(manifest)), "\n")
	if !strings.Contains(complaints, "spec.template.spec.containers: Required value") {
		t.Errorf("got %q", complaints)
	}
}

func TestNoDocuments(t *testing.T) {
	for manifest, want := range map[string]string{
		"":                   "the manifest has no documents",
		"---\n":              "the manifest has no documents",
		"# a comment\n---\n": "the manifest has no documents",
		"study\n":            "document 1: not an object with apiVersion, kind, metadata and spec",
		"[study]\n":          "document 1: not an object with apiVersion, kind, metadata and spec",
	} {
		if complaints := check([]byte(manifest)); len(complaints) != 1 || complaints[0] != want {
			t.Errorf("%q: got %q, want %q", manifest, complaints, want)
		}
	}
}

func TestCommand(t *testing.T) {
	bad := replace(t, study(t), "parallelism: 4", "parallelism: -4")
	for name, c := range map[string]struct {
		args      []string
		in        string
		code      int
		out, said string
	}{
		"a file":         {[]string{"testdata/study.yaml"}, "", 0, "ok\n", ""},
		"standard input": {nil, study(t), 0, "ok\n", ""},
		"complaints":     {nil, bad, 1, "document 2 (Job study): spec.parallelism: ", ""},
		"no such file":   {[]string{"testdata/nothing.yaml"}, "", 2, "", "testdata/nothing.yaml"},
		"two files":      {[]string{"a", "b"}, "", 2, "", "2 files were named"},
	} {
		var out, diagnostics bytes.Buffer
		code := run(c.args, strings.NewReader(c.in), &out, &diagnostics)
		if code != c.code || !strings.HasPrefix(out.String(), c.out) || !strings.Contains(diagnostics.String(), c.said) {
			t.Errorf("%s: exit code %d, printed %q and %q", name, code, &out, &diagnostics)
		}
	}
}
