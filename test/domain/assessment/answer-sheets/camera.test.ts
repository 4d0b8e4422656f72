import sharp from 'sharp';
import { Chance } from '../../../../scripts/crash/chance.ts';
import { photograph } from '../../../support/answer-sheets/camera.ts';
import { printSheet } from '../../../support/answer-sheets/print.ts';
import { cameraOf, LAYOUT, SHEET } from '../../../support/answer-sheets/scene.ts';

test.each([
  ['webp', 1200, 1600],
  ['jpeg', 3600, 4800],
])('a noisy photo is written as %s of %i x %i points, because WebP cannot hold every larger one', async (format, width, height) => {
  const view = { ...cameraOf(LAYOUT, new Chance(3)), width, height, noise: 8, quality: 95, format: 'webp', orientation: 1 } as const;
  const photo = await photograph(printSheet(LAYOUT, SHEET), view, new Chance(1));
  expect(await sharp(photo).metadata()).toMatchObject({ format, width, height });
});
