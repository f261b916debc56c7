package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/validation/field"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	jobs "k8s.io/kubernetes/pkg/api/job"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	claims "k8s.io/kubernetes/pkg/api/persistentvolumeclaim"
	"k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/batch"
	_ "k8s.io/kubernetes/pkg/apis/batch/install" // Jobs are known
	batchvalidation "k8s.io/kubernetes/pkg/apis/batch/validation"
	"k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install" // and PersistentVolumeClaims
	corevalidation "k8s.io/kubernetes/pkg/apis/core/validation"
	"sigs.k8s.io/yaml"
)

// decoder reads any version of a kind that is installed, complains of fields that are unknown or named twice, and sets
// the defaults.
var decoder = serializer.NewCodecFactory(legacyscheme.Scheme, serializer.EnableStrict).UniversalDecoder()

// check is what a server would complain of in the documents of a manifest, one line each: "document 2 (Job study):
// spec.completions: Required value: …".
func check(manifest []byte) (complaints []string) {
	documents := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(manifest)))
	seen := 0
	for number := 1; ; number++ {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return append(complaints, fmt.Sprintf("document %d: %v", number, err))
		}
		if empty(document) {
			continue
		}
		seen++
		for _, c := range checkDocument(document) {
			c = strings.ReplaceAll(c, "\n ", "") // of a YAML error
			complaints = append(complaints, title(number, document)+": "+c)
		}
	}
	if seen == 0 {
		complaints = append(complaints, "the manifest has no documents")
	}
	return complaints
}

// empty says whether a document is nothing but space, comments and its own separator.
func empty(document []byte) bool {
	for line := range strings.Lines(string(document)) {
		line = strings.TrimSpace(line)
		if line != "" && line != "---" && !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}

// checkDocument is what a server would complain of in one document.
func checkDocument(document []byte) (complaints []string) {
	object, _, err := decoder.Decode(document, nil, nil)
	strict, lenient := runtime.AsStrictDecodingError(err)
	if err != nil && !lenient {
		return []string{undecodable(document, err)}
	}
	if lenient {
		for _, e := range strict.Errors() {
			complaints = append(complaints, e.Error())
		}
	}
	switch o := object.(type) {
	case *batch.Job:
		return append(complaints, checkJob(o)...)
	case *core.PersistentVolumeClaim:
		return append(complaints, checkClaim(o)...)
	}
	return []string{"kind: this kind is not checked: only Job and PersistentVolumeClaim are"}
}

// title names a document by its place in the manifest, and by its kind and name where it has them.
func title(number int, document []byte) string {
	var head struct {
		Kind     string
		Metadata struct{ Name string }
	}
	if err := yaml.Unmarshal(document, &head); err != nil || head.Kind == "" {
		return fmt.Sprintf("document %d", number)
	}
	return fmt.Sprintf("document %d (%s)", number, strings.TrimSpace(head.Kind+" "+head.Metadata.Name))
}

// checkJob does to a Job that was decoded what a server does before it stores it.
func checkJob(job *batch.Job) []string {
	complete(&job.ObjectMeta)
	if job.Spec.ManualSelector == nil || !*job.Spec.ManualSelector {
		selectOwnPods(job)
	}
	invalid := batchvalidation.ValidateJob(job, batchvalidation.JobValidationOptions{
		PodValidationOptions:  pod.GetValidationOptionsFromPodTemplate(&job.Spec.Template, nil),
		RequirePrefixedLabels: true,
	})
	warnings := jobs.WarningsForJobSpec(context.Background(), field.NewPath("spec"), &job.Spec, nil)
	return lines(invalid, warnings)
}

// checkClaim does to a PersistentVolumeClaim that was decoded what a server does before it stores it.
func checkClaim(claim *core.PersistentVolumeClaim) []string {
	complete(&claim.ObjectMeta)
	claims.NormalizeDataSources(&claim.Spec)
	options := corevalidation.ValidationOptionsForPersistentVolumeClaim(claim, nil)
	return lines(corevalidation.ValidatePersistentVolumeClaim(claim, options),
		claims.GetWarningsForPersistentVolumeClaim(claim))
}

// complete sets what a server knows of every new object.
func complete(meta *metav1.ObjectMeta) {
	if meta.Namespace == "" {
		meta.Namespace = metav1.NamespaceDefault
	}
	if meta.Name == "" && meta.GenerateName != "" {
		meta.Name = meta.GenerateName + "abcde"
	}
	meta.UID = "00000000-0000-0000-0000-000000000000"
}

// selectOwnPods labels the pods of a job and lets it select them by its label. What the manifest says of these is
// left as it is, for the validation to judge.
func selectOwnPods(job *batch.Job) {
	labels := map[string]string{
		batch.LegacyJobNameLabel:       job.Name,
		batch.JobNameLabel:             job.Name,
		batch.LegacyControllerUidLabel: string(job.UID),
		batch.ControllerUidLabel:       string(job.UID),
	}
	maps.Copy(labels, job.Spec.Template.Labels)
	job.Spec.Template.Labels = labels
	if job.Spec.Selector == nil {
		job.Spec.Selector = &metav1.LabelSelector{}
	}
	if job.Spec.Selector.MatchLabels == nil {
		job.Spec.Selector.MatchLabels = map[string]string{}
	}
	if _, set := job.Spec.Selector.MatchLabels[batch.ControllerUidLabel]; !set {
		job.Spec.Selector.MatchLabels[batch.ControllerUidLabel] = string(job.UID)
	}
}

// lines are errors and warnings as text.
func lines(invalid field.ErrorList, warnings []string) (text []string) {
	for _, e := range invalid {
		text = append(text, e.Error())
	}
	for _, w := range warnings {
		text = append(text, "warning: "+w)
	}
	return text
}
