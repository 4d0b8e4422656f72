import { startTestApp, type TestApp } from '../../support/app.ts';
import {
  bankXml,
  type CartridgeResource,
  cartridgeOf,
  choicesXml,
  equal,
  fibXml,
  material,
  qtiItem,
  quizXml,
  resourceType,
  scored,
} from '../../support/cartridges.ts';
import { importWhole } from '../../support/course-archives.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';
import { zipOf } from '../../support/zip.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const imported = async (bytes: Buffer, file_name = 'a.imscc') => {
  const { lessons: quizzes, ...rest } = await importWhole(app, school, bytes, file_name);
  return { ...rest, quizzes };
};

const quiz = (items: string, fields: Record<string, string> = {}): CartridgeResource => ({
  id: 'q',
  type: resourceType('quiz'),
  files: { 'q/assessment_qti.xml': quizXml('q', 'Quiz', items, fields) },
});

const withQuiz = async (items: string, fields: Record<string, string> = {}, more: readonly CartridgeResource[] = []) =>
  imported(await cartridgeOf({ items: [{ title: 'Week', items: [{ title: 'Quiz', ref: 'q' }] }], resources: [quiz(items, fields), ...more] }));

const losses = (plan: { warnings: Row[] }) => plan.warnings.map(({ outcome, kind, place }) => [outcome, kind, String(place).replace(/^.*#/, '')]);

const profile = (name: string, more: Record<string, string> = {}) => ({ cc_profile: `cc.${name}.v0p1`, ...more });

const feedback = (id: string, text: string): string => `<itemfeedback ident="${id}"><flow_mat>${material(text)}</flow_mat></itemfeedback>`;
const shows = (id: string): string => `<displayfeedback feedbacktype="Response" linkrefid="${id}"/>`;

test('every profile of Common Cartridge becomes a question, with its points and feedback', async () => {
  const { plan, quizzes } = await withQuiz(
    [
      qtiItem(
        'choice',
        profile('multiple_choice', { cc_weighting: '3' }),
        material('<p>Which <b>command</b> counts \\(x_1\\)?</p>') + choicesXml('r', 'Single', { a: 'ls', b: 'wc' }),
        `<respcondition continue="Yes"><conditionvar>${equal('r', 'a')}</conditionvar>${shows('fa')}</respcondition>${scored(equal('r', 'b'))}`,
        feedback('fa', 'It lists') + feedback('general_fb', 'Think'),
      ),
      qtiItem(
        'several',
        profile('multiple_response'),
        material('Pick shells') + choicesXml('r', 'Multiple', { a: 'bash', b: 'zsh', c: 'grep' }),
        scored(`<and>${equal('r', 'a')}${equal('r', 'b')}<not>${equal('r', 'c')}</not></and>`),
      ),
      qtiItem('truth', profile('true_false'), material('A shell is a program') + choicesXml('r', 'Single', { t: 'True', f: 'False' }), scored(equal('r', 'f'))),
      qtiItem('blank', profile('fib'), material('Two and two is') + fibXml('r'), scored(equal('r', '4')) + scored(equal('r', 'four'))),
      qtiItem('pattern', profile('pattern_match'), material('A colour') + fibXml('r'), scored(equal('r', 'colou?r|hue', ' case="Yes"'))),
      qtiItem('wild', profile('pattern_match'), material('Anything') + fibXml('r'), scored(equal('r', '.*'))),
      qtiItem(
        'essay',
        profile('essay'),
        material('Explain') + fibXml('r'),
        '',
        `<itemfeedback ident="solution"><solution><solutionmaterial>${material('Because')}</solutionmaterial></solution></itemfeedback>`,
      ),
      qtiItem('two', profile('multiple_choice'), material('No key') + choicesXml('r', 'Single', { a: '1', b: '2' })),
    ].join(''),
    { cc_maxattempts: '2', qmd_timelimit: '30' },
  );
  const [made] = quizzes;
  expect(made).toMatchObject({ title: 'Quiz', content_type: 'quiz', is_published: true });
  expect(made.content).toMatchObject({ passing_score_percent: 0, max_attempts: 2, time_limit_minutes: 30 });
  expect(made.content.questions).toMatchObject([
    { type: 'single', prompt: 'Which **command** counts \\(x_1\\)?', points: 3, correct_choice_id: 'c2', explanation: 'Think\n\nls: It lists' },
    { type: 'multiple', correct_choice_ids: ['c1', 'c2'], partial_credit: false },
    { type: 'true_false', correct: false },
    { type: 'short_text', accepted_answers: ['4', 'four'], case_sensitive: false },
    { type: 'short_text', accepted_answers: ['color', 'colour', 'hue'].toSorted((a, b) => b.length - a.length), case_sensitive: true },
    { type: 'essay', grading_notes: 'Because', explanation: null },
  ]);
  expect(losses(plan)).toEqual([
    ['changed', 'feedback_moved', 'choice'],
    ['skipped', 'pattern_lost', 'wild'],
    ['skipped', 'question_not_supported', 'wild'],
    ['skipped', 'question_not_supported', 'two'],
  ]);
  expect(plan).toMatchObject({ found: 9, made: 6, changed: 1, skipped: 2 });
});

test('points that all other answers cost are told to be lost, whether each is named or none', async () => {
  const item = (id: string, ...costs: string[]) =>
    qtiItem(id, {}, material('Which?') + choicesXml('r', 'Single', { a: '1', b: '2', c: '3' }), [scored(equal('r', 'b')), ...costs].join(''));
  const { plan, quizzes } = await withQuiz(
    [
      item('none', scored('<other/>', 0)),
      item('other', scored('<other/>', -25)),
      item('not', scored(`<not>${equal('r', 'b')}</not>`, -25)),
      item('each', scored(equal('r', 'a'), -25), scored(equal('r', 'c'), -25)),
    ].join(''),
  );
  expect(quizzes[0].content.questions).toMatchObject(Array(4).fill({ type: 'single', correct_choice_id: 'c2' }));
  expect(losses(plan)).toEqual(['other', 'not', 'each'].map((id) => ['changed', 'weights_lost', id]));
});

test('questions of Canvas with several blanks are split, with points of the same sum, and ranges, matches and texts keep their meaning', async () => {
  const canvas = (type: string, points = '1') => ({ question_type: `${type}_question`, points_possible: points });
  const blank = (id: string, name: string, labels: Record<string, string>) =>
    choicesXml(`response_${id}`, 'Single', labels, `<material><mattext>${name}</mattext></material>`);
  const { plan, quizzes } = await withQuiz(
    [
      qtiItem('intro', canvas('text_only', '0'), material('Read this')),
      qtiItem(
        'blanks',
        canvas('fill_in_multiple_blanks', '1'),
        material('Roses are [a], violets are [b], and I am [c]') +
          blank('a', 'a', { 1: 'red' }) +
          blank('b', 'b', { 2: 'blue', 3: 'violet' }) +
          blank('c', 'c', { 4: 'here' }),
        scored(equal('response_a', '1'), 33.33, 'Add') + scored(equal('response_b', '2'), 33.33, 'Add') + scored(equal('response_c', '4'), 33.33, 'Add'),
      ),
      qtiItem(
        'number',
        canvas('numerical', '2'),
        material('Pi?') + fibXml('response1'),
        scored(`<or>${equal('response1', '3.14')}<and><vargte respident="response1">3.13</vargte><varlte respident="response1">3.15</varlte></and></or>`),
      ),
      qtiItem(
        'match',
        canvas('matching', '4'),
        material('Match') + blank('1', 'wc', { x: 'counts', y: 'sorts', z: 'lists' }) + blank('2', 'sort', { x: 'counts', y: 'sorts', z: 'lists' }),
        scored(equal('response_1', 'x'), 50, 'Add') + scored(equal('response_2', 'y'), 50, 'Add'),
      ),
      qtiItem('upload', canvas('file_upload'), material('Send a file')),
      qtiItem('last', canvas('text_only', '0'), material('The end')),
    ].join(''),
  );
  const { questions } = quizzes[0].content;
  expect(questions).toMatchObject([
    { type: 'short_text', prompt: 'Read this\n\nRoses are \\_\\_\\_\\_\\_, violets are \\[b\\], and I am \\[c\\]', accepted_answers: ['red'], points: 0.34 },
    { accepted_answers: ['blue', 'violet'], points: 0.33 },
    { accepted_answers: ['here'], points: 0.33 },
    { type: 'numeric', correct_value: 3.14, tolerance: 0.01, points: 2 },
    {
      type: 'matching',
      points: 4,
      distractors: ['lists'],
      pairs: [
        { left: 'wc', right: 'counts' },
        { left: 'sort', right: 'sorts' },
      ],
    },
  ]);
  expect(losses(plan)).toEqual([
    ['changed', 'question_split', 'blanks'],
    ['changed', 'text_moved', 'intro'],
    ['skipped', 'question_not_supported', 'upload'],
    ['skipped', 'text_without_question', 'last'],
  ]);
});

const simple = (id: string) => qtiItem(id, profile('true_false'), material(id) + choicesXml('r', 'Single', { t: 'True', f: 'False' }), scored(equal('r', 't')));

test('a bank becomes a quiz that is not published, and a quiz that draws from it has all its questions', async () => {
  const draw =
    '<section ident="s" title="Draw"><selection_ordering><selection><sourcebank_ref>b</sourcebank_ref><selection_number>1</selection_number></selection></selection_ordering></section>';
  const gone = draw.replace('>b<', '>gone<');
  const bank = { id: 'b', type: resourceType('bank'), files: { 'b.xml': bankXml('b', simple('b1') + simple('b2')) } };
  const { plan, quizzes } = await withQuiz(simple('own') + draw + gone, {}, [bank]);
  expect(quizzes.map(({ is_published, content }) => [is_published, content.questions.map(({ prompt }: Row) => prompt)])).toEqual([
    [true, ['own', 'b1', 'b2']],
    [false, ['b1', 'b2']],
  ]);
  expect(plan.warnings).toMatchObject([{ kind: 'questions_drawn', detail: '1 / 2' }, { kind: 'bank_missing' }]);
});

test('a quiz without a usable question has no content and is not published', async () => {
  const { plan, quizzes } = await withQuiz(qtiItem('odd', { question_type: 'calculated_question' }, material('x + y')));
  expect(quizzes).toMatchObject([{ is_published: false, content: null }]);
  expect(losses(plan)).toEqual([
    ['skipped', 'question_not_supported', 'odd'],
    ['changed', 'quiz_empty', 'q'],
  ]);
});

test('a ZIP archive of QTI 1.2 is imported with a manifest and without one', async () => {
  const xml = quizXml('z', 'Alone', simple('one') + simple('two'));
  const bare = await imported(await zipOf([{ name: 'quiz.xml', content: xml }]), 'quizzes.zip');
  expect(bare).toMatchObject({ format: 'qti', plan: { title: 'quizzes', warnings: [] }, quizzes: [{ title: 'Alone' }] });
  const packed = await imported(await cartridgeOf({ resources: [{ id: 'z', type: 'imsqti_xmlv1p2', files: { 'z/z.xml': xml } }] }), 'quizzes.zip');
  expect(packed.quizzes).toMatchObject([{ title: 'Alone', content: { questions: [{ prompt: 'one' }, { prompt: 'two' }] } }]);
});
