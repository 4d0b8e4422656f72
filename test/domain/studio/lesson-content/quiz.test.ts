import { faultsOf, stored } from './checked.ts';

const CHOICES = [
  { id: 'a', text: 'Yes' },
  { id: 'b', text: 'No' },
];
const PAIRS = [
  { id: 'a', left: 'cat', right: 'meow' },
  { id: 'b', left: 'dog', right: 'woof' },
];
const SHARED = { points: 1, explanation: null };

/** The required fields of each type of question, and the defaults that are stored with them. */
const QUESTIONS: Record<string, { least: object; filled: object }> = {
  single: { least: { choices: CHOICES, correct_choice_id: 'a' }, filled: {} },
  multiple: { least: { choices: CHOICES, correct_choice_ids: ['a', 'b'] }, filled: { partial_credit: true } },
  true_false: { least: { correct: false }, filled: {} },
  short_text: { least: { accepted_answers: ['four'] }, filled: { case_sensitive: false } },
  numeric: { least: { correct_value: 4 }, filled: { tolerance: 0, unit: null } },
  essay: { least: {}, filled: { min_words: null, max_words: null, grading_notes: null } },
  matching: { least: { pairs: PAIRS }, filled: { distractors: [] } },
  ordering: { least: { items: CHOICES }, filled: {} },
};
const KINDS = Object.keys(QUESTIONS);
const question = (type: string, members: object = {}) => ({ type, prompt: 'Well?', ...QUESTIONS[type]?.least, ...members });
const faultsOfQuestion = (type: string, members: object) => faultsOf('quiz', { questions: [question(type, members)] });
const idsOf = (questions: object[]) => (stored('quiz', { questions }).questions as { id: string }[]).map(({ id }) => id);

test('a minimal quiz gets every default', () => {
  expect(stored('quiz', { questions: [question('true_false')] })).toMatchObject({
    instructions: null,
    max_attempts: null,
    time_limit_minutes: null,
    passing_score_percent: 70,
    shuffle_questions: false,
    shuffle_choices: false,
    show_answers: 'after_attempt',
    due: { kind: 'none' },
    wrong_penalty: 'none',
    allow_negative: false,
    answer_points: null,
    double_mark: 'review',
  });
});

test('a full quiz is stored as it was sent', () => {
  const quiz = {
    instructions: 'Read well.',
    questions: KINDS.map((type, index) => ({ ...question(type), ...QUESTIONS[type]?.filled, id: `question-${index}`, points: 2.5, explanation: 'So.' })),
    max_attempts: 3,
    time_limit_minutes: 45,
    passing_score_percent: 62.5,
    shuffle_questions: true,
    shuffle_choices: true,
    show_answers: 'never',
    due: { kind: 'relative', days: 3, time: '18:00' },
    wrong_penalty: 'third',
    allow_negative: true,
    answer_points: null,
    double_mark: 'wrong',
  };
  expect(stored('quiz', quiz)).toEqual(quiz);
});

test.each(KINDS)('%s: a minimal question gets every default', (type) => {
  expect(stored('quiz', { questions: [question(type)] }).questions).toEqual([{ ...question(type), ...SHARED, ...QUESTIONS[type]?.filled, id: 'q1' }]);
});

test.each(KINDS)('%s: a missing required field is rejected with an error on its path', (type) => {
  for (const name of ['prompt', ...Object.keys(QUESTIONS[type]?.least ?? {})])
    expect(faultsOfQuestion(type, { [name]: undefined })).toEqual([`content.questions.0.${name} required`]);
});

test.each(KINDS)('%s: an unknown field is rejected with an error on its path', (type) => {
  expect(faultsOfQuestion(type, { hint: 'x' })).toEqual(['content.questions.0.hint unknown_field']);
});

const KEYED = KINDS.filter((type) => type !== 'essay');
const RULE = { right: 3, wrong: -1, empty: 0 };

test('points of answers are stored as they were sent, without `empty` as 0, and `points` of the questions follow `right`, except those of essays', () => {
  const questions = KINDS.map((type) => question(type, { points: 9 }));
  const quiz = stored('quiz', { questions, answer_points: { right: 3, wrong: -1 } });
  expect(quiz).toMatchObject({ answer_points: RULE, wrong_penalty: 'none' });
  expect(quiz.questions).toMatchObject(KINDS.map((type) => ({ type, points: type === 'essay' ? 9 : 3 })));
  const own = { right: 0.25, wrong: -0.25, empty: -0.01 };
  const [first, second] = stored('quiz', {
    questions: [question('single', { answer_points: own }), question('single', { answer_points: null })],
    answer_points: RULE,
  }).questions as object[];
  expect([first, second]).toMatchObject([
    { points: 0.25, answer_points: own },
    { points: 3, answer_points: null },
  ]);
});

