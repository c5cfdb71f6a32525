// What a person does on some of the pages, and what must be seen then. Points are pixels of the canvas.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Picture } from "./picture.mjs";

async function look(page) {
    return new Picture(await page.locator("#game").screenshot());
}

// Repeats a look until it shows something: programs of this machine may draw only some frames a second.
async function lookUntil(page, shows) {
    let picture;
    for (let times = 0; times < 20; times++) {
        picture = await look(page);
        if (shows(picture)) return picture;
        await page.waitForTimeout(500);
    }
    return picture;
}

async function waitFrames(page) {
    await page.evaluate(async () => {
        for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame);
    });
}

// Clicks as slowly as a person: what is under the mouse is known a frame after it has moved.
async function click(page, position) {
    const canvas = await page.locator("#game").boundingBox();
    await page.mouse.move(canvas.x + position.x, canvas.y + position.y);
    await waitFrames(page);
    await page.mouse.down();
    await waitFrames(page);
    await page.mouse.up();
    await waitFrames(page);
}

async function tap(page, position) {
    await page.locator("#game").tap({ position });
    await waitFrames(page);
}

// Fingers on the canvas, as many as wanted at once.
async function touch(page) {
    const canvas = await page.locator("#game").boundingBox();
    const browser = await page.context().newCDPSession(page);
    return (type, ...points) => {
        const touchPoints = points.map(([x, y], id) => ({ x: canvas.x + x, y: canvas.y + y, id }));
        return browser.send("Input.dispatchTouchEvent", { type, touchPoints });
    };
}

const isSoldier = (red, green, blue) => red > 120 && green < 70 && blue < 70;

// The dashes of the path of the next wave.
const isDash = (red, green, blue) => green > 200 && red < 130 && blue < 130;
const around = ({ x, y }, away) => ({ x: x - away, y: y - away, width: 2 * away, height: 2 * away });

// Builds a tower on the path: it bends around the tower.
async function bendsThePath(page, press) {
    const at = { x: 800, y: 288 };
    const before = await lookUntil(page, (picture) => picture.count(isDash) > 100);
    assert.ok(before.count(isDash, around(at, 60)) > 30, "the path leads through the cell at first");
    await press(page, at);
    const after = await lookUntil(page, (picture) => picture.count(isDash, around(at, 60)) === 0);
    assert.equal(after.count(isDash, around(at, 60)), 0, "the path keeps away from the tower");
    assert.ok(after.count(isDash) > 100, "there is a path");
}

const isPath = (red, green, blue) => red > 180 && green > 60 && green < 120 && blue < 60;
const isWall = (red, green, blue) => red < 60 && green < 60 && blue < 80 && blue > 50;
const buttons = { start: { x: 33, y: 76 }, goal: { x: 87, y: 76 }, load: { x: 202, y: 45 }, save: { x: 253, y: 45 } };
const replay = { page: { x: 142, y: 16 }, load: { x: 634, y: 16 }, save: { x: 685, y: 16 }, play: { x: 101, y: 684 } };

// Sets a start and a goal: there is a path between them.
async function givesAPath({ page }, press) {
    const [start, goal] = [{ x: 400, y: 200 }, { x: 1000, y: 500 }];
    const before = await look(page);
    for (const position of [buttons.start, start, buttons.goal, goal]) await press(page, position);
    const isThere = (picture) => [start, goal].every((at) => picture.count(isPath, around(at, 40)) > 20);
    assert.ok(!isThere(before), "the path is elsewhere at first");
    assert.ok(isThere(await lookUntil(page, isThere)), "the path leads from the start to the goal");
    await page.close();
}

export const play = {
    playground: {
        "a start and a goal give a path": async ({ open }) => {
            await givesAPath(await open("?map=empty"), click);
        },
        "fingers do the same": async ({ open }) => {
            await givesAPath(await open("?map=empty", { hasTouch: true }), tap);
        },
        "a map is saved as a download, and another one is loaded": async ({ open }) => {
            const { page } = await open("?map=empty");
            const download = page.waitForEvent("download");
            await click(page, buttons.save);
            const saved = await download;
            assert.equal(saved.suggestedFilename(), "board.txt");
            assert.match(readFileSync(await saved.path(), "utf8"), /^size 40 24$/m);
            const chooser = page.waitForEvent("filechooser");
            await click(page, buttons.load);
            const rows = ["..........", ...Array(8).fill("@@@@@@@@@."), ".........."];
            const map = `type octile\nheight 10\nwidth 10\nmap\n${rows.join("\n")}\n`;
            assert.ok((await look(page)).count(isWall) < 200_000, "there are no walls at first");
            await (await chooser).setFiles({ name: "walls.map", mimeType: "text/plain", buffer: Buffer.from(map) });
            const hasWalls = (picture) => picture.count(isWall) > 100_000;
            assert.ok(hasWalls(await lookUntil(page, hasWalls)), "the walls of the map are shown");
            await page.close();
        },
        "a recording is loaded, played, and saved as a download": async ({ open }) => {
            const { page } = await open("?map=empty");
            await click(page, replay.page);
            const isDrawn = (red, green, blue) => Math.max(red, green, blue) > 70;
            const stage = { x: 0, y: 40, width: 1280, height: 570 };
            const shown = (picture) => picture.count(isDrawn, stage);
            assert.equal(shown(await lookUntil(page, (picture) => shown(picture) === 0)), 0, "there is nothing at first");
            const file = new URL("../../tests/recordings/storm_0.tilerec", import.meta.url);
            const chooser = page.waitForEvent("filechooser");
            await click(page, replay.load);
            await (await chooser).setFiles(fileURLToPath(file));
            const first = await lookUntil(page, (picture) => shown(picture) > 10_000);
            assert.ok(shown(first) > 10_000, "the map of the recording is shown");
            await click(page, replay.play);
            const moves = (picture) => picture.changes(first, stage) > 50;
            assert.ok(moves(await lookUntil(page, moves)), "the agents walk");
            const download = page.waitForEvent("download");
            await click(page, replay.save);
            const saved = await download;
            assert.match(saved.suggestedFilename(), /\.tilerec$/);
            assert.ok(readFileSync(await saved.path()).equals(readFileSync(file)), "it is the file that was loaded");
            await page.close();
        },
    },
    rts: {
        "one finger selects soldiers, and two that tap send them": async ({ open }) => {
            const { page } = await open("", { hasTouch: true });
            const fingers = await touch(page);
            await fingers("touchStart", [170, 200]);
            for (let part = 1; part <= 8; part++) {
                await fingers("touchMove", [170 + 56 * part, 200 + 18 * part]);
                await waitFrames(page);
            }
            await fingers("touchEnd");
            await waitFrames(page);
            // To the right of all soldiers.
            const away = { x: 640, y: 140, width: 300, height: 180 };
            assert.ok((await look(page)).count(isSoldier, away) < 20, "no soldier is there at first");
            await fingers("touchStart", [880, 260], [920, 260]);
            await fingers("touchEnd");
            const areThere = (picture) => picture.count(isSoldier, away) > 200;
            assert.ok(areThere(await lookUntil(page, areThere)), "soldiers walk there");
            await page.close();
        },
    },
    tower_defense: {
        "a tower bends the path": async ({ open }) => {
            const { page } = await open("?screen=play");
            await bendsThePath(page, click);
            await page.close();
        },
        "a tower is built by a finger": async ({ open }) => {
            const { page } = await open("?screen=play", { hasTouch: true });
            await bendsThePath(page, tap);
            await page.close();
        },
        "a wrong option is named": async ({ open }) => {
            await assert.rejects(open("?map=moon"), /moon/);
        },
    },
};
