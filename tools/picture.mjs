#!/usr/bin/env node
// tools/picture.mjs IN.png OUT.png [WIDTH] [COLOURS]: a small picture of a large one, for a README:
// scaled by the browser, written with a palette, so that a page takes some tens of kilobytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { launch } from '../tests/e2e/browser.mjs';

const [from, to, width = '640', colours = '96'] = process.argv.slice(2);

/** Pixels of the file at this width. */
async function scaled(path, wide) {
    const browser = await launch();
    const page = await browser.newPage();
    const source = `data:image/png;base64,${readFileSync(path).toString('base64')}`;
    const found = await page.evaluate(
        async ([url, target]) => {
            const image = new Image();
            image.src = url;
            await image.decode();
            const size = [image.naturalWidth, image.naturalHeight];
            const height = Math.round((size[1] * target) / size[0]);
            const canvas = new OffscreenCanvas(target, height);
            const pen = canvas.getContext('2d');
            pen.imageSmoothingQuality = 'high';
            pen.drawImage(image, 0, 0, target, height);
            const { data } = pen.getImageData(0, 0, target, height);
            let text = '';
            for (let i = 0; i < data.length; i += 8192) {
                text += String.fromCharCode(...data.subarray(i, i + 8192));
            }
            return { height, pixels: btoa(text) };
        },
        [source, wide],
    );
    await browser.close();
    return { width: wide, height: found.height, pixels: Buffer.from(found.pixels, 'base64') };
}

/** Median cut: boxes of colours, the one with the widest spread of many pixels divided first. */
function paletteOf(pixels, count) {
    const seen = new Map();
    for (let i = 0; i < pixels.length; i += 4) {
        const key = (pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2];
        seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    const colour = ([key]) => [key >> 16, (key >> 8) & 255, key & 255];
    const measure = (all) => {
        const spans = [0, 1, 2].map((axis) => {
            const values = all.map((one) => colour(one)[axis]);
            return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
        });
        const axis = spans.indexOf(Math.max(...spans));
        const many = all.reduce((sum, [, times]) => sum + times, 0);
        return { all, axis, weight: spans[axis] * Math.sqrt(many) };
    };
    const boxes = [measure([...seen])];
    while (boxes.length < count) {
        boxes.sort((a, b) => b.weight - a.weight);
        const [{ all, axis, weight }] = boxes;
        if (weight === 0) break;
        all.sort((a, b) => colour(a)[axis] - colour(b)[axis]);
        const half = all.reduce((sum, [, times]) => sum + times, 0) / 2;
        let sum = 0;
        let at = 0;
        while (at < all.length - 1 && (sum += all[at][1]) < half) at++;
        const cut = Math.max(1, Math.min(all.length - 1, at));
        boxes.splice(0, 1, measure(all.slice(0, cut)), measure(all.slice(cut)));
    }
    const index = new Map();
    const palette = boxes.map(({ all }, i) => {
        const sum = [0, 0, 0, 0];
        for (const one of all) {
            index.set(one[0], i);
            colour(one).forEach((value, axis) => (sum[axis] += value * one[1]));
            sum[3] += one[1];
        }
        return [0, 1, 2].map((axis) => Math.round(sum[axis] / sum[3]));
    });
    return { palette, index };
}

function crc32(data) {
    let sum = ~0;
    for (const byte of data) {
        sum ^= byte;
        for (let i = 0; i < 8; i++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
    }
    return ~sum >>> 0;
}

function chunk(name, data) {
    const body = Buffer.concat([Buffer.from(name), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body) >>> 0, body.length + 4);
    return out;
}

const picture = await scaled(from, Number(width));
const { palette, index } = paletteOf(picture.pixels, Number(colours));
const rows = Buffer.alloc((picture.width + 1) * picture.height); // each begins with "no filter"
for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
        const i = 4 * (y * picture.width + x);
        const { pixels } = picture;
        const key = (pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2];
        rows[y * (picture.width + 1) + 1 + x] = index.get(key);
    }
}
const head = Buffer.alloc(13);
head.writeUInt32BE(picture.width, 0);
head.writeUInt32BE(picture.height, 4);
head.set([8, 3, 0, 0, 0], 8); // eight bits, a palette
writeFileSync(
    to,
    Buffer.concat([
        Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
        chunk('IHDR', head),
        chunk('PLTE', Buffer.from(palette.flat())),
        chunk('IDAT', deflateSync(rows, { level: 9 })),
        chunk('IEND', Buffer.alloc(0)),
    ]),
);
