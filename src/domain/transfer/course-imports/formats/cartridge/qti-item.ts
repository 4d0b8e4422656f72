import { choiceId, type Question } from '../question-course.ts';
import type { Loss } from './html.ts';
import { type Condition, conditionsOf, expandedPattern, hasCosts, type Key, keyOf, ownMaximum, pointsOf, rangeOf, sharedPoints } from './qti-key.ts';
import { elementsOf, elementsWithin, textAt, textOf, type XmlElement } from './xml.ts';

export interface ReadItem {
  identifier: string;
  title: string;
  /** The questions of the item; empty if it is left out. */
  questions: readonly Question[];
  /** The text of an item that asks nothing. */
  text: string | null;
  losses: ReadonlyMap<Loss, 'changed' | 'skipped'>;
}

/** Converts a text of an item to markdown by its type. The text may hold pictures. */
export type ToMarkdown = (text: string, type: string | undefined) => string;

/** Elements of an item that are read, or that matter only to programs. */
const READ = new Set(['itemmetadata', 'qtimetadata', 'presentation', 'resprocessing', 'itemfeedback', 'qticomment', 'itemcontrol', 'itemproc_extension']);
/** Questions of Canvas whose fields have names or sides, even if there is only one. */
const NAMED_FIELDS = /^(?:matching|fill_in_multiple_blanks|multiple_dropdowns)_question$/;
/** Values by which New Quizzes of Canvas mark a blank that has choices. */
const CHOSEN = /^(?:dropdown|wordbank)$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const GAP = '\\_\\_\\_\\_\\_';
const RESPONSES = ['response_lid', 'response_str', 'response_num', 'response_xy', 'response_grp', 'response_extension'];
const NOT_SUPPORTED = new Set(['calculated_question', 'file_upload_question', 'hot_spot_question', 'fill_in_formula']);

/** Reads an item of QTI 1.2. */
export function readItem(item: XmlElement, markdown: ToMarkdown): ReadItem {
  const losses = new Map<Loss, 'changed' | 'skipped'>();
  const reader = new ItemReader(item, markdown, losses);
  const questions = reader.questions();
  const text = questions === 'text' ? reader.prompt() : null;
  if (questions === undefined) losses.set('question_not_supported', 'skipped');
  else if (elementsOf(item).some((child) => !READ.has(child.name) && textOf(child) !== '')) losses.set('parts_lost', 'changed');
  return {
    identifier: item.attributes.ident ?? '',
    title: item.attributes.title?.trim() || reader.prompt(),
    questions: Array.isArray(questions) ? questions : [],
    text,
    losses,
  };
}

type Fields = Omit<Question, 'prompt' | 'points' | 'explanation'> & { type: string; prompt?: string };

interface Label {
  id: string;
  text: string;
}

class ItemReader {
  readonly #item: XmlElement;
  readonly #markdown: ToMarkdown;
  readonly #losses: Map<Loss, 'changed' | 'skipped'>;
  readonly #conditions: readonly Condition[];
  readonly #fields: ReadonlyMap<string, string>;
  readonly #presentation: XmlElement | undefined;
  readonly #responses: readonly XmlElement[];
  readonly #names: ReadonlySet<string>;
  /** Whether a text within the only field for answers is the question, and not a name of the field. */
  readonly #holdsPrompt: boolean;
  #prompt: string | undefined;
  #gap = 0;

  constructor(item: XmlElement, markdown: ToMarkdown, losses: Map<Loss, 'changed' | 'skipped'>) {
    this.#item = item;
    this.#markdown = markdown;
    this.#losses = losses;
    this.#conditions = conditionsOf(item);
    this.#fields = fieldsOf(item);
    this.#presentation = elementsOf(item, 'presentation')[0];
    this.#responses = [...elementsWithin(this.#presentation, ...RESPONSES)];
    this.#names = new Set(this.#responses.map(nameOf));
    this.#holdsPrompt = this.#responses.length === 1 && !NAMED_FIELDS.test(this.#fields.get('question_type') ?? '');
  }

