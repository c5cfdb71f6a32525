// What a picture of the page shows.
import { PNG } from "pngjs";

export class Picture {
    constructor(bytes) {
        const { data, width, height } = PNG.sync.read(bytes);
        Object.assign(this, { data, width, height });
    }

    color(x, y) {
        const at = 4 * (y * this.width + x);
        return [this.data[at], this.data[at + 1], this.data[at + 2]];
    }

    // How many colours there are, of 4,096: a blank page has one.
    colors() {
        const seen = new Set();
        for (let at = 0; at < this.data.length; at += 4) {
            seen.add(((this.data[at] >> 4) << 8) | ((this.data[at + 1] >> 4) << 4) | (this.data[at + 2] >> 4));
        }
        return seen.size;
    }

    // The pixels that look like this, in an area of the picture.
    count(looks, { x = 0, y = 0, width = this.width, height = this.height } = {}) {
        let count = 0;
        for (let row = y; row < y + height; row++) {
            for (let column = x; column < x + width; column++) {
                if (looks(...this.color(column, row))) count += 1;
            }
        }
        return count;
    }

    // The pixels of an area that have another colour than in another picture.
    changes(other, { x, y, width, height }) {
        const differs = (column, row) => this.color(column, row).some((part, nth) => part !== other.color(column, row)[nth]);
        let count = 0;
        for (let row = y; row < y + height; row++) {
            for (let column = x; column < x + width; column++) {
                if (differs(column, row)) count += 1;
            }
        }
        return count;
    }

    // The pixels that differ from another picture, and are this far from a point.
    differences(other, looks, from = { x: 0, y: 0 }, away = 0) {
        let count = 0;
        for (let y = 0; y < this.height; y++) {
            for (let x = 0; x < this.width; x++) {
                const differs = looks(...this.color(x, y)) !== looks(...other.color(x, y));
                if (differs && Math.hypot(x - from.x, y - from.y) >= away) count += 1;
            }
        }
        return count;
    }
}
