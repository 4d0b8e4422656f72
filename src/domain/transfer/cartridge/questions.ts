import type { Shape } from '../../kernel/contract.ts';
import { documentOf, element, textElement } from './xml.ts';

type Question = Shape<'QuizQuestion'>;
type OfType<Type extends Question['type']> = Extract<Question, { type: Type }>;

/** Converts markdown to HTML, either as blocks or as text within a line. */
export type ToHtml = (markdown: string, isInline?: boolean) => string;

const SPACE = 'http://www.imsglobal.org/xsd/ims_qtiasiv1p2';
const SCHEMA = 'http://www.imsglobal.org/profile/cc/ccv1p3/ccv1p3_qtiasiv1p2p1_v1p0.xsd';
const RESPONSE = 'response';
const [FULL, GENERAL, SOLUTION] = ['100', 'general_fb', 'solution'];

/** Returns whether cartridges support questions of this type. */
export const isSupported = ({ type }: Question): boolean => type in WRITERS;

/** Returns the fields of a question that cartridges have no place for. */
export function lostOf(question: Question): string[] {
  if (question.type === 'essay') return (['min_words', 'max_words'] as const).filter((name) => question[name] != null);
  const own = question.answer_points ? ['answer_points'] : [];
  return question.type === 'multiple' && question.partial_credit ? [...own, 'partial_credit'] : own;
}

/** Writes an assessment of QTI 1.2 in the profile of cartridges. All questions must be of types that the profile supports. */
export function assessmentXml(
  { identifier, title, content }: { identifier: string; title: string; content: Shape<'QuizContent'> },
  questions: readonly Question[],
  toHtml: ToHtml,
): string {
  const { instructions, max_attempts, time_limit_minutes } = content;
  const fields = {
    cc_profile: 'cc.exam.v0p1',
    qmd_assessmenttype: 'Examination',
    qmd_scoretype: 'Percentage',
    cc_maxattempts: max_attempts ? `${max_attempts}` : 'unlimited',
    ...(time_limit_minutes ? { qmd_timelimit: `${time_limit_minutes}` } : {}),
  };
  return documentOf(
    'questestinterop',
    SPACE,
    SCHEMA,
    {},
    element(
      'assessment',
      { ident: identifier, title },
      metadata(fields),
      ...(instructions ? [element('rubric', {}, material(toHtml(instructions)))] : []),
      element('section', { ident: 'root_section' }, ...questions.map((question) => itemXml(question, toHtml))),
    ),
  );
}

const metadata = (fields: Readonly<Record<string, string>>): string =>
  element(
    'qtimetadata',
    {},
    ...Object.entries(fields).map(([label, entry]) => element('qtimetadatafield', {}, textElement('fieldlabel', label), textElement('fieldentry', entry))),
  );

const material = (html: string): string => element('material', {}, textElement('mattext', html, { texttype: 'text/html' }));

interface Written {
  profile: string;
  response: string;
  conditions: readonly string[];
  solution?: string;
}

type Writers = { [Type in Question['type']]?: (question: OfType<Type>, toHtml: ToHtml) => Written };

const WRITERS: Writers = {
  single: ({ choices, correct_choice_id }, toHtml) => ({
    profile: 'cc.multiple_choice.v0p1',
    response: choicesXml('Single', labelsOf(choices, toHtml)),
    conditions: [right(equal(correct_choice_id))],
  }),
  multiple: ({ choices, correct_choice_ids }, toHtml) => {
    const isRight = new Set(correct_choice_ids);
    const each = choices.map(({ id }) => (isRight.has(id) ? equal(id) : element('not', {}, equal(id))));
    return {
      profile: 'cc.multiple_response.v0p1',
      response: choicesXml('Multiple', labelsOf(choices, toHtml)),
      conditions: [right(element('and', {}, ...each))],
    };
  },
  true_false: ({ correct }) => ({
    profile: 'cc.true_false.v0p1',
    response: choicesXml('Single', [
      ['true', 'True'],
      ['false', 'False'],
    ]),
    conditions: [right(equal(`${correct}`))],
  }),
  short_text: ({ accepted_answers, case_sensitive }) => ({
    profile: 'cc.fib.v0p1',
    response: FIELD,
    conditions: accepted_answers.map((answer) => right(equal(answer, case_sensitive ? 'Yes' : 'No'))),
  }),
  essay: ({ grading_notes }, toHtml) => ({
    profile: 'cc.essay.v0p1',
    response: FIELD,
    conditions: [],
    ...(grading_notes ? { solution: toHtml(grading_notes) } : {}),
  }),
};

const labelsOf = (choices: readonly { id: string; text: string }[], toHtml: ToHtml): [string, string][] =>
  choices.map(({ id, text }) => [id, toHtml(text, true)]);

const choicesXml = (rcardinality: 'Single' | 'Multiple', labels: readonly [string, string][]): string =>
  element(
    'response_lid',
    { ident: RESPONSE, rcardinality },
    element('render_choice', {}, ...labels.map(([ident, html]) => element('response_label', { ident }, material(html)))),
  );

const FIELD = element('response_str', { ident: RESPONSE, rcardinality: 'Single' }, element('render_fib', {}, element('response_label', { ident: 'answer' })));

const equal = (value: string, isCase?: 'Yes' | 'No'): string => textElement('varequal', value, { respident: RESPONSE, case: isCase });

const right = (condition: string): string =>
  element('respcondition', { continue: 'No' }, element('conditionvar', {}, condition), textElement('setvar', FULL, { varname: 'SCORE', action: 'Set' }));

const SHOWS_GENERAL = element(
  'respcondition',
  { continue: 'Yes' },
  element('conditionvar', {}, element('other', {})),
  element('displayfeedback', { feedbacktype: 'Response', linkrefid: GENERAL }),
);

const NOTHING = element('respcondition', { continue: 'No' }, element('conditionvar', {}, element('other', {})));

function itemXml(question: Question, toHtml: ToHtml): string {
  const write = WRITERS[question.type] as (question: Question, toHtml: ToHtml) => Written;
  const { profile, response, conditions, solution } = write(question, toHtml);
  const { id, prompt, points = 1, explanation } = question;
  const processing = [...(explanation ? [SHOWS_GENERAL] : []), ...conditions];
  const outcomes = element('outcomes', {}, element('decvar', { maxvalue: FULL, minvalue: '0', varname: 'SCORE', vartype: 'Decimal' }));
  return element(
    'item',
    { ident: id },
    element('itemmetadata', {}, metadata({ cc_profile: profile, cc_weighting: `${points}`, ...(conditions.length === 0 ? { qmd_computerscored: 'No' } : {}) })),
    element('presentation', {}, material(toHtml(prompt)), response),
    element('resprocessing', {}, outcomes, ...(processing.length === 0 ? [NOTHING] : processing)),
    ...(explanation ? [element('itemfeedback', { ident: GENERAL }, element('flow_mat', {}, material(toHtml(explanation))))] : []),
    ...(solution === undefined
      ? []
      : [element('itemfeedback', { ident: SOLUTION }, element('solution', {}, element('solutionmaterial', {}, element('flow_mat', {}, material(solution)))))]),
  );
}
