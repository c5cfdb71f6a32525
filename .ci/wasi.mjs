// Runs a program for wasm32-wasip1, such as a test: `node .ci/wasi.mjs PROGRAM ARGUMENTS…`.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const program = process.argv[2];
const wasi = new WASI({ version: "preview1", args: process.argv.slice(2), env: {} });
const { instance } = await WebAssembly.instantiate(await readFile(program), wasi.getImportObject());
process.exitCode = wasi.start(instance);
