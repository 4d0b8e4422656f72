import { chromium } from 'playwright-core';
import sharp from 'sharp';

/** Takes the picture of the API reference for the README. Usage: reference-picture.ts [url of a running service] */
const url = process.argv[2] ?? 'http://localhost:3000';
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/docs/reference/agent-courses#createAgentCourse`);
  await page.waitForLoadState('networkidle');
  const file = new URL('../generated/docs/reference.webp', import.meta.url);
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 70 })
    .toFile(file.pathname);
  console.log(`Wrote generated/docs/reference.webp, ${Math.round(size / 1000)} KB.`);
} finally {
  await browser.close();
}
