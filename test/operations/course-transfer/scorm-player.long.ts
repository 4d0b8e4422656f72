/** @smoke */
import type { Browser as Chromium, Frame } from 'playwright-core';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { takesAtMost } from '../../support/bound.ts';
import { expectStatus } from '../../support/browser.ts';
import { AXE, hasChromium, launchChromium } from '../../support/chromium.ts';
import { png } from '../../support/sample-files.ts';
import { newSchool, type School } from '../../support/school.ts';
import { packageOf, type Visits, visitsOf } from '../../support/scorm.ts';
import { uploadFile } from '../../support/uploads.ts';

takesAtMost(240);

/** All elements that SCORM 1.2 lets a package set and this one uses. */
const SETTABLE = [
  ...['cmi.core.exit', 'cmi.core.lesson_location', 'cmi.core.lesson_status', 'cmi.core.score.max', 'cmi.core.score.min', 'cmi.core.score.raw'],
  ...['cmi.core.session_time', 'cmi.suspend_data'],
];

let app: TestApp;
let browser: Chromium;
let school: School;
let visits: Visits | undefined;
beforeAll(async () => {
  app = await startTestApp();
  browser = await launchChromium();
  school = await newSchool(app);
});
afterEach(() => visits?.close());
afterAll(async () => {
  await browser?.close();
  await app.close();
});

async function visit(content_type: string, content: object, width?: number): Promise<Visits> {
  const lesson = await school.newLesson({ content_type, content });
  visits = await visitsOf(browser, await packageOf(app.url, school.browser, lesson), width);
  return visits;
}

const press = (frame: Frame, name: string) => frame.getByRole('button', { name, exact: true }).click();
const handIn = async (frame: Frame) => {
  await press(frame, 'Hand in');
  await frame.getByRole('heading', { name: 'Hand in your answers?' }).waitFor();
  await press(frame, 'Hand in');
  await frame.getByRole('heading', { name: 'Result' }).waitFor();
};

/** Checks what holds of every visit, whatever happened in it. */
async function expectLawful({ calls }: Visits): Promise<void> {
  const made = await calls();
  const named = (name: string) => made.filter(([called]) => called === name);
  expect(named('LMSInitialize')).toHaveLength(1);
  expect(named('LMSFinish')).toHaveLength(1);
  expect(made.at(-1)?.[0]).toBe('LMSFinish');
  expect(made.filter((call) => call[0] !== 'LMSGetValue' && call.at(-1) !== 'true')).toEqual([]);
  expect([...new Set(named('LMSSetValue').map(([, element]) => element))].filter((element) => !SETTABLE.includes(element as string))).toEqual([]);
  for (const [, element, value = ''] of named('LMSSetValue')) if (element === 'cmi.suspend_data') expect(value.length).toBeLessThanOrEqual(4096);
}

const YES = { type: 'true_false', id: 'yes', prompt: 'Is **it**?', correct: true, explanation: 'It is.' };
const ONE = {
  type: 'single',
  id: 'one',
  prompt: 'Which?',
  choices: [
    { id: 'a', text: 'First' },
    { id: 'b', text: 'Second' },
  ],
  correct_choice_id: 'b',
};
const quiz = (questions: object[], rest: object = {}) => ({ questions, passing_score_percent: 50, max_attempts: 3, ...rest });

