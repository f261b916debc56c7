package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
)

// cluster has a control plane of local processes: etcd, an API server, controllers and the scheduler. Its nodes are
// played, its volume is a folder.
type cluster struct {
	*testing.T
	bin, dir string // of its programs, and of what they write
	url      string
	http     *http.Client
	volume   string
	program  string // that is in the image
	at       map[types.UID]*process
	nodes    map[string]string // where a pod ran, by its name
}

const token = "of-the-test"

// begin starts the programs of the control plane and waits until the server is ready. They end with the test. All
// controllers work but that of nodes, since no kubelet tells that they live.
func (c *cluster) begin() {
	c.Helper()
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	c.http = &http.Client{Transport: transport, Timeout: time.Minute}
	file := func(name string) string { return filepath.Join(c.dir, name) }
	var free [2]string
	for k := range free {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			c.Fatal(err)
		}
		free[k] = l.Addr().String()
		_ = l.Close()
	}
	store, server := free[0], free[1]
	c.url = "https://" + server
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		c.Fatal(err)
	}
	key := &pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(private)}
	config := fmt.Sprintf(`{"apiVersion": "v1", "kind": "Config", "current-context": "it",
		"contexts": [{"name": "it", "context": {"cluster": "it", "user": "it"}}],
		"clusters": [{"name": "it", "cluster": {"server": %q, "insecure-skip-tls-verify": true}}],
		"users": [{"name": "it", "user": {"token": %q}}]}`, c.url, token)
	if err := errors.Join(os.WriteFile(file("key"), pem.EncodeToMemory(key), 0o600),
		os.WriteFile(file("tokens"), []byte(token+",it,1,system:masters\n"), 0o600),
		os.WriteFile(file("config"), []byte(config), 0o600)); err != nil {
		c.Fatal(err)
	}
	c.start("server", "--data-dir="+file("etcd"), "--unsafe-no-fsync", "--listen-client-urls=http://"+store,
		"--advertise-client-urls=http://"+store, "--listen-peer-urls=http://127.0.0.1:0")
	c.start("kube-apiserver", "--etcd-servers=http://"+store, "--bind-address=127.0.0.1", "--cert-dir="+c.dir,
		"--secure-port="+server[strings.Index(server, ":")+1:], "--token-auth-file="+file("tokens"),
		"--authorization-mode=RBAC", "--disable-admission-plugins=TaintNodesByCondition",
		"--endpoint-reconciler-type=none", "--service-account-issuer=https://it", "--service-cluster-ip-range=10.0.0.0/24",
		"--service-account-signing-key-file="+file("key"), "--service-account-key-file="+file("key"))
	c.await(5*time.Minute, "the API server is ready", func() bool {
		return c.call(http.MethodGet, "/readyz", "", nil) == nil
	})
	args := []string{"--kubeconfig=" + file("config"), "--leader-elect=false", "--secure-port=0",
		"--authentication-skip-lookup"}
	c.start("kube-scheduler", args...)
	c.start("kube-controller-manager", append(args, "--controllers=*,-node-lifecycle-controller")...)
}

// start starts a program until the test ends; the end of what it says is shown where the test fails.
func (c *cluster) start(name string, args ...string) {
	c.Helper()
	var said bytes.Buffer
	cmd := exec.Command(filepath.Join(c.bin, name), args...)
	cmd.Stdout, cmd.Stderr = &said, &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() {
		_ = cmd.Process.Kill()
		if _ = cmd.Wait(); c.Failed() {
			c.Logf("%s:\n%s", name, said.Bytes()[max(0, said.Len()-4000):])
		}
	})
}

