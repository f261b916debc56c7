"""Whether proxlab parse score counts UAS, LAS and CLAS as conll18_ud_eval does, to the digit, for files of CoNLL-U.

    python bench/las.py GOLD PREDICTED [--proxlab PATH] [--script conll18_ud_eval.py]

Without --script it is fetched from its authors' repository, at the revision and with the checksum below.
"""

import argparse, hashlib, importlib.util, json, pathlib, subprocess, sys, tempfile, urllib.request

REVISION = "f2bc4dd16326d149d68bb53b427d3266fbe6a00a"
ADDRESS = f"https://raw.githubusercontent.com/ufal/conll2018/{REVISION}/evaluation_script/conll18_ud_eval.py"
SHA256 = "589506a892ccb4aa8b0164b2dcc6536ecb571441786f0618c0f6328656c1a582"

p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
p.add_argument("gold")
p.add_argument("predicted")
p.add_argument("--proxlab", default="proxlab")
p.add_argument("--script")
a = p.parse_args()
text = pathlib.Path(a.script).read_bytes() if a.script else urllib.request.urlopen(ADDRESS).read()
if (found := hashlib.sha256(text).hexdigest()) != SHA256:
    sys.exit(f"{a.script or ADDRESS} has the SHA-256 {found}, and not {SHA256}")
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder, "conll18_ud_eval.py")
    path.write_bytes(text)
    spec = importlib.util.spec_from_file_location("conll18_ud_eval", path)
    theirs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(theirs)
scores = theirs.evaluate(theirs.load_conllu_file(a.gold), theirs.load_conllu_file(a.predicted))
run = subprocess.run([a.proxlab, "parse", "score", "--json", a.gold, a.predicted], check=True, capture_output=True)
ours = json.loads(run.stdout)
if "labels" not in ours:
    sys.exit("a word of one of the files has no relation")
differ = False
for name, value in [("UAS", ours["uas_with_punctuation"]), ("LAS", ours["labels"]["las_with_punctuation"]),
                    ("CLAS", ours["labels"]["content_las"])]:
    other = 100 * scores[name].f1
    equal = abs(value - other) < 1e-9
    differ |= not equal
    print(f"{name}: proxlab {value:.6f}, conll18_ud_eval {other:.6f}, {'equal' if equal else 'DIFFERENT'}")
sys.exit(differ)
