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
	} {
		j := job()
		spoil(&j)
		if err := j.Write(&strings.Builder{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: error %v", says, err)
		}
	}
}
