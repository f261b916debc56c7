package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Where the pods and the Jobs of the namespace are.
const (
	space   = "/api/v1/namespaces/study"
	batches = "/apis/batch/v1/namespaces/study/jobs"
)

// TestJobs runs Jobs through the controllers and the scheduler of Kubernetes: of a study, whose pods are killed and
// deleted; of one that has nodes of its own for times; of the workers of a fit. All come to the bits of one process.
func TestJobs(t *testing.T) {
	bin, err := filepath.Abs("../../.bin/kubernetes")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(bin, "kube-scheduler")); err != nil || testing.Short() {
		t.Skip("left out: it is of the long form, and needs the programs of Kubernetes, which make kubernetes builds")
	}
	c := &cluster{T: t, bin: bin, dir: t.TempDir(), volume: t.TempDir(), at: map[types.UID]*process{},
		nodes: map[string]string{}}
	c.program = filepath.Join(c.volume, "proxlab")
	build := exec.Command("go", "build", "-o", c.program, "./cmd/proxlab")
	build.Dir, build.Env, build.Stderr = "../..", append(os.Environ(), "CGO_ENABLED=0"), t.Output()
	if err := errors.Join(build.Run(), os.Chmod(c.volume, 0o777), os.Chmod(filepath.Dir(c.volume), 0o777)); err != nil {
		t.Fatal(err)
	}
	c.begin()
	t.Cleanup(func() {
		for _, r := range c.at {
			r.kill()
		}
	})
	c.prepare()
	c.study("sparsity", "", 4)
	c.study("onlinemkl", " --timed-nodes proxlab=timing", 0)
	for pod, node := range c.nodes {
		if (node == "quiet") != strings.Contains(pod, "-timed-") {
			t.Errorf("pod %s ran on the node %q", pod, node)
		}
	}
	c.fit()
}

// prepare makes the namespace, whose pods are as the standard "restricted" wants them, the nodes, of which one is for
// times alone, and the volume with its claim.
func (c *cluster) prepare() {
	c.Helper()
	const (
		volume = `"storageClassName": "disk", "accessModes": ["ReadWriteMany"]`
		ready  = `"status": {"conditions": [{"type": "Ready", "status": "True"}],
			"allocatable": {"cpu": "8", "memory": "16Gi", "pods": "20"}}`
	)
	for _, o := range [][2]string{
		{"namespaces", `{"metadata": {"name": "study",
			"labels": {"pod-security.kubernetes.io/enforce": "restricted"}}}`},
		{"nodes", `{"metadata": {"name": "any"}, ` + ready + `}`},
		{"nodes", `{"metadata": {"name": "quiet", "labels": {"proxlab": "timing"}}, ` + ready + `,
			"spec": {"taints": [{"key": "proxlab", "value": "timing", "effect": "NoSchedule"}]}}`},
		{"persistentvolumes", `{"metadata": {"name": "disk"}, "spec": {` + volume + `, "capacity": {"storage": "1Gi"},
			"hostPath": {"path": "` + c.volume + `"}}}`},
		{"namespaces/study/persistentvolumeclaims", `{"metadata": {"name": "shared"}, "spec": {` + volume + `,
			"resources": {"requests": {"storage": "1Gi"}}}}`},
	} {
		c.do(http.MethodPost, "/api/v1/"+o[0], strings.ReplaceAll(o[1], "\t", ""), nil)
	}
}

// study runs a study by the Jobs of its manifest and compares. Faults are as of finish, as results come.
func (c *cluster) study(name, words string, faults int) {
	c.Helper()
	study := "reproduce " + name + " --data synthetic --out " + c.volume
	manifest := c.proxlab("reproduce " + name + " --data synthetic --out runs --kubernetes-manifest --shards 4" +
		" --pods-at-once 2 --pod-cpu 500m --pod-memory 1Gi --volume-claim shared --volume-mount " + c.volume + words)
	c.finish(manifest, faults, func(done int) bool {
		results, _ := filepath.Glob(c.volume + "/runs/" + name + "/tasks/results/*") // the pattern is right
		return len(results) >= 40*(done+1)
	})
	c.proxlab(study + "/runs --assemble")
	c.proxlab(study + "/alone")
	c.same("runs/"+name, "alone/"+name)
}

