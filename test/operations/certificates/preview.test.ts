import { startTestApp, type TestApp } from '../../support/app.ts';
import { newAwardingCourse } from '../../support/certificates.ts';
import { faultsOf } from '../../support/learner.ts';
import { drawPages } from '../../support/pdf.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let path: string;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  path = `${(await newAwardingCourse(app, school)).path}preview/`;
});
afterAll(() => app.close());

async function preview(body: object): Promise<Buffer> {
  const answer = await fetch(`${app.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { ...school.browser.headers, Cookie: school.browser.cookie ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return Buffer.from(await answer.arrayBuffer());
}

const LONGEST = 'Prof. Dr. Maximiliane Alexandrina Freifrau von und zu Hohenstein-Wittgenstein '.repeat(3).slice(0, 200);
const DESIGNS = ['classic', 'modern', 'minimal'] as const;

test.each(DESIGNS)('the longest names fit on one page of each size in the design %s, with nothing at the edges', async (design) => {
  for (const [paper, orientation, ratio] of [
    ['a4', 'landscape', 297 / 210],
    ['letter', 'portrait', 8.5 / 11],
  ] as const) {
    const settings = {
      is_enabled: true,
      design,
      paper,
      orientation,
      title: 'W'.repeat(100),
      signature_name: LONGEST.slice(0, 100),
      signature_title: LONGEST.slice(0, 100),
    };
    const pages = await drawPages(await preview({ settings, name: LONGEST }), 50);
    expect(pages).toHaveLength(1);
    const [{ width, height, gray }] = pages as [(typeof pages)[0]];
    expect(width / height).toBeCloseTo(ratio, 1);
    // Only the frame and the bands of a design reach into the outer 16 mm, and no text does.
    const margin = Math.round((16 / 25.4) * 50);
    const inside = (x: number, y: number) => gray[y * width + x] as number;
    const column = Array.from({ length: height - 2 * Math.round((30 / 25.4) * 50) }, (_, y) => inside(margin, y + Math.round((30 / 25.4) * 50)));
    expect(Math.min(...column)).toBeGreaterThan(200);
  }
});

test('a preview without settings shows the stored ones, and changes nothing', async () => {
  expect(await drawPages(await preview({}), 36)).toHaveLength(1);
  const { rows } = await app.database.pool.query('select count(*)::int as count from certificates');
  expect(rows[0].count).toBe(0);
});

test('a name with a letter that cannot be printed is refused', async () => {
  expect(await faultsOf(school.browser.call('post', path, { name: 'Zoë 🦋' }))).toEqual(['name unprintable']);
});
