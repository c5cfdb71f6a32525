// Opens the pages in a Chromium without a screen: node web/test/test.mjs [--pictures] [EXAMPLE...]
//
// Each page must draw, without an error on its console. Some are played. `--pictures` stores the pictures of the index.
import { chromium } from "playwright-core";
import { accessSync, readFileSync, writeFileSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { Picture } from "./picture.mjs";
import { play } from "./play.mjs";
import { serve } from "./server.mjs";

const web = join(import.meta.dirname, "..");
const size = { width: 1280, height: 760 };
// The graphics of a machine without a card take a while to compile shaders.
const patience = 180_000;

function browser() {
    const names = ["chromium", "chromium-browser", "google-chrome"];
    const places = process.env.PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
    const runs = (file) => {
        try {
            accessSync(file, constants.X_OK);
            return true;
        } catch {
            return false;
        }
    };
    const found = [process.env.CHROMIUM, ...places].find((file) => file && runs(file));
    if (!found) throw new Error(`there is no Chromium: set CHROMIUM, or install one of ${names.join(", ")}`);
    return found;
}

function pages() {
    const lines = readFileSync(join(web, "pages.txt"), "utf8").split("\n");
    return lines.filter((line) => line && !line.startsWith("#")).map((line) => line.split("|")[0].trim());
}

// Opens a page, and waits until it draws and its assets are there.
async function open(name, options = "", settings = {}) {
    const context = await program.newContext({ viewport: size, ...settings });
    const page = await context.newPage();
    const errors = [];
    // Bevy looks for settings beside each asset, and does without.
    const isFault = (message) => message.type() === "error" && !message.location().url.endsWith(".meta");
    page.on("console", (message) => isFault(message) && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(`${server.address}/${name}.html${options}`);
    await page.waitForFunction(() => document.body.dataset.state, null, { timeout: patience });
    const state = await page.evaluate(() => document.body.dataset.state);
    if (state !== "runs") {
        const message = await page.locator("#message").textContent();
        await page.close();
        throw new Error(`${name}: ${state}: ${message}`);
    }
    const first = await page.evaluate(() => performance.getEntriesByName("first frame")[0].startTime);
    await page.waitForTimeout(4000);
    return { page, errors, first };
}

// The frames of some seconds, in milliseconds: the mean and the longest.
async function frames(page, seconds) {
    return page.evaluate(async (seconds) => {
        const frame = () => new Promise(requestAnimationFrame);
        const [begin, times] = [await frame(), []];
        for (let last = begin; last < begin + 1000 * seconds; ) {
            const now = await frame();
            times.push(now - last);
            last = now;
        }
        return { mean: times.reduce((a, b) => a + b) / times.length, longest: Math.max(...times) };
    }, seconds);
}

async function store(bytes, file) {
    const page = await program.newPage();
    const small = await page.evaluate(async (url) => {
        const image = await createImageBitmap(await (await fetch(url)).blob());
        const canvas = new OffscreenCanvas(480, 270);
        const pencil = canvas.getContext("2d");
        pencil.imageSmoothingQuality = "high";
        pencil.drawImage(image, 0, 0, 480, 270);
        const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 });
        return Array.from(new Uint8Array(await blob.arrayBuffer()));
    }, `data:image/png;base64,${bytes.toString("base64")}`);
    writeFileSync(file, Buffer.from(small));
    await page.close();
}

const words = process.argv.slice(2);
const stores = words.includes("--pictures");
const chosen = words.filter((word) => !word.startsWith("--"));
const server = await serve(join(web, "dist"));
const args = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"];
let program = await chromium.launch({ executablePath: browser(), args });
let failed = 0;

for (const name of pages().filter((name) => chosen.length === 0 || chosen.includes(name))) {
    try {
        const { page, errors, first } = await open(name);
        const bytes = await page.locator("#stage").screenshot();
        const colors = new Picture(bytes).colors();
        if (colors < 8) throw new Error(`there are only ${colors} colours: nothing is drawn`);
        if (stores) await store(bytes, join(web, "pictures", `${name}.jpg`));
        const { mean, longest } = await frames(page, 3);
        await page.close();
        for (const [what, played] of Object.entries(play[name] ?? {})) {
            await played({ open: (options, settings) => open(name, options, settings) });
            console.log(`${name}: ${what}`);
        }
        if (errors.length > 0) throw new Error(errors.join("\n"));
        const times = `first frame after ${(first / 1000).toFixed(1)} s, then ${mean.toFixed(0)} ms a frame, the longest ${longest.toFixed(0)} ms`;
        console.log(`${name}: ${times}, ${colors} colours`);
    } catch (error) {
        failed += 1;
        console.error(`${name}: FAILED: ${error.stack}`);
    }
}
await program.close();

// A browser without WebGL2 says so.
try {
    program = await chromium.launch({ executablePath: browser(), args: [...args, "--disable-3d-apis"] });
    const page = await program.newPage({ viewport: size });
    const name = chosen[0] ?? pages()[0];
    await page.goto(`${server.address}/${name}.html`);
    const message = page.locator("#message");
    await message.waitFor({ timeout: patience });
    const [text, state] = [await message.textContent(), await page.evaluate(() => document.body.dataset.state)];
    if (state !== "no webgl2" || !text.includes("WebGL2")) throw new Error(`${state}: ${text}`);
    console.log(`${name} without WebGL2: ${text}`);
} catch (error) {
    failed += 1;
    console.error(`without WebGL2: FAILED: ${error.stack}`);
}
await program.close();
server.close();
process.exitCode = failed > 0 ? 1 : 0;