test.each<[what: string, rule: unknown, faults: string[]]>([
  ['more for a wrong than for a right answer', { right: 1, wrong: 1.01 }, ['.wrong above_right']],
  ['more for an empty than for a right answer', { right: 1, wrong: 0, empty: 2 }, ['.empty above_right']],
  ['more for both', { right: 0, wrong: 1, empty: 1 }, ['.wrong above_right', '.empty above_right']],
  ['less than nothing for a right answer', { right: -1, wrong: -2 }, ['.right out_of_range']],
  ['far too much', { right: 1000.01, wrong: 0 }, ['.right out_of_range']],
  ['far too little', { right: 1, wrong: -1000.01 }, ['.wrong out_of_range']],
  ['three decimals', { right: 1, wrong: -0.333 }, ['.wrong precision']],
  ['no points for a wrong answer', { right: 1 }, ['.wrong required']],
  ['another member', { right: 1, wrong: 0, blank: 0 }, ['.blank unknown_field']],
  ['what is no object', '3/-1', [' type']],
])('points of answers are refused: %s', (_what, answer_points, faults) => {
  const at = (field: string) => faults.map((fault) => `${field}${fault}`);
  expect(faultsOf('quiz', { questions: [question('single')], answer_points })).toEqual(at('content.answer_points'));
  for (const type of KEYED) expect(faultsOfQuestion(type, { answer_points })).toEqual(at('content.questions.0.answer_points'));
});

test('a quiz has points of answers or a penalty, of which a question with points of its own takes no notice', () => {
  const questions = [question('single')];
  expect(faultsOf('quiz', { questions, answer_points: RULE, wrong_penalty: 'third' })).toEqual(['content.wrong_penalty not_allowed']);
  expect(faultsOf('quiz', { questions: [question('single', { answer_points: RULE })], wrong_penalty: 'third' })).toEqual([]);
  expect(faultsOfQuestion('essay', { answer_points: RULE })).toEqual(['content.questions.0.answer_points unknown_field']);
});

test('a question of an unknown type is rejected with an error on its type', () => {
  for (const type of ['riddle', '', 1, null, ['single'], 'constructor'])
    expect(faultsOf('quiz', { questions: [{ type, prompt: 'Well?' }] })).toEqual(['content.questions.0.type not_a_choice']);
  expect(faultsOf('quiz', { questions: [{ prompt: 'Well?' }] })).toEqual(['content.questions.0.type required']);
});

test('a quiz has at least one question', () => {
  expect(faultsOf('quiz', { questions: [] })).toEqual(['content.questions too_few']);
  expect(faultsOf('quiz', {})).toEqual(['content.questions required']);
});

test('questions without an id get the next free q-number, whatever ids the others have', () => {
  const bare = question('essay');
  expect(idsOf([bare, bare, bare])).toEqual(['q1', 'q2', 'q3']);
  expect(idsOf([bare, { ...bare, id: 'q1' }, bare, { ...bare, id: 'q3' }, bare])).toEqual(['q2', 'q1', 'q4', 'q3', 'q5']);
  expect(idsOf([{ ...bare, id: 'mine' }, bare])).toEqual(['mine', 'q1']);
});

test('a duplicate question id is rejected with an error on the later question', () => {
  const questions = [question('essay', { id: 'x' }), question('essay'), question('essay', { id: 'x' }), question('essay', { id: 'x' })];
  expect(faultsOf('quiz', { questions })).toEqual(['content.questions.2.id duplicate', 'content.questions.3.id duplicate']);
});

/** The types of questions that contain a list to choose from. */
const LISTS: [type: string, list: string, members: { id: string }[]][] = [
  ['single', 'choices', CHOICES],
  ['multiple', 'choices', CHOICES],
  ['matching', 'pairs', PAIRS],
  ['ordering', 'items', CHOICES],
];

test.each(LISTS)('%s: a duplicate id in its %s is rejected with an error on the later one', (type, list, members) => {
  expect(faultsOfQuestion(type, { [list]: [...members, { ...members[0] }] })).toEqual([`content.questions.0.${list}.2.id duplicate`]);
});

test.each(LISTS)('%s: the number of its %s must be from two to fifty', (type, list, members) => {
  expect(faultsOfQuestion(type, { [list]: members.slice(0, 1) })).toEqual([`content.questions.0.${list} too_few`]);
  const many = Array.from({ length: 51 }, (_, index) => ({ ...members[0], id: `c${index}` }));
  expect(faultsOfQuestion(type, { [list]: many })).toEqual([`content.questions.0.${list} too_many`]);
});

test('choices of different questions can have the same ids', () => {
  expect(faultsOf('quiz', { questions: [question('single'), question('single'), question('ordering')] })).toEqual([]);
});

