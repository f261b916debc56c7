package kubernetes_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/reproduce/kubernetes"
)

// job is one with all fields.
func job() kubernetes.Job {
	return kubernetes.Job{
		Name: "proxlab-demo", Image: "registry.example.org/proxlab:1", Command: []string{"proxlab", `say "it": #1`},
		Shards: 8, AtOnce: 2, Claim: "shared", Mount: "/proxlab", CPU: "1", Memory: "2Gi",
		Env: []kubernetes.Env{{Name: "PROXLAB_DATA", Value: "/proxlab/data"}},
	}
}

const wanted = `---
apiVersion: batch/v1
kind: Job
metadata:
  name: "proxlab-demo"
spec:
  completionMode: Indexed
  completions: 8
  parallelism: 2
  backoffLimit: 8 # a pod that fails or is moved begins again, once each on the average
  ttlSecondsAfterFinished: 604800 # with its pods and their logs it is gone a week after its end
  template:
    spec:
      restartPolicy: OnFailure
      automountServiceAccountToken: false # it asks nothing of the cluster
      securityContext:
        runAsNonRoot: true
        runAsUser: 65532
        runAsGroup: 65532
        fsGroup: 65532 # who may write to the volume, where its driver goes by that
        seccompProfile:
          type: RuntimeDefault
      containers:
        - name: proxlab
          image: "registry.example.org/proxlab:1"
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true # it writes to the volume alone
            capabilities:
              drop: ["ALL"]
          command:
            - "proxlab"
            - "say \"it\": #1"
            - "--shard"
            - "auto/8"
          env:
            - name: "PROXLAB_DATA"
              value: "/proxlab/data"
          resources:
            requests:
              cpu: "1"
              memory: "2Gi"
            limits:
              cpu: "1"
              memory: "2Gi"
          volumeMounts:
            - name: shared
              mountPath: "/proxlab"
      volumes:
        - name: shared
          persistentVolumeClaim:
            claimName: "shared"
`

func TestManifest(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	if err := job().Write(&b); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(wanted, b.String()); d != "" {
		t.Errorf("manifest:\n%s", d)
	}
	b.Reset()
	plain := job()
	plain.AtOnce, plain.Env = 0, nil
	if err := plain.Write(&b); err != nil || !strings.Contains(b.String(), "parallelism: 8") ||
		strings.Contains(b.String(), "env:") {
		t.Errorf("error %v:\n%s", err, b.String())
	}
}

// TestTimedNodes: tasks that measure time have a Job of their own, one pod on nodes of their own.
func TestTimedNodes(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	j := job()
	j.TimedNodes = "example.org/use=timing"
	if err := j.Write(&b); err != nil {
		t.Fatal(err)
	}
	others, timed, both := strings.Cut(strings.TrimPrefix(b.String(), "---\n"), "---\n")
	if !both {
		t.Fatalf("one Job:\n%s", b.String())
	}
	own := "      nodeSelector: # where nothing else runs\n        \"example.org/use\": \"timing\"\n" +
		"      tolerations:\n        - key: \"example.org/use\"\n          value: \"timing\"\n"
	timed = strings.Replace(timed, own, "", 1)
	for from, to := range map[string]string{
		`"proxlab-demo-timed"`: `"proxlab-demo"`, "auto/1:timed": "auto/8:untimed", "completions: 1\n": "completions: 8\n",
		"parallelism: 1\n": "parallelism: 2\n", "backoffLimit: 1 ": "backoffLimit: 8 ",
	} {
		timed = strings.Replace(timed, from, to, 1)
	}
	if d := cmp.Diff(others, timed); d != "" {
		t.Errorf("but for its name, its part and its nodes a Job is as the other:\n%s", d)
	}
	if d := cmp.Diff(strings.TrimPrefix(wanted, "---\n"), strings.Replace(others, ":untimed", "", 1)); d != "" {
		t.Errorf("but for its part the first Job is as without such nodes:\n%s", d)
	}
}

func TestWhatKubernetesWouldRefuse(t *testing.T) {
	t.Parallel()
	for says, spoil := range map[string]func(*kubernetes.Job){
		`name "Demo"`:     func(j *kubernetes.Job) { j.Name = "Demo" },
		"no image":        func(j *kubernetes.Job) { j.Image = "" },
		"too few":         func(j *kubernetes.Job) { j.Shards = 0 },
		"VolumeClaim":     func(j *kubernetes.Job) { j.Claim = "a b" },
		"not absolute":    func(j *kubernetes.Job) { j.Mount = "work" },
		"processors":      func(j *kubernetes.Job) { j.CPU = "two" },
		"amount of memor": func(j *kubernetes.Job) { j.Memory = "2GB" },
		"label of nodes":  func(j *kubernetes.Job) { j.TimedNodes = "timed" },
	} {
		j := job()
		spoil(&j)
		if err := j.Write(&strings.Builder{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: error %v", says, err)
		}
	}
}
