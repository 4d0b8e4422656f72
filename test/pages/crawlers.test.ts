import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus } from '../support/browser.ts';
import { newVisitor } from '../support/learner.ts';
import type { Row } from '../support/organisation.ts';
import { newSchool, type School } from '../support/school.ts';

let app: TestApp;
let school: School;
let course: Row;
let at: string;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  at = `organisation=${school.organisation.subdomain}`;
  course = await school.newCourse({
    title: 'Botany </script>',
    description: '**Leaves** and roots.',
    language: 'de',
    level: 'beginner',
    category: 13,
    status: 'published',
    estimated_duration_minutes: 90,
    start_date: '2027-03-01',
    sales_page_blocks: [
      { type: 'hero', title: 'Why <b>plants</b>?', text: 'They are **green**.' },
      { kind: 'faq', items: [{ question: 'How long?', answer: 'A month.' }, 7, 'Short'] },
      { type: 'image', src: 'javascript:x()' },
      null,
    ],
  });
  await school.newCourse({ title: 'Hidden', status: 'published', visibility: 'unlisted', slug: 'hidden' });
  await school.newCourse({ title: 'Draft', slug: 'draft' });
});
afterAll(() => app.close());

const open = (path: string) => new Browser(app).open(path);

test('the sitemap lists the public courses of the organisation and no others, and robots are led to it', async () => {
  const { status, headers, text } = await open(`/sitemap.xml?${at}&referral_token=abc`);
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('xml')]);
  expect(text).toContain(`/courses/${course.slug}?${at}</loc>`);
  expect(text).not.toMatch(/hidden|draft|referral/);
  const robots = await open(`/robots.txt?${at}`);
  expect(robots.headers['content-type']).toContain('text/plain');
  expect(robots.text).toMatch(/^User-agent: \*\n(Disallow: \/\S+\n)+\nSitemap: https?:\/\/\S+\/sitemap\.xml\?organisation=\S+\n$/);
  expect((await open('/robots.txt')).text).not.toContain('Sitemap');
  expect((await open('/sitemap.xml')).status).toBe(404);
});

test('a sitemap with more courses than one page holds lists its pages, which hold each course once', async () => {
  const large = await newSchool(app);
  await app.database.pool.query(
    `insert into courses (organisation_id, id, title, slug, status, visibility, level, grade_level, language, timezone, length_mode, schedule_basis, published_at)
       select $1, gen_random_uuid(), 'Course', 'course-' || n, 'published', 'public', 'all_levels', 'any', 'en', 'UTC', 'open_ended', 'enrollment', now() - make_interval(secs => n)
       from generate_series(1, 201) n`,
    [large.organisation.id],
  );
  const { text } = await open(`/sitemap.xml?organisation=${large.organisation.subdomain}`);
  const pages = [...text.matchAll(/<sitemap><loc>([^<]+)<\/loc><\/sitemap>/g)].map(([, url = '']) => new URL(url.replaceAll('&amp;', '&')));
  expect(pages.map(({ searchParams }) => searchParams.get('page'))).toEqual(['1', '2']);
  const lists = await Promise.all(pages.map(({ pathname, search }) => open(pathname + search)));
  const courses = lists.flatMap((list) => [...list.text.matchAll(/\/courses\/(course-\d+)\?/g)].map(([, slug]) => slug));
  expect([courses.length, new Set(courses).size]).toEqual([201, 201]);
});

describe('caches', () => {
  test.each(['/', '/catalogue', '/courses/botany-script', '/plans', '/legal/terms'])(
    'may keep %s for visitors, in each language, and learn whether it has changed',
    async (path) => {
      const shown = await open(`${path}?${at}`);
      expect([shown.status, shown.headers['cache-control'], shown.headers['set-cookie']]).toEqual([200, 'public, max-age=0, s-maxage=60', undefined]);
      const varies = (shown.headers.vary ?? '').split(', ');
      for (const name of ['Accept', 'Accept-Language', 'Cookie', 'X-Organisation']) expect(varies).toContain(name);
      const again = new Browser(app);
      again.headers['If-None-Match'] = shown.headers.etag ?? '';
      const known = await again.open(`${path}?${at}`);
      expect([known.status, known.text]).toEqual([304, '']);
      again.headers['Accept-Language'] = 'de';
      expect((await again.open(`${path}?${at}`)).status).toBe(200);
    },
  );

  test('keep nothing of somebody who is signed in, who was, or who has sent a form, and no page that is not public', async () => {
    const { browser } = await newVisitor(app, school);
    const gone = new Browser(app);
    gone.cookie = 'lms_session=over';
    const pages = [
      ...(await Promise.all([browser, gone].flatMap((one) => ['/', '/catalogue', `/courses/${course.slug}`].map((path) => one.open(`${path}?${at}`))))),
      await new Browser(app).submit(`/courses/${course.slug}?${at}`, { enroll: '1' }),
      await open(`/sign-in?${at}`),
      await open(`/courses/hidden?${at}`),
      await open(`/nowhere?${at}`),
    ];
    expect([...new Set(pages.map(({ headers }) => `${headers['cache-control']} ${headers.etag}`))]).toEqual(['private, no-store undefined']);
    expect((await browser.open(`/sitemap.xml?${at}`)).headers['cache-control']).toBe('private, max-age=3600');
    expect((await open(`/sitemap.xml?${at}`)).headers['cache-control']).toBe('public, max-age=3600');
  });
});