test('the key of a question must name one of its own choices', () => {
  expect(faultsOfQuestion('single', { correct_choice_id: 'c' })).toEqual(['content.questions.0.correct_choice_id unknown']);
  expect(faultsOfQuestion('multiple', { correct_choice_ids: ['a', 'c', 'd'] })).toEqual([
    'content.questions.0.correct_choice_ids.1 unknown',
    'content.questions.0.correct_choice_ids.2 unknown',
  ]);
  const second = { questions: [question('single'), question('single', { correct_choice_id: 'A' })] };
  expect(faultsOf('quiz', second)).toEqual(['content.questions.1.correct_choice_id unknown']);
});

test('a multiple-choice question has at least one right choice and no duplicates', () => {
  expect(faultsOfQuestion('multiple', { correct_choice_ids: [] })).toEqual(['content.questions.0.correct_choice_ids too_few']);
  expect(faultsOfQuestion('multiple', { correct_choice_ids: ['a', 'a'] })).toEqual(['content.questions.0.correct_choice_ids duplicate']);
});

test.each(['', 'a b', 'ä', 'a.b', 'x'.repeat(65)])('the id %j is rejected for questions, choices and pairs', (id) => {
  const code = id === '' ? expect.stringMatching(/ (blank|format)$/) : expect.stringMatching(/ (format|too_long)$/);
  const all = [
    faultsOfQuestion('essay', { id }),
    faultsOfQuestion('single', { choices: [{ id, text: 'x' }, ...CHOICES] }),
    faultsOfQuestion('matching', { pairs: [{ ...PAIRS[0], id }, PAIRS[1]] }),
  ];
  const fields = ['content.questions.0.id', 'content.questions.0.choices.0.id', 'content.questions.0.pairs.0.id'];
  for (const [index, faults] of all.entries()) {
    expect(faults).toEqual(faults.map(() => code));
    expect(new Set(faults.map((fault) => fault.split(' ')[0]))).toEqual(new Set([fields[index]]));
  }
});

test('prompts, choices and accepted answers cannot be blank', () => {
  expect(faultsOfQuestion('essay', { prompt: ' \n' })).toEqual(['content.questions.0.prompt blank']);
  expect(faultsOfQuestion('single', { choices: [{ id: 'a', text: '\t' }, CHOICES[1]] })).toEqual(['content.questions.0.choices.0.text blank']);
  expect(faultsOfQuestion('short_text', { accepted_answers: ['four', ' '] })).toEqual(['content.questions.0.accepted_answers.1 blank']);
});

test('the maximum number of words of an essay cannot be below the minimum', () => {
  expect(faultsOfQuestion('essay', { min_words: 200, max_words: 199 })).toEqual(['content.questions.0.max_words before_minimum']);
  for (const range of [
    { min_words: 200, max_words: 200 },
    { min_words: 200 },
    { max_words: 1 },
    { min_words: 0, max_words: 1 },
    { min_words: 5, max_words: null },
  ])
    expect(faultsOfQuestion('essay', range)).toEqual([]);
  expect(faultsOfQuestion('essay', { min_words: -1 })).toEqual(['content.questions.0.min_words out_of_range']);
  expect(faultsOfQuestion('essay', { max_words: 0 })).toEqual(['content.questions.0.max_words out_of_range']);
});

test('points and the passing score can be any value with at most two decimals', () => {
  for (let hundredths = 0; hundredths <= 10_000; hundredths++) {
    const value = Number((hundredths / 100).toFixed(2));
    expect([value, faultsOf('quiz', { questions: [question('essay', { points: value })], passing_score_percent: value })]).toEqual([value, []]);
  }
  for (const value of [0.001, 0.005, 1.005, 33.333, 99.999, 1e-9])
    expect(faultsOf('quiz', { questions: [question('essay', { points: value })], passing_score_percent: value })).toEqual([
      'content.questions.0.points precision',
      'content.passing_score_percent precision',
    ]);
});

test.each([
  ['points', [-0.01, 1000.01, 1e308, Number.POSITIVE_INFINITY, '1', null]],
  ['explanation', [1, 'x'.repeat(10_001)]],
  ['prompt', ['', 'x'.repeat(10_001), null]],
])('an invalid value for %s is rejected', (name, values) => {
  for (const value of values) {
    const faults = faultsOfQuestion('essay', { [name]: value });
    expect(faults.length).toBeGreaterThan(0);
    expect(new Set(faults.map((fault) => fault.split(' ')[0]))).toEqual(new Set([`content.questions.0.${name}`]));
  }
});

test('the key and the tolerance of a numeric question must be within their bounds', () => {
  expect(faultsOfQuestion('numeric', { correct_value: 1e16 })).toEqual(['content.questions.0.correct_value out_of_range']);
  expect(faultsOfQuestion('numeric', { correct_value: Number.NaN })).toEqual(['content.questions.0.correct_value type']);
  expect(faultsOfQuestion('numeric', { tolerance: -1 })).toEqual(['content.questions.0.tolerance out_of_range']);
  expect(faultsOfQuestion('numeric', { correct_value: -0.1, tolerance: 0.001, unit: 'kg' })).toEqual([]);
});
