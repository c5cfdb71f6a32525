// Buttons that press keys, for those without a keyboard.
const words = { Space: " ", Digit1: "1", Digit2: "2" };

export function keysOfButtons(canvas) {
    for (const button of document.querySelectorAll("button[data-key]")) {
        const code = button.dataset.key;
        const send = (type) => canvas.dispatchEvent(new KeyboardEvent(type, { code, key: words[code] ?? code, bubbles: true }));
        button.addEventListener("pointerdown", () => send("keydown"));
        button.addEventListener("pointerup", () => {
            send("keyup");
            canvas.focus();
        });
        button.addEventListener("pointerleave", () => send("keyup"));
    }
}
