// Files of the playground: picked or dropped ones wait here until the program takes them; saved ones become downloads.
const arrived = [];

async function read(files) {
    for (const file of files) {
        arrived.push([file.name, new Uint8Array(await file.arrayBuffer())]);
    }
}

globalThis.files = {
    pick() {
        const input = document.createElement("input");
        input.type = "file";
        input.multiple = true;
        input.addEventListener("change", () => read(input.files));
        input.click();
    },
    // The name and the bytes of a file that has arrived, or nothing.
    take() {
        return arrived.shift();
    },
    save(name, bytes) {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    },
};

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
    event.preventDefault();
    read(event.dataTransfer.files);
});
