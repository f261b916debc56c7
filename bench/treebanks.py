"""LAS and processor time of proxlab parse and UDPipe 1 on treebanks of Universal Dependencies, by gold tags.

    pip install ufal.udpipe==1.4.0.1
    python bench/treebanks.py [UD_Hungarian-Szeged …] [--folder DIR] [--ours | --theirs] [--dev]

A treebank is fetched from its own repository at the revision below, unless DIR has a folder of its name. Both learn
from the train part, with the dev part held out, and parse the test part (--dev: the dev part, to choose by) with its
tags and features; heads and relations are judged by conll18_ud_eval, which is fetched as las.py does, and by proxlab
parse score: the numbers must be equal.
"""

import argparse, hashlib, importlib.util, json, os, pathlib, resource, subprocess, sys, tempfile, urllib.request

REVISIONS = {
    "UD_Hungarian-Szeged": "8f08ba648e6f6345212a721b7cb1ad78c5924f0e",
    "UD_Afrikaans-AfriBooms": "a6dd726120c8bf1a0f8fb40f6a9ca15e880a192a",
}
STEMS = {"UD_Hungarian-Szeged": "hu_szeged", "UD_Afrikaans-AfriBooms": "af_afribooms"}
EVALUATION = ("https://raw.githubusercontent.com/ufal/conll2018/f2bc4dd16326d149d68bb53b427d3266fbe6a00a/"
              "evaluation_script/conll18_ud_eval.py")
SHA256 = "589506a892ccb4aa8b0164b2dcc6536ecb571441786f0618c0f6328656c1a582"

UDPIPE = """
import sys
from ufal.udpipe import Model, Pipeline, ProcessingError, Sentence, Sentences, InputFormat, Trainer

def read(path):
    all, sentence, reader = Sentences(), Sentence(), InputFormat.newConlluInputFormat()
    reader.setText(open(path, encoding="utf-8").read())
    problem = ProcessingError()
    while reader.nextSentence(sentence, problem):
        all.append(sentence)
        sentence = Sentence()
    assert not problem.occurred(), problem.message
    return all

train, dev, test, out, options = sys.argv[1:]
problem = ProcessingError()
data = Trainer.train("morphodita_parsito", read(train), read(dev), "none", "none", options, problem)
assert not problem.occurred(), problem.message
open(out + ".udpipe", "wb").write(data)
model = Model.load(out + ".udpipe")  # which a pipeline does not hold on to
text = Pipeline(model, "conllu", Pipeline.NONE, Pipeline.DEFAULT, "conllu").process(
    open(test, encoding="utf-8").read(), problem)
assert not problem.occurred(), problem.message
open(out, "w", encoding="utf-8").write(text)
"""


def evaluation(script, work):
    """The judges' module."""
    text = script.read_bytes() if script else urllib.request.urlopen(EVALUATION).read()
    if hashlib.sha256(text).hexdigest() != SHA256:
        sys.exit("conll18_ud_eval.py is another than that of the shared task")
    path = work / "conll18_ud_eval.py"
    path.write_bytes(text)
    spec = importlib.util.spec_from_file_location("conll18_ud_eval", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def part_of(name, part, a, work):
    """A part's file, fetched where there is none."""
    folder = a.folder / name if a.folder and (a.folder / name).is_dir() else work / name
    path = folder / f"{STEMS[name]}-ud-{part}.conllu"
    if not path.exists():
        folder.mkdir(exist_ok=True)
        root = "https://raw.githubusercontent.com/UniversalDependencies"
        path.write_bytes(urllib.request.urlopen(f"{root}/{name}/{REVISIONS[name]}/{path.name}").read())
    return path


def crossing(path):
    """The share, in percent, of the words of a file whose arc another one crosses."""
    words = wrong = 0
    for text in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line.split("\t") for line in text.split("\n") if line and line[0] != "#"]
        arcs = [sorted((int(w[0]), int(w[6]))) for w in lines if w[0].isdigit()]
        words += len(arcs)
        wrong += sum(any(a < c < b < d or c < a < d < b for c, d in arcs) for a, b in arcs)
    return 100 * wrong / words


def seconds(commands):
    """Processor seconds of commands on one core, one after another."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for words in commands:
        subprocess.run([str(w) for w in words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       env={**os.environ, "GOMAXPROCS": "1"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def scores(judge, a, gold, out):
    """UAS, LAS and CLAS, on which both judges must agree."""
    theirs = judge.evaluate(judge.load_conllu_file(str(gold)), judge.load_conllu_file(str(out)))
    run = subprocess.run([a.proxlab, "parse", "score", "--json", gold, out], check=True, capture_output=True)
    ours = json.loads(run.stdout)
    labels = ours["labels"]
    said = {"UAS": ours["uas_with_punctuation"], "LAS": labels["las_with_punctuation"], "CLAS": labels["content_las"]}
    for key, value in said.items():
        if abs(value - 100 * theirs[key].f1) > 1e-9:
            sys.exit(f"{out}: {key} is {value} by proxlab parse score, {100 * theirs[key].f1} by conll18_ud_eval")
    return " | ".join("%.2f" % value for value in said.values())


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("treebanks", nargs="*", default=list(REVISIONS))
    p.add_argument("--folder", type=pathlib.Path)
    p.add_argument("--script", type=pathlib.Path, help="conll18_ud_eval.py, where it is not to be fetched")
    p.add_argument("--proxlab", default="proxlab")
    p.add_argument("--options", default="", help="of proxlab parse train, as --feats=false")
    p.add_argument("--udpipe", default="transition_system=swap;transition_oracle=static_lazy", help="UDPipe's options")
    p.add_argument("--dev", action="store_true")
    who = p.add_mutually_exclusive_group()
    who.add_argument("--ours", action="store_true")
    who.add_argument("--theirs", action="store_true")
    a = p.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        judge = evaluation(a.script, work)
        print("| treebank | arcs that cross, % | parser | UAS | LAS | CLAS | processor seconds |\n"
              "| --- | ---: | --- | ---: | ---: | ---: | ---: |")
        for name in a.treebanks:
            train, dev, test = (part_of(name, part, a, work) for part in ("train", "dev", "test"))
            judged, model = dev if a.dev else test, work / f"{name}.parser"
            ours, theirs = work / f"{name}.ours", work / f"{name}.theirs"
            runs = []
            if not a.theirs:
                learn = [a.proxlab, "parse", "train", train, "--dev", dev, "-o", model, *a.options.split()]
                runs.append(("proxlab", ours, [learn, [a.proxlab, "parse", "predict", model, judged, "-o", ours]]))
            if not a.ours:
                learn = [sys.executable, "-c", UDPIPE, train, dev, judged, theirs, a.udpipe]
                runs.append(("UDPipe 1", theirs, [learn]))
            for parser, out, commands in runs:
                spent = seconds(commands)
                found = scores(judge, a, judged, out)
                print(f"| {name} | {crossing(train):.1f} | {parser} | {found} | {spent:.0f} |", flush=True)


if __name__ == "__main__":
    main()