// call asks the server, and decodes its answer into out unless that is nil.
func (c *cluster) call(method, path, body string, out any) error {
	request, err := http.NewRequestWithContext(c.Context(), method, c.url+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/yaml")
	if method == http.MethodPatch {
		request.Header.Set("Content-Type", "application/strategic-merge-patch+json")
	}
	answer, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	switch {
	case err == nil && answer.StatusCode >= http.StatusBadRequest:
		err = fmt.Errorf("%s %s: %s: %s", method, path, answer.Status, text)
	case err == nil && out != nil:
		err = json.Unmarshal(text, out)
	}
	return err
}

// do is a call that succeeds.
func (c *cluster) do(method, path, body string, out any) {
	c.Helper()
	if err := c.call(method, path, body, out); err != nil {
		c.Fatal(err)
	}
}

// await waits until something holds.
func (c *cluster) await(most time.Duration, what string, holds func() bool) {
	c.Helper()
	tick, end := time.NewTicker(50*time.Millisecond), time.Now().Add(most)
	defer tick.Stop()
	for ; !holds(); <-tick.C {
		if time.Now().After(end) {
			c.Fatalf("in %v it did not come to this: %s", most, what)
		}
	}
}

// process is what runs for a pod.
type process struct {
	*exec.Cmd
	ended context.Context
}

func (r *process) kill() {
	_ = r.Process.Kill()
	<-r.ended.Done()
}

// confined runs "$@" as the user $2, who sees this machine's files and may write below $1 alone.
const confined = `dir=$1 user=$2; shift 2; mount --bind "$dir" "$dir" && mount -o remount,bind,ro / &&
exec setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs --bounding-set=-all "$@"`

// play brings all pods one turn further, and returns those at work.
func (c *cluster) play() (working []core.Pod) {
	c.Helper()
	var pods core.PodList
	c.do(http.MethodGet, space+"/pods", "", &pods)
	for _, pod := range pods.Items {
		r := c.at[pod.UID]
		switch {
		case pod.DeletionTimestamp != nil:
			if r != nil {
				r.kill()
			}
			_ = c.call(http.MethodDelete, space+"/pods/"+pod.Name+"?gracePeriodSeconds=0", "", nil) // it may be gone
		case r == nil && pod.Spec.NodeName != "":
			c.nodes[pod.Name] = pod.Spec.NodeName
			c.run(&pod)
		case r == nil || pod.Status.Phase != core.PodRunning: // it is to have a node, or has ended
		case r.ended.Err() == nil:
			working = append(working, pod)
		case r.ProcessState.Success():
			c.say(&pod, core.PodSucceeded)
		case pod.Spec.RestartPolicy == core.RestartPolicyOnFailure:
			c.run(&pod)
		default:
			c.say(&pod, core.PodFailed)
		}
	}
	return working
}

// run starts the container of a pod.
func (c *cluster) run(pod *core.Pod) {
	c.Helper()
	from := pod.Spec.Containers[0]
	var env, expand []string
	for _, e := range from.Env {
		if e.ValueFrom != nil { // a label or an annotation: metadata.labels['KEY']
			key := strings.Split(e.ValueFrom.FieldRef.FieldPath, "'")[1]
			e.Value = cmp.Or(pod.Labels[key], pod.Annotations[key])
		}
		env, expand = append(env, e.Name+"="+e.Value), append(expand, "$("+e.Name+")", e.Value)
	}
	words := []string{c.program}
	for _, w := range append(from.Command, from.Args...)[1:] {
		words = append(words, strings.NewReplacer(expand...).Replace(w))
	}
	if syscall.Getuid() == 0 {
		dir, user := from.VolumeMounts[0].MountPath, strconv.FormatInt(*pod.Spec.SecurityContext.RunAsUser, 10)
		words = append([]string{"unshare", "--mount", "sh", "-c", confined, "sh", dir, user}, words...)
	}
	var said strings.Builder
	ended, end := context.WithCancel(context.Background())
	r := &process{exec.Command(words[0], words[1:]...), ended}
	r.Env, r.Stderr = append(env, "PATH=/usr/bin:/bin"), &said
	if err := r.Start(); err != nil {
		c.Fatal(err)
	}
	go func() {
		defer end()
		if err := r.Wait(); err != nil {
			c.Logf("%s: %v %s", pod.Name, err, said.String())
		}
	}()
	c.at[pod.UID] = r
	c.say(pod, core.PodRunning)
}

func (c *cluster) say(pod *core.Pod, phase core.PodPhase) {
	c.do(http.MethodPatch, space+"/pods/"+pod.Name+"/status", `{"status": {"phase": "`+string(phase)+`"}}`, nil)
}