test('a course describes itself to search engines and other sites, and its data cannot end their element', async () => {
  const { text, headers } = await open(`/courses/${course.slug}?${at}`);
  expect(text).not.toContain('noindex');
  expect(text).toMatch(/<meta property="og:title" content="Botany &lt;\/script&gt;">.*<meta property="og:description" content="Leaves and roots\.">/s);
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
  expect(data).toMatchObject({
    '@type': 'Course',
    name: 'Botany </script>',
    inLanguage: 'de',
    provider: { '@type': 'Organization' },
    offers: { category: 'Free', price: '0.00' },
    hasCourseInstance: { courseWorkload: 'PT90M', startDate: '2027-03-01' },
  });
  expect(headers['content-security-policy']).not.toContain('script-src');
  expect(text).toMatch(/<dt>Duration<\/dt><dd>1 hour, 30 minutes<\/dd><dt>Starts<\/dt><dd>March 1, 2027<\/dd>/);
  expect((await open(`/courses/hidden?${at}`)).text).toContain('noindex');
});

test('the blocks of the sales page are shown whatever their builder calls them, and harmless', async () => {
  const { text } = await open(`/courses/${course.slug}?${at}`);
  expect(text).toMatch(/<h2>Why &lt;b&gt;plants&lt;\/b&gt;\?<\/h2>.*<strong>green<\/strong>.*<h3>How long\?<\/h3>.*A month\..*<li>Short<\/li>/s);
  expect(text).not.toContain('javascript:');
});

test('a visitor opens a free preview from the course page, and no other lesson', async () => {
  const chapter = await school.newChapter(course.id, { title: 'Trees' });
  const free = await school.newLesson({ title: 'The oak', is_free_preview: true }, { id: chapter.id, course_id: course.id });
  await school.newLesson({ title: 'The elm' }, { id: chapter.id, course_id: course.id });
  const { text } = await open(`/courses/${course.slug}?${at}`);
  const url = /<a href="([^"]+)">The oak<\/a>/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(url).toContain(free.id);
  expect(text).toContain('<li>The elm</li>');
  expect((await open(url)).text).toContain('The oak');
});

test('the catalogue is filtered by category, level and language and sorted, and ignores values that are none', async () => {
  const of = async (query: string) => (await open(`/catalogue?${at}&${query}`)).text;
  expect(await of('category=13&level=beginner&language=de&ordering=title')).toMatch(
    /<details class="field" open>.*<option value="13" selected>Natural sciences<.*<option value="beginner" selected>.*<option value="de" selected>.*Botany/s,
  );
  expect(await of('category=12')).toContain('No courses found.');
  expect(await of('level=advanced')).toContain('No courses found.');
  expect(await of('category=0&level=x&language=%00&ordering=price')).toMatch(/<details class="field">.*Botany/s);
});

test('the price of a course comes with its refund policy', async () => {
  const paid = await school.newCourse({ title: 'Zoology', status: 'published' });
  await expectStatus(200, school.browser.call('put', `courses/${paid.id}/price/`, { amount: 4900, currency: 'EUR' }));
  expect((await open(`/courses/${paid.slug}?${at}`)).text).toContain('Only the seller can grant a refund.');
  await expectStatus(
    200,
    school.browser.call('put', `courses/${paid.id}/refund-policy/`, { is_enabled: true, window_days: 14, max_progress_percent: 30, after_certificate: false }),
  );
  expect((await open(`/courses/${paid.slug}?${at}`)).text).toMatch(
    /within 14 days, as long as you have completed at most 30% of the course\. You cannot get a refund once you have earned the certificate\./,
  );
});
