// Fingers as a mouse: one is the left button; two are the wheel, by their distance, and the middle button, by their middle. Two that only tap are the
// right button.

// A finger that moves less than this, in pixels, and lies still for less than this, in milliseconds, may be the first of two.
const still = 8;
const patience = 400;
// How far two fingers move apart for the pixels of a wheel: twice the distance is as much as some five notches.
const pixelsOfDoubling = 320;

export function touchAsMouse(stage, canvas) {
    const fingers = new Map();
    // null, "waits", "left" or "two".
    let state = null;
    let timer = 0;
    let last = null;

    // A program sees what lies under the mouse a frame after it has moved, and takes a press and its release in one frame for nothing: a button goes
    // down or up in a frame of its own. All moves before it go in one frame.
    const waiting = [];
    const next = () => {
        for (let moved = false; waiting.length > 0; moved = true) {
            const { isButton, dispatch } = waiting[0];
            if (isButton && moved) break;
            waiting.shift();
            dispatch();
            if (isButton) break;
        }
        if (waiting.length > 0) requestAnimationFrame(next);
    };
    const queue = (isButton, dispatch) => {
        waiting.push({ isButton, dispatch });
        if (waiting.length === 1) requestAnimationFrame(next);
    };
    const send = (type, { x, y }, button, buttons) =>
        queue(type !== "pointermove", () => dispatch(type, { x, y }, button, buttons));
    const dispatch = (type, at, button, buttons) => {
        const { x, y } = at;
        // Only a mouse with a button held pulls.
        const [movementX, movementY] = buttons > 0 && last ? [x - last.x, y - last.y] : [0, 0];
        last = { x, y };
        const where = { clientX: x, clientY: y, movementX, movementY };
        const mouse = { pointerType: "mouse", pointerId: 1, isPrimary: true, button, buttons };
        canvas.dispatchEvent(new PointerEvent(type, { ...where, ...mouse, bubbles: true, cancelable: true }));
    };
    const turn = (at, deltaY) => {
        const where = { clientX: at.x, clientY: at.y, deltaY, bubbles: true, cancelable: true };
        queue(false, () => canvas.dispatchEvent(new WheelEvent("wheel", where)));
    };
    const pair = () => {
        const [a, b] = fingers.values();
        return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1) };
    };
    let two = null;
    // Where two fingers came down, unless they have moved since.
    let tapped = null;

    const press = () => {
        clearTimeout(timer);
        if (state !== "waits") return;
        state = "left";
        const [at] = fingers.values();
        send("pointermove", at.first, -1, 0);
        send("pointerdown", at.first, 0, 1);
    };
    const down = (event) => {
        const at = { x: event.clientX, y: event.clientY };
        fingers.set(event.pointerId, { ...at, first: at });
        if (fingers.size === 1) {
            state = "waits";
            timer = setTimeout(press, patience);
        } else if (fingers.size === 2) {
            clearTimeout(timer);
            const [first] = fingers.values();
            if (state === "left") send("pointerup", first, 0, 0);
            state = "two";
            two = pair();
            tapped = two;
            send("pointermove", two, -1, 0);
            send("pointerdown", two, 1, 4);
        }
    };
    const move = (event) => {
        const finger = fingers.get(event.pointerId);
        if (!finger) return;
        [finger.x, finger.y] = [event.clientX, event.clientY];
        if (state === "waits" && Math.hypot(finger.x - finger.first.x, finger.y - finger.first.y) > still) press();
        if (state === "left") send("pointermove", finger, -1, 1);
        if (state === "two") {
            const now = pair();
            send("pointermove", now, -1, 4);
            turn(now, -pixelsOfDoubling * Math.log2(now.apart / two.apart));
            two = now;
            const moved = tapped && Math.max(Math.hypot(now.x - tapped.x, now.y - tapped.y), Math.abs(now.apart - tapped.apart));
            if (moved > still) tapped = null;
        }
    };
    const up = (event) => {
        const finger = fingers.get(event.pointerId);
        if (!finger) return;
        if (state === "waits") press();
        fingers.delete(event.pointerId);
        if (state === "left") send("pointerup", finger, 0, 0);
        if (state === "two") {
            send("pointerup", two, 1, 0);
            if (tapped) {
                send("pointerdown", tapped, 2, 2);
                send("pointerup", tapped, 2, 0);
            }
        }
        // What is left of two fingers does nothing.
        state = null;
    };

    const handlers = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up };
    for (const [type, handle] of Object.entries(handlers)) {
        const take = (event) => {
            if (event.pointerType !== "touch" || event.target !== canvas) return;
            event.stopPropagation();
            event.preventDefault();
            handle(event);
        };
        stage.addEventListener(type, take, { capture: true });
    }
}
