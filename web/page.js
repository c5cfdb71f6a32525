// One page: loads its program, and shows how far it is, what went wrong, and the first frame.
import { touchAsMouse } from "./touch.js";
import { keysOfButtons } from "./keys.js";
import "./files.js";

const { program, bytes } = document.body.dataset;
const element = (id) => document.getElementById(id);
const canvas = element("game");

function show(message) {
    element("progress").hidden = true;
    element("message").textContent = message;
    element("cover").hidden = false;
}

// A program that panics says why with console.error, and ends with an error that says nothing.
let lastError = "";
const log = console.error;
console.error = (...words) => {
    lastError = words.join(" ");
    log(...words);
};
function stopped(error) {
    document.body.dataset.state = "stopped";
    const isPanic = error instanceof WebAssembly.RuntimeError && lastError;
    show(`The program has stopped:\n\n${isPanic ? lastError : error}`);
}
addEventListener("error", (event) => stopped(event.error ?? event.message));
addEventListener("unhandledrejection", (event) => stopped(event.reason));
canvas.addEventListener("webglcontextlost", () => stopped("the browser has taken the graphics card away: reload the page"));

// The first call that draws is the first frame.
const calls = ["drawArrays", "drawElements", "drawArraysInstanced", "drawElementsInstanced"];
function whenDrawn(then) {
    const card = WebGL2RenderingContext.prototype;
    const draws = calls.map((call) => card[call]);
    calls.forEach((call, nth) => {
        card[call] = function (...values) {
            calls.forEach((other, at) => (card[other] = draws[at]));
            then();
            return draws[nth].apply(this, values);
        };
    });
}

async function load() {
    if (!document.createElement("canvas").getContext("webgl2")) {
        document.body.dataset.state = "no webgl2";
        return show("This browser has no WebGL2, which the program draws with. Try another browser, or allow hardware acceleration.");
    }
    whenDrawn(() => {
        document.body.dataset.state = "runs";
        performance.mark("first frame");
        element("cover").hidden = true;
        canvas.focus();
    });
    const [{ default: start }, response] = await Promise.all([import(`./${program}.js`), fetch(`./${program}_bg.wasm`)]);
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
    let loaded = 0;
    const counted = response.body.pipeThrough(
        new TransformStream({
            transform(part, out) {
                loaded += part.length;
                element("progress").value = loaded / bytes;
                out.enqueue(part);
            },
        }),
    );
    const headers = { "Content-Type": "application/wasm" };
    await start({ module_or_path: new Response(counted, { headers }) });
}

touchAsMouse(element("stage"), canvas);
keysOfButtons(canvas);
load().catch(stopped);