  /** @returns 'text' if it asks nothing, and undefined if there is no such question */
  questions(): Question[] | 'text' | undefined {
    const type = this.#fields.get('question_type') ?? '';
    if (NOT_SUPPORTED.has(type)) return undefined;
    if (this.#responses.length === 0) return type === 'text_only_question' || type === '' ? 'text' : undefined;
    const found = this.#fieldsOfAll(type);
    if (!found || found.length === 0) return undefined;
    const explanation = this.#explanation();
    if (hasCosts(this.#conditions)) this.#losses.set('weights_lost', 'changed');
    const stated = this.#points();
    const points = sharedPoints(pointsOf(stated), found.length);
    if (stated !== undefined && pointsOf(stated) !== stated) this.#losses.set('points_rounded', 'changed');
    if (found.length > 1) this.#losses.set('question_split', 'changed');
    return found.map((fields, index) => ({ prompt: this.prompt(), ...fields, points: points[index], ...explanation }) as unknown as Question);
  }

  #points(): number | undefined {
    const stated = Number(this.#fields.get('points_possible') ?? this.#fields.get('cc_weighting') ?? this.#fields.get('qmd_weighting') ?? Number.NaN);
    if (Number.isFinite(stated)) return stated;
    return this.#fields.has('cc_profile') ? undefined : ownMaximum(this.#item);
  }

  #fieldsOfAll(type: string): Fields[] | undefined {
    const [first] = this.#responses as [XmlElement];
    const names = new Set(this.#responses.map(({ name }) => name));
    if (names.size > 1) return undefined;
    if (first.name === 'response_lid') {
      if (type === 'matching_question' || (this.#responses.length > 1 && this.#isMatching())) return one(this.#matching());
      if (this.#responses.length === 1 && !NAMED_FIELDS.test(type)) return one(this.#choices(first));
      return each(this.#responses.map((response) => this.#blank(response, type)));
    }
    if (first.name !== 'response_str' && first.name !== 'response_num') return undefined;
    if (this.#responses.length > 1) return each(this.#responses.map((response, index) => this.#typed(response, type, index)));
    return one(this.#typed(first, type));
  }

  /** Returns the text around the fields for answers, which are shown as gaps where text follows them. */
  prompt(): string {
    this.#prompt ??= this.#promptOf();
    return this.#prompt;
  }

  #promptOf(): string {
    const parts = [...this.#parts(this.#presentation)];
    while (parts.at(-1) === GAP) parts.pop();
    return parts.join('\n\n').replaceAll(`\n\n${GAP}\n\n`, ` ${GAP} `);
  }

  *#parts(element: XmlElement | undefined): Generator<string> {
    for (const child of elementsOf(element)) {
      if (child.name === 'material') yield* [this.#material(child)].filter(Boolean);
      else if (child.name === 'material_ref') this.#losses.set('parts_lost', 'changed');
      else if (!RESPONSES.includes(child.name)) yield* this.#parts(child);
      else {
        if (this.#holdsPrompt) for (const material of elementsOf(child, 'material')) yield* [this.#material(material)].filter(Boolean);
        if (child.name === 'response_str' || child.name === 'response_num') yield GAP;
      }
    }
  }

  #material(element: XmlElement | undefined): string {
    return elementsOf(element)
      .map((child) => {
        if (child.name === 'mattext' || child.name === 'matemtext') return this.#markdown(textOf(child), child.attributes.texttype);
        if (child.name === 'matimage' && child.attributes.uri !== undefined)
          return this.#markdown(`<img src="${child.attributes.uri.replaceAll('"', '%22')}">`, 'text/html');
        if (/^mat(?:audio|video|application|applet)$/.test(child.name)) this.#losses.set('media_lost', 'changed');
        if (child.name === 'matref' || child.name === 'mat_extension') this.#losses.set('parts_lost', 'changed');
        return '';
      })
      .filter(Boolean)
      .join('\n\n');
  }

  /** Returns all materials within an element. */
  #materials = (element: XmlElement | undefined): string =>
    [...elementsWithin(element, 'material')]
      .map((material) => this.#material(material))
      .filter(Boolean)
      .join('\n\n');

  #labels(response: XmlElement): Label[] {
    return [...elementsWithin(response, 'response_label')].map((label) => ({ id: label.attributes.ident ?? '', text: this.#materials(label) }));
  }

  #key(response: XmlElement): Key {
    return keyOf(this.#conditions, response.attributes.ident ?? '');
  }

  #choices(response: XmlElement): Fields | undefined {
    const all = this.#labels(response);
    const labels = all.filter(({ text }) => text !== '');
    if (labels.length < all.length) this.#losses.set('choices_lost', 'changed');
    const { full, isAdded, hasOtherWeights } = this.#key(response);
    const right = [...new Set(full.filter(({ operator }) => operator === 'varequal').map(({ value }) => value))];
    const places = right.map((value) => labels.findIndex(({ id }) => id === value)).filter((place) => place >= 0);
    if (hasOtherWeights) this.#losses.set('weights_lost', 'changed');
    const [first] = places;
    if (first === undefined) return undefined;
    const isMultiple = response.attributes.rcardinality?.toLowerCase() === 'multiple';
    if (!isMultiple && isTruth(labels) && this.#fields.get('cc_profile') !== 'cc.multiple_choice.v0p1')
      return { type: 'true_false', correct: /^t/i.test(labels[first]?.text ?? '') } as unknown as Fields;
    const choices = labels.map(({ text }, index) => ({ id: choiceId(index), text }));
    if (isMultiple) return { type: 'multiple', choices, correct_choice_ids: places.map(choiceId), partial_credit: isAdded } as unknown as Fields;
    if (places.length > 1) this.#losses.set('answers_lost', 'changed');
    return { type: 'single', choices, correct_choice_id: choiceId(first) } as unknown as Fields;
  }

  #isMatching(): boolean {
    const [first = '', ...others] = this.#responses.map((response) =>
      [...elementsWithin(response, 'response_label')].map(({ attributes }) => attributes.ident).join(' '),
    );
    return others.every((labels) => labels === first) && this.#responses.every((response) => elementsOf(response, 'material').length > 0);
  }

  /** Reads a matching question. Sides without a text are left out, as they are in the system of origin. */
  #matching(): Fields | undefined {
    const labels: Label[] = [];
    const sides = this.#responses.map((response) => {
      const own = this.#labels(response);
      for (const label of own) labels.push(label);
      const value = this.#key(response).full[0]?.value;
      return { left: this.#material(elementsOf(response, 'material')[0]), right: own.find(({ id }) => id === value)?.text };
    });
    const told = sides.filter(({ left, right }) => left !== '' && right !== '');
    if (told.length < sides.length || labels.some(({ text }) => text === '')) this.#losses.set('choices_lost', 'changed');
    if (told.some(({ right }) => right === undefined)) return undefined;
    const used = new Set(told.map(({ right }) => right));
    const pairs = told.map((side, index) => ({ id: choiceId(index), ...side }));
    const distractors = new Set(labels.map(({ text }) => text).filter((text) => text !== '' && !used.has(text)));
    return { type: 'matching', pairs, distractors: [...distractors] } as unknown as Fields;
  }

  /** Reads one of several blanks or drop-downs in a text, where its name is in brackets. */
  #blank(response: XmlElement, type: string): Fields | undefined {
    const names = [nameOf(response), textOf(elementsOf(response, 'material')[0])];
    const prompt = withGaps(this.prompt(), (name) => (names.includes(name) ? GAP : UUID.test(name) && this.#names.has(name) ? '…' : undefined));
    const labels = [...elementsWithin(response, 'response_label')];
    if (type !== 'fill_in_multiple_blanks_question' || labels.some(({ attributes }) => CHOSEN.test(attributes.answer_type ?? ''))) {
      const fields = this.#choices(response);
      return fields && { ...fields, prompt };
    }
    const accepted = labels.map((label) => textOf(label)).filter(Boolean);
    return accepted.length === 0 ? undefined : ({ type: 'short_text', prompt, accepted_answers: [...new Set(accepted)] } as unknown as Fields);
  }

  #typed(response: XmlElement, type: string, place?: number): Fields | undefined {
    const prompt = place === undefined ? {} : { prompt: this.#promptWithGap(place) };
    const { full, hasOtherWeights } = this.#key(response);
    const render = [...elementsWithin(response, 'render_fib')][0];
    const isNumber =
      type === 'numerical_question' || response.name === 'response_num' || /^(?:integer|decimal|scientific)$/i.test(render?.attributes.fibtype ?? '');
    if (isNumber || full.some(({ operator }) => /^var[gl]t/.test(operator))) return this.#numeric(response, prompt);
    const profile = this.#fields.get('cc_profile') ?? '';
    if (type === 'essay_question' || /essay/.test(profile) || full.length === 0)
      return /fib|pattern|short_answer/.test(`${profile} ${type}`)
        ? undefined
        : ({ type: 'essay', ...prompt, grading_notes: this.#solutions() } as unknown as Fields);
    const isPattern = /pattern/.test(profile);
    const answers = full.flatMap(({ operator, value }) => {
      const literal =
        operator === 'varequal' && !(isPattern && /[*?[\]()|^$+\\]/.test(value)) ? [value] : operator === 'varequal' ? expandedPattern(value) : undefined;
      if (!literal) this.#losses.set('pattern_lost', 'changed');
      return (literal ?? []).filter((text) => text.trim() !== '');
    });
    if (hasOtherWeights) this.#losses.set('answers_lost', 'changed');
    if (answers.length === 0) return undefined;
    const case_sensitive = full.every(({ isCaseSensitive }) => isCaseSensitive);
    return { type: 'short_text', ...prompt, accepted_answers: [...new Set(answers)], case_sensitive } as unknown as Fields;
  }

  #numeric(response: XmlElement, prompt: object): Fields | undefined {
    const own = this.#conditions.filter(({ score, matches }) => score > 0 && matches.some((match) => match.response === response.attributes.ident));
    const range = rangeOf(own[0]?.matches ?? []);
    if (own.length > 1) this.#losses.set('answers_lost', 'changed');
    return range && ({ type: 'numeric', ...prompt, ...range } as unknown as Fields);
  }

  /** Returns the prompt with a gap only for one of several answers. */
  #promptWithGap(place: number): string {
    this.#gap = 0;
    const gaps = this.prompt().split(GAP);
    if (gaps.length < 2) return `${this.prompt()} (${place + 1})`;
    return gaps.reduce((text, part) => `${text}${this.#gap++ === place ? GAP : '…'}${part}`).trim();
  }

  #solutions(): string | null {
    const materials = [...elementsWithin(this.#item, 'solutionmaterial')].map((element) => this.#materials(element));
    return materials.filter(Boolean).join('\n\n') || null;
  }

  /** Returns all feedback about answers, combined in one explanation. */
  #explanation(): { explanation: string | null } {
    const general: string[] = [];
    const others: string[] = [];
    const labels = new Map(this.#responses.flatMap((response) => this.#labels(response).map(({ id, text }) => [id, text] as const)));
    const isChosen = new Map(this.#conditions.flatMap(({ feedback, matches }) => feedback.map((ident) => [ident, matches] as const)));
    for (const element of elementsWithin(this.#item, 'itemfeedback')) {
      const { ident = '' } = element.attributes;
      if (elementsWithin(element, 'solution').next().done === false) {
        const solution = this.#materials(element);
        if (this.#responses[0]?.name !== 'response_str' && solution !== '') general.push(solution);
        continue;
      }
      const text = this.#materials(element);
      const matches = isChosen.get(ident) ?? [];
      if (text === '') continue;
      if (/^general_fb$/i.test(ident) || (matches.length === 0 && !/correct/i.test(ident))) general.push(text);
      else {
        const label = matches.length === 1 ? labels.get(matches[0]?.value ?? '') : undefined;
        others.push(label === undefined ? text : `${label}: ${text}`);
      }
    }
    if (others.length > 0) this.#losses.set('feedback_moved', 'changed');
    return { explanation: [...new Set([...general, ...others])].join('\n\n') || null };
  }
}

const one = (fields: Fields | undefined): Fields[] | undefined => fields && [fields];

const each = (all: readonly (Fields | undefined)[]): Fields[] | undefined => (all.every((fields) => fields !== undefined) ? (all as Fields[]) : undefined);

/** Returns the name of a field for answers in the text around it. It is a UUID if nobody gave it a name. */
const nameOf = ({ attributes }: XmlElement): string => (attributes.ident ?? '').replace(/^response_/, '');

/** Replaces names in brackets. In markdown, the brackets and special characters in the names are escaped. */
function withGaps(text: string, shownOf: (name: string) => string | undefined): string {
  let replaced = '';
  let at = 0;
  for (const { 0: all, 1: name = '', index } of text.matchAll(/\[([^[\]]{1,250})\]/g)) {
    const shown = shownOf(name.replaceAll('\\', ''));
    if (shown === undefined) continue;
    replaced += text.slice(at, text[index - 1] === '\\' ? index - 1 : index) + shown;
    at = index + all.length;
  }
  return replaced + text.slice(at);
}

const isTruth = (labels: readonly Label[]): boolean =>
  labels.length === 2 &&
  labels
    .map(({ text }) => text.toLowerCase())
    .sort()
    .join(' ') === 'false true';

/** Returns the metadata of an assessment or an item, by labels in lower case. */
export const fieldsOf = (element: XmlElement): Map<string, string> =>
  new Map(
    [...elementsOf(element, 'qtimetadata'), ...elementsOf(element, 'itemmetadata')].flatMap((metadata) =>
      [...elementsWithin(metadata, 'qtimetadatafield')].map((field) => [(textAt(field, 'fieldlabel') ?? '').toLowerCase(), textAt(field, 'fieldentry') ?? '']),
    ),
  );
