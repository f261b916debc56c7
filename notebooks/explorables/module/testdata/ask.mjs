// Runs a page's program without a page, and asks it once. Usage: node ask.mjs PROGRAM NAME VALUES ; prints the reply.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const [program, name, values] = process.argv.slice(2);
globalThis.window = globalThis;
(0, eval)(new TextDecoder("utf-16").decode(readFileSync(program)));
(0, eval)(window.proxlabModule.go);
globalThis.proxlabReady = () => globalThis.proxlabAnswer(name, values, (reply) => { console.log(reply); process.exit(0); });
const letters = [...window.proxlabModule.module].map((l) => (l.charCodeAt() - 0x4000).toString(2).padStart(15, "0"));
const bits = letters.map((l) => [...l].reverse().join("")).join(""); // the lowest first
const packed = Uint8Array.from({ length: window.proxlabModule.bytes }, (_, k) => parseInt([...bits.slice(8 * k, 8 * k + 8)].reverse().join(""), 2));
const go = new Go();
const { instance } = await WebAssembly.instantiate(gunzipSync(packed), go.importObject);
go.run(instance);
