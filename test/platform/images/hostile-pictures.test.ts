import { crc32, deflateSync } from 'node:zlib';
import { ImageTooLargeError, NotAnImageError, toWebp } from '../../../src/platform/images/image.ts';

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A black picture of one bit for each point, whose points compress to almost nothing. */
function png(width: number, height: number, ...others: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const points = deflateSync(Buffer.alloc(Math.min((Math.ceil(width / 8) + 1) * height, 1_000_000)));
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), ...others, chunk('IDAT', points), chunk('IEND', Buffer.alloc(0))]);
}

const BOX = { width: 100, height: 100 };
const GIF = Buffer.concat([
  Buffer.from('GIF89a\x10\x27\x10\x27\x80\0\0\0\0\0\xff\xff\xff', 'latin1'),
  ...Array.from({ length: 20_000 }, () => Buffer.from('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1')),
  Buffer.from(';'),
]);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"><image href="file:///etc/hostname"/></svg>');

test.each([
  ['a PNG of 30,000 by 30,000', png(30_000, 30_000), ImageTooLargeError],
  ['a PNG that is one point wide', png(1, 50_000_000), ImageTooLargeError],
  ['a PNG that is one point high', png(50_000_000, 1), ImageTooLargeError],
  ['a GIF of 20,000 frames', GIF, NotAnImageError],
  ['an SVG', SVG, NotAnImageError],
])('%s is refused before anything of it is decoded', async (_, bytes, refusal) => {
  const before = process.cpuUsage();
  await expect(toWebp(bytes, BOX)).rejects.toBeInstanceOf(refusal);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(500);
});

test('a picture with texts of 100 MB beside its points is read without them', async () => {
  const text = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(100_000_000), { level: 1 })]));
  expect(await toWebp(png(10, 10, text), BOX)).toMatchObject({ width: 10, height: 10 });
});