(hasChromium ? describe : describe.skip)('an exported lesson on a learning platform', () => {
  test('that is read is incomplete until the learner marks it as completed, and stays completed', async () => {
    const { open, leave, told } = await visit('lesson', { body: 'Read **this**.' });
    let frame = await open();
    expect(await told()).toMatchObject({ status: 'incomplete', exit: 'suspend' });
    await press(frame, 'Mark as completed');
    expect(await told()).toMatchObject({ status: 'completed', exit: '', score: '' });
    await leave();
    await expectLawful(visits as Visits);
    frame = await open();
    await frame.getByText('You have completed this lesson.').first().waitFor();
    await leave();
    expect(await told()).toMatchObject({ status: 'completed' });
  });

  test('that is played in a window of its own reports to the window that opened it, also when it is closed', async () => {
    const { openWindow, told } = await visit('quiz', quiz([YES, ONE]));
    const window = await openWindow();
    await window.getByRole('button', { name: 'Start' }).click();
    await window.getByLabel('True').check();
    await Promise.all([window.waitForEvent('close'), window.evaluate('window.close()')]);
    expect(await told()).toMatchObject({ status: 'incomplete', exit: 'suspend', score: '' });
    await expectLawful(visits as Visits);
  });

  test('shows its pictures from the package alone', async () => {
    const upload = await uploadFile(school.browser, school.courseId, await png(), { purpose: 'media', file_name: 'a.png', content_type: 'image/png' });
    const { body } = await expectStatus(201, school.browser.call('post', `courses/${school.courseId}/media/`, { upload_id: upload.id, title: 'A shell' }));
    const { open } = await visit('lesson', { format: 'html', body: `<p id="player">Look:</p><img src="file:${body.id}" alt="A shell">` });
    const frame = await open();
    expect(await frame.getByAltText('A shell').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(0);
    await frame.getByRole('button', { name: 'Mark as completed' }).waitFor();
  });

  test('that is passed reports its score', async () => {
    const { open, leave, told } = await visit('quiz', quiz([YES, ONE]));
    const frame = await open();
    await press(frame, 'Start');
    await frame.getByLabel('True').check();
    await press(frame, 'Next');
    await frame.getByLabel('First').check();
    await handIn(frame);
    expect(await told()).toMatchObject({ status: 'passed', score: '50', exit: '' });
    await frame.getByText('Your score: 50%').waitFor();
    await frame.getByText('Correct answer: Second').waitFor();
    await leave();
    expect(await told()).toMatchObject({ status: 'passed', score: '50' });
    await expectLawful(visits as Visits);
  });

  test('says before the start and at each question what answers give, and calls an answer partly right only if something in it is right', async () => {
    const many = { ...ONE, id: 'many', type: 'multiple', correct_choice_id: undefined, correct_choice_ids: ['a', 'b'] };
    const own = { ...YES, answer_points: { right: 2, wrong: 1, empty: 0.5 } };
    const { open, leave, told } = await visit('quiz', quiz([own, many, ONE], { answer_points: { right: 3, wrong: -1, empty: 0 } }));
    const frame = await open();
    await frame.getByText('Points for a right answer: 2, a wrong one: 1, none: 0.5 (Questions: 1)').waitFor();
    await frame.getByText('Points for a right answer: 3, a wrong one: -1, none: 0 (Questions: 2)').waitFor();
    await press(frame, 'Start');
    await frame.getByText('Points for a right answer: 2, a wrong one: 1, none: 0.5').waitFor();
    await frame.getByLabel('False').check();
    await press(frame, 'Next');
    await frame.getByText('Points for a right answer: 3, a wrong one: -1, none: 0').waitFor();
    await frame.getByLabel('First').check();
    await handIn(frame);
    expect(await told()).toMatchObject({ status: 'failed', score: '31.25' });
    expect(await frame.locator('ol > li > p > strong').allTextContents()).toEqual(['Wrong', 'Partly correct', 'Wrong']);
    await leave();
    await expectLawful(visits as Visits);
  });

  test('that is failed can be tried again, and a worse attempt takes nothing back', async () => {
    const { open, leave, told } = await visit('quiz', quiz([YES], { passing_score_percent: 100 }));
    let frame = await open();
    await press(frame, 'Start');
    await frame.getByLabel('False').check();
    await handIn(frame);
    expect(await told()).toMatchObject({ status: 'failed', score: '0', exit: 'suspend' });
    await leave();
    frame = await open();
    await frame.getByText('You have not passed.').waitFor();
    await press(frame, 'Try again');
    await frame.getByLabel('True').check();
    await handIn(frame);
    expect(await told()).toMatchObject({ status: 'passed', score: '100' });
    await press(frame, 'Try again');
    await frame.getByLabel('False').check();
    await handIn(frame);
    expect(await told()).toMatchObject({ status: 'passed', score: '100' });
    expect(await frame.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await leave();
    await expectLawful(visits as Visits);
  });

  test('whose window is closed in the middle goes on where it was, with every type of question', async () => {
    const choices = ['a', 'b', 'c'].map((id) => ({ id, text: `Choice ${id}` }));
    const questions = [
      YES,
      { ...ONE },
      { type: 'multiple', id: 'many', prompt: 'Which ones?', choices, correct_choice_ids: ['a', 'c'] },
      { type: 'short_text', id: 'text', prompt: 'Name it', accepted_answers: ['a;b,c%'] },
      { type: 'numeric', id: 'number', prompt: 'How many?', correct_value: 2.5, unit: 'kg' },
      {
        type: 'matching',
        id: 'match',
        prompt: 'Match',
        pairs: [
          { id: 'l', left: 'Left', right: 'Right' },
          { id: 'u', left: 'Up', right: 'Down' },
        ],
        distractors: ['Sideways'],
      },
      {
        type: 'ordering',
        id: 'order',
        prompt: 'Sort',
        items: [
          { id: 'x', text: 'One' },
          { id: 'y', text: 'Two' },
        ],
      },
    ];
    const { open, leave, told } = await visit('quiz', quiz(questions, { passing_score_percent: 100, shuffle_choices: true }));
    let frame = await open();
    await press(frame, 'Start');
    await frame.getByLabel('True').check();
    await press(frame, 'Next');
    await frame.getByLabel('Second').check();
    await press(frame, 'Next');
    await frame.getByLabel('Choice a').check();
    await frame.getByLabel('Choice c').check();
    await press(frame, 'Next');
    await frame.getByLabel('Your answer').fill('a;b,c%');
    await press(frame, 'Next');
    await frame.getByLabel('Your answer').fill('2,5');
    await press(frame, 'Next');
    await frame.getByLabel('Left').selectOption('Right');
    await frame.getByLabel('Up').selectOption('Down');
    await press(frame, 'Next');
    await frame.getByRole('button', { name: 'Move up: One' }).click();
    await leave();
    expect(await told()).toMatchObject({ status: 'incomplete', score: '', exit: 'suspend' });
    await expectLawful(visits as Visits);
    frame = await open();
    await frame.getByRole('heading', { name: 'Question 7 of 7' }).waitFor();
    await handIn(frame);
    expect(await told()).toMatchObject({ status: 'passed', score: '100' });
  });

  test('with an essay is completed without a score', async () => {
    const { open, leave, told } = await visit('quiz', quiz([YES, { type: 'essay', prompt: 'Why?', min_words: 3 }]));
    const frame = await open();
    await press(frame, 'Start');
    await frame.getByLabel('True').check();
    await press(frame, 'Next');
    await frame.getByLabel('Your answer').fill('Because it is.');
    await frame.getByText('Words: 3 · At least 3 words').waitFor();
    await handIn(frame);
    expect(await told()).toMatchObject({ status: 'completed', score: '', exit: '' });
    await leave();
    await expectLawful(visits as Visits);
  });

  test('with 500 questions and answers of every length never tells the platform more than 4,096 characters', async () => {
    const choices = Array.from({ length: 50 }, (_, index) => ({ id: `c${index}`, text: `Choice ${index}` }));
    const questions = Array.from({ length: 500 }, (_, index) =>
      index < 10
        ? { type: 'short_text', id: `q${index}`, prompt: `Question ${index}`, accepted_answers: ['x'] }
        : { type: 'multiple', id: `q${index}`, prompt: `Q${index}`, choices: index < 30 ? choices : choices.slice(0, 3), correct_choice_ids: ['c0'] },
    );
    const { open, leave, told } = await visit('quiz', quiz(questions, { passing_score_percent: 1 }));
    let frame = await open();
    await press(frame, 'Start');
    for (let at = 0; at < 6; at++) {
      await frame.getByLabel('Your answer').fill('x'.repeat(1000));
      await press(frame, 'Next');
    }
    await frame.getByText('Some answers are too long').waitFor();
    for (const number of [12, 100, 500]) {
      await frame.getByLabel('Go to question').selectOption(String(number));
      await frame.getByLabel('Choice 0', { exact: true }).check();
    }
    await leave();
    await expectLawful(visits as Visits);
    frame = await open();
    await frame.getByRole('heading', { name: 'Question 500 of 500' }).waitFor();
    expect(await frame.getByLabel('Choice 0', { exact: true }).isChecked()).toBe(true);
    await handIn(frame);
    expect(await told()).toMatchObject({ status: 'failed', score: '0.6' });
    await leave();
    await expectLawful(visits as Visits);
  });

  test('whose time is over while its window is closed is handed in at the next visit', async () => {
    const { page, open, leave, told } = await visit('quiz', quiz([YES], { time_limit_minutes: 1 }));
    await page.clock.install();
    let frame = await open();
    await press(frame, 'Start');
    await frame.getByLabel('True').check();
    await frame.getByText('Time left: 1 min').waitFor();
    await leave();
    await page.clock.fastForward(61_000);
    frame = await open();
    await frame.getByText('Time is up. Your answers were handed in.').waitFor();
    expect(await told()).toMatchObject({ status: 'passed', score: '100' });
  });

  test('works by keyboard alone, on a phone, and is accessible', async () => {
    const { page, open, told } = await visit('quiz', quiz([ONE, YES]), 390);
    const frame = await open();
    const focus = async (name: string) => {
      for (let tabs = 0; tabs < 30; tabs++) {
        if (await frame.evaluate(`document.activeElement.textContent.trim() === ${JSON.stringify(name)}`)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`the Tab key does not reach ${name}`);
    };
    const enter = async (name: string) => {
      await focus(name);
      await page.keyboard.press('Enter');
    };
    await enter('Start');
    await expectAccessible(frame);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await enter('Next');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await enter('Hand in');
    await expectAccessible(frame);
    await enter('Hand in');
    await frame.getByRole('heading', { name: 'Result' }).waitFor();
    await expectAccessible(frame);
    expect(await told()).toMatchObject({ status: 'passed', score: '100' });
  });

  test('says that nothing is saved where there is no platform, and works all the same', async () => {
    const { page, open } = await visit('quiz', quiz([YES]));
    await open();
    await page.goto('http://platform.example/package/index.html');
    await page.getByText('No learning platform was found.').waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByLabel('True').check();
    await page.getByRole('button', { name: 'Hand in' }).click();
    await page.getByRole('button', { name: 'Hand in' }).click();
    await page.getByText('Your score: 100%').waitFor();
  });
});

async function expectAccessible(frame: Frame): Promise<void> {
  await frame.evaluate(AXE);
  const found = await frame.evaluate<{ id: string; impact: string }[]>(
    'axe.run().then(({ violations }) => violations.map(({ id, impact }) => ({ id, impact })))',
  );
  expect(found.filter(({ impact }) => ['serious', 'critical'].includes(impact))).toEqual([]);
  expect(await frame.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
}
