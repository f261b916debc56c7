// Runs a page's program without a page, and asks it once. Usage: node ask.mjs PROGRAM NAME VALUES ; prints the reply.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const [program, name, values] = process.argv.slice(2);
globalThis.window = globalThis;
(0, eval)(readFileSync(program, "utf8"));
(0, eval)(window.proxlabModule.go);
globalThis.proxlabReady = () => globalThis.proxlabAnswer(name, values, (reply) => { console.log(reply); process.exit(0); });
const go = new Go();
const { instance } = await WebAssembly.instantiate(gunzipSync(Buffer.from(window.proxlabModule.module, "base64")), go.importObject);
go.run(instance);
