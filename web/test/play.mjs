// What a person does on some of the pages, and what must be seen then. Points are pixels of the canvas.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
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

// The dashes of the path of the next wave.
const isDash = (red, green, blue) => green > 200 && red < 130 && blue < 130;
const around = ({ x, y }, away) => ({ x: x - away, y: y - away, width: 2 * away, height: 2 * away });

// Builds a tower on the path: it bends around the tower.
async function bendsThePath(page, click) {
    const at = { x: 800, y: 288 };
    const before = await lookUntil(page, (picture) => picture.count(isDash) > 100);
    assert.ok(before.count(isDash, around(at, 60)) > 30, "the path leads through the cell at first");
    await click(page, at);
    const after = await lookUntil(page, (picture) => picture.count(isDash, around(at, 60)) === 0);
    assert.equal(after.count(isDash, around(at, 60)), 0, "the path keeps away from the tower");
    assert.ok(after.count(isDash) > 100, "there is a path");
}

export const play = {
    tower_defense: {
        "a tower bends the path": async ({ open }) => {
            const { page } = await open("?screen=play");
            await bendsThePath(page, (page, position) => page.locator("#game").click({ position }));
            await page.close();
        },
        "a tower is built by a finger": async ({ open }) => {
            const { page } = await open("?screen=play", { hasTouch: true });
            await bendsThePath(page, (page, position) => page.locator("#game").tap({ position }));
            await page.close();
        },
        "a wrong option is named": async ({ open }) => {
            await assert.rejects(open("?map=moon"), /moon/);
        },
    },
};
