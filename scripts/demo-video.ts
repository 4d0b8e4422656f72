import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Makes the video of the demo: slides about the forgetting curve. A lossy WebP is a single VP8 key frame, so a WebM of them needs no video encoder. */

const FILE = new URL('../src/domain/upkeep/demo/forgetting.webm', import.meta.url);
const [WIDTH, HEIGHT] = [640, 360];
const FRAME_MS = 1000;
const SLIDES = [
  ['The forgetting curve', 'A talk in 24 seconds'],
  ['1885', 'Hermann Ebbinghaus learns lists of syllables.'],
  ['After 20 minutes', '58% is left.'],
  ['After a day', '34% is left.'],
  ['What helps?', 'Not reading it again.'],
  ['Recall it!', 'Close the book, and say what was in it.'],
] as const;
const SLIDE_MS = 4000;
const CURVE = 'M60 70 C 90 210, 170 260, 580 285';

const picture = ([title, text]: (typeof SLIDES)[number], done: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="100%" height="100%" fill="#14324f"/><path d="M60 60V300H590" stroke="#7f99b3" stroke-width="2" fill="none"/>
<clipPath id="done"><rect width="${60 + 530 * done}" height="${HEIGHT}"/></clipPath><path d="${CURVE}" stroke="#ffce5c" stroke-width="5" fill="none" clip-path="url(#done)"/>
<g font-family="sans-serif" fill="#fff" text-anchor="middle"><text x="350" y="120" font-size="38" font-weight="700">${title}</text><text x="350" y="165" font-size="21">${text}</text></g></svg>`;

const bytes = (value: number, length: number): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64BE(BigInt(value));
  return buffer.subarray(8 - length);
};
const double = (value: number): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleBE(value);
  return buffer;
};

/** Encodes an EBML element, whose length always has eight bytes. */
function element(id: number, ...content: readonly (Buffer | string | number)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === 'number' ? bytes(part, 4) : Buffer.from(part as Buffer))));
  const name = bytes(id, id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1);
  return Buffer.concat([name, Buffer.from([1]), bytes(body.length, 7), body]);
}

/** Puts key frames of VP8 into a WebM that can be played from any of them. */
function webm(frames: readonly Buffer[]): Buffer {
  const info = element(
    0x1549a966,
    element(0x2ad7b1, 1_000_000),
    element(0x4489, double(frames.length * FRAME_MS)),
    element(0x4d80, 'lms'),
    element(0x5741, 'lms'),
  );
  const size = element(0xe0, element(0xb0, WIDTH), element(0xba, HEIGHT));
  const tracks = element(0x1654ae6b, element(0xae, element(0xd7, 1), element(0x73c5, 1), element(0x83, 1), element(0x86, 'V_VP8'), size));
  const clusters = frames.map((frame, index) => element(0x1f43b675, element(0xe7, index * FRAME_MS), element(0xa3, Buffer.from([0x81, 0, 0, 0x80]), frame)));
  const seekTo = (position: number) => element(0x114d9b74, element(0x4dbb, element(0x53ab, 0x1c53bb6b), element(0x53ac, position)));
  const before = seekTo(0).length + info.length + tracks.length;
  let at = before;
  const cues = clusters.map((cluster, index) => {
    const cue = element(0xbb, element(0xb3, index * FRAME_MS), element(0xb7, element(0xf7, 1), element(0xf1, at)));
    at += cluster.length;
    return cue;
  });
  const types = [
    element(0x4286, 1),
    element(0x42f7, 1),
    element(0x42f2, 4),
    element(0x42f3, 8),
    element(0x4282, 'webm'),
    element(0x4287, 2),
    element(0x4285, 2),
  ];
  return Buffer.concat([element(0x1a45dfa3, ...types), element(0x18538067, seekTo(at), info, tracks, ...clusters, element(0x1c53bb6b, ...cues))]);
}

/** Renders a picture as a WebP, and returns its key frame: there is no other chunk. */
async function keyFrame(svg: string): Promise<Buffer> {
  const file = await sharp(Buffer.from(svg)).flatten().webp({ quality: 35 }).toBuffer();
  return file.subarray(20, 20 + file.readUInt32LE(16));
}

const frames: Buffer[] = [];
for (const [index, slide] of SLIDES.entries()) {
  const frame = await keyFrame(picture(slide, (index + 1) / SLIDES.length));
  for (let ms = 0; ms < SLIDE_MS; ms += FRAME_MS) frames.push(frame);
}
await writeFile(FILE, webm(frames));
console.log(`Wrote ${FILE.pathname}, ${frames.length} frames.`);