// fit has the workers of the manifest in docs/clusters.md take the passes of a fit.
func (c *cluster) fit() {
	c.Helper()
	draw := rand.New(rand.NewPCG(1, 2))
	for part := range 4 {
		rows := []byte("a,b,y\n")
		for range 20000 {
			a, b := draw.NormFloat64(), draw.NormFloat64()
			rows = fmt.Appendf(rows, "%.4f,%.4f,%v\n", a, b, a-b+draw.NormFloat64() > 0)
		}
		if err := os.WriteFile(fmt.Sprintf("%s/part%d.csv", c.volume, part), rows, 0o666); err != nil {
			c.Fatal(err)
		}
	}
	page, err := os.ReadFile("../../docs/clusters.md")
	if err != nil {
		c.Fatal(err)
	}
	_, manifest, _ := strings.Cut(string(page), "```yaml\n")
	manifest, _, _ = strings.Cut(manifest, "```")
	fit := strings.ReplaceAll("fit --data D/part*.csv --target y --loss logistic --penalty l1 --lambda 0.01max "+
		"--tol 1e-8 --model D/", "D/", c.volume+"/")
	c.proxlab(fit + "one --workers local:1")
	driver := exec.Command(c.program, strings.Fields(fit+"four --workers others:4 --folder "+c.volume+"/fit")...)
	if driver.Stderr = c.Output(); syscall.Getuid() == 0 {
		driver.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}
	}
	if err := driver.Start(); err != nil {
		c.Fatal(err)
	}
	c.finish(strings.ReplaceAll(manifest, " /proxlab", " "+c.volume), 2, func(done int) bool {
		_, err := os.Stat(fmt.Sprintf("%s/fit/found-000%d", c.volume, done-1))
		return err == nil || done == 0
	})
	if err := driver.Wait(); err != nil {
		c.Error(err)
	}
	c.same("one", "four")
}

// same compares what two files or folders say, but for times.
func (c *cluster) same(a, b string) {
	c.Helper()
	said := c.proxlab("diff " + filepath.Join(c.volume, a) + " " + filepath.Join(c.volume, b))
	if c.Log(said); !strings.Contains(said, "results are the same") {
		c.Errorf("%s and %s differ", a, b)
	}
}

// proxlab is what a command prints.
func (c *cluster) proxlab(words string) string {
	c.Helper()
	out, err := exec.Command(c.program, strings.Fields(words)...).Output()
	if e := (*exec.ExitError)(nil); errors.As(err, &e) {
		c.Fatalf("%s: %v: %s", words, err, e.Stderr)
	}
	return string(out)
}

// finish hands in the Jobs of a manifest and plays until they are complete. When it is due a process is killed, or a
// pod deleted, in turn. At last the Jobs' time to live ends, by which they are removed with their pods.
func (c *cluster) finish(manifest string, faults int, due func(done int) bool) {
	c.Helper()
	for _, text := range strings.Split("\n"+manifest, "\n---\n") {
		if strings.TrimSpace(text) != "" {
			c.do(http.MethodPost, batches+"?fieldValidation=Strict", text, nil)
		}
	}
	var all batch.JobList
	done := 0
	c.await(20*time.Minute, "the Jobs are complete", func() bool {
		if working := c.play(); done < faults && len(working) > 0 && due(done) {
			if pod := working[0]; done%2 == 0 {
				c.at[pod.UID].kill()
			} else {
				c.do(http.MethodDelete, space+"/pods/"+pod.Name, "", nil)
			}
			done++
		}
		all = batch.JobList{}
		c.do(http.MethodGet, batches, "", &all)
		return !slices.ContainsFunc(all.Items, func(job batch.Job) bool {
			if k := len(job.Status.Conditions); k > 0 && job.Status.Conditions[k-1].Type == batch.JobFailed {
				c.Fatalf("%s failed: %s", job.Name, job.Status.Conditions[k-1].Message)
			}
			return job.Status.CompletionTime == nil
		})
	})
	if c.Logf("%d Jobs are complete, %d pods were killed or deleted", len(all.Items), done); done < faults {
		c.Errorf("not %d", faults)
	}
	for _, job := range all.Items {
		c.do(http.MethodPatch, batches+"/"+job.Name, `{"spec": {"ttlSecondsAfterFinished": 0}}`, nil)
	}
	c.await(2*time.Minute, "Jobs whose time is over are removed, and their pods", func() bool {
		c.play()
		var left core.PodList
		c.do(http.MethodGet, space+"/pods", "", &left)
		return len(left.Items) == 0
	})
}
