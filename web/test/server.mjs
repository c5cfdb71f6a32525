// A server of the pages, for this machine only.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const types = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".wasm": "application/wasm",
    ".png": "image/png",
    ".jpg": "image/jpeg",
};

export async function serve(folder, port = 0) {
    const server = createServer(async (request, response) => {
        const path = normalize(new URL(request.url, "http://localhost").pathname);
        try {
            const body = await readFile(join(folder, path.endsWith("/") ? "index.html" : path));
            response.writeHead(200, { "Content-Type": types[extname(path)] ?? "application/octet-stream" });
            response.end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((done) => server.listen(port, "127.0.0.1", done));
    return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

// By itself: node web/test/server.mjs
if (import.meta.filename === process.argv[1]) {
    const { address } = await serve(join(import.meta.dirname, "../dist"), 8000);
    console.log(`open ${address}/index.html`);
}
