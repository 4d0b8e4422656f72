import type { Shape } from '../../../../kernel/contract.ts';
import { type Question, quizParts } from '../question-course.ts';
import { nameOf } from '../text-course.ts';
import type { Drafts } from './drafts.ts';
import { baseName } from './entries.ts';
import { type Grading, gradingOf, rounded } from './grading.ts';
import { hasTags, type Loss, rewriteHtml } from './html.ts';
import type { Item } from './ledger.ts';
import type { Resource } from './manifest.ts';
import { htmlToMarkdown, toMarkdown } from './markdown.ts';
import { countItems, type ReadQuiz, readQuizzes } from './qti-quiz.ts';
import { readQuestions } from './questions.ts';
import { dueOf, windowOf } from './schedule.ts';
import type { MadeLesson, Placing } from './source.ts';
import { cut, LONGEST_TITLE } from './texts.ts';
import { elementAt, isFalse, isTrue, numberAt, textAt, type XmlElement } from './xml.ts';

const QUESTIONS = 'questestinterop';
const MOST_POINTS = 1_000_000;
const LONGEST_NUMBER = 10;

/** Makes lessons of quizzes and banks. */
export class QuizMaker {
  readonly #drafts: Drafts;
  readonly #banks = new Map<string, ReadQuiz>();
  /** Losses of the texts that were read since it was last cleared. */
  readonly #losses = new Set<Loss>();

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
  }

  async lessons(resource: Resource, placing: Placing): Promise<MadeLesson[]> {
    const meta = await this.#metaOf(resource);
    const found = await this.#document(resource, placing.title);
    if (!found) return [];
    const { root, name } = found;
    const quizzes = this.#read(root, name);
    if (!quizzes) {
      this.#drafts.source.ledger.skip({ place: name, title: placing.title || name }, 'resource_invalid');
      return [];
    }
    for (const quiz of quizzes) this.#banks.set(quiz.identifier, quiz);
    this.#banks.set(resource.identifier, quizzes[0] as ReadQuiz);
    const made: MadeLesson[] = [];
    for (const quiz of quizzes) made.push(...(await this.#quizLessons(quiz, name, placing, meta)));
    return made;
  }

  /** Returns what Canvas states about a quiz in addition to its document. */
  async #metaOf(resource: Resource): Promise<XmlElement | undefined> {
    const { source } = this.#drafts;
    const part = await this.#drafts.partOf(resource, 'quiz');
    const own = resource.files.find((file) => baseName(file) === 'assessment_meta.xml' && source.entries.sizeOf(file) > 0);
    if (part || own === undefined) return part;
    const root = await this.#drafts.xml(own, { place: own, title: baseName(own) });
    return root?.name === 'quiz' ? root : undefined;
  }

  /** Returns the document of a quiz. If Canvas wrote one of its own beside that of the specification, the one with more questions. */
  async #document(resource: Resource, title: string): Promise<{ root: XmlElement; name: string } | undefined> {
    const { entries, manifest, ledger } = this.#drafts.source;
    const own = entries.find(`non_cc_assessments/${resource.identifier}.xml.qti`);
    const parts = resource.dependencies.flatMap((identifier) => manifest.resources.get(identifier)?.files ?? []);
    const names = new Set(
      [resource.href, ...resource.files, own, ...parts].filter((name) => name !== undefined && /\.(?:xml|qti|dat)$/i.test(name)) as string[],
    );
    const { inline } = resource;
    const read = inline?.name === QUESTIONS ? [{ root: inline, name: `imsmanifest.xml#${resource.identifier}`, count: countItems(inline) }] : [];
    for (const name of names) {
      if (/_meta\.xml$/.test(name)) continue;
      const root = await this.#drafts.xml(name, { place: name, title: title || baseName(name) });
      if (root?.name === QUESTIONS) read.push({ root, name, count: countItems(root) });
      else if (root && name === resource.href) ledger.skip({ place: name, title: title || baseName(name) }, 'resource_invalid');
    }
    return read.toSorted((first, second) => second.count - first.count)[0];
  }

  #read = (root: XmlElement, name: string): ReadQuiz[] | undefined => readQuizzes(root, (text, type) => this.#markdown(text, type, name));

  #markdown(text: string, type: string | undefined, name: string): string {
    const isHtml = !/^text\/plain$/i.test(type ?? 'text/plain') || hasTags(text);
    if (!isHtml) return toMarkdown(text, 'text/plain');
    const { html, losses } = rewriteHtml(text, this.#drafts.place(name));
    for (const loss of losses) this.#losses.add(loss);
    return htmlToMarkdown(html);
  }

  async #quizLessons(quiz: ReadQuiz, name: string, placing: Placing, meta: XmlElement | undefined): Promise<MadeLesson[]> {
    const drafts = this.#drafts;
    const { ledger } = drafts.source;
    const title = placing.title || (textAt(meta, 'title') ?? (quiz.title || nameOf(baseName(name))));
    const first = drafts.item(`${name}#${quiz.identifier}`, title);
    const questions = await readQuestions(ledger, quiz, first, name, (identifier) => this.#bank(identifier));
    this.#loseTexts(first);
    const description = textAt(meta, 'description');
    const fields = this.#fields(first, quiz, meta, description === undefined ? quiz.instructions : this.#markdown(description, 'text/html', name));
    this.#loseTexts(first);
    const isPublished =
      placing.isPublished && !quiz.isBank && !isFalse(textAt(meta, 'available') ?? 'true') && textAt(meta, 'assignment', 'workflow_state') !== 'unpublished';
    if (meta) drafts.name((elementAt(meta, 'assignment') ?? meta).attributes.identifier, first.id);
    const window = windowOf(drafts.source, first, { unlock: textAt(meta, 'unlock_at') ?? placing.unlockAt, lock: textAt(meta, 'lock_at') });
    const parts = quizParts(questions);
    if (parts.length === 0) {
      ledger.change(first, 'quiz_empty');
      return [drafts.lesson(first, { isPublished: false }, { content_type: 'quiz', content: null })];
    }
    return parts.map((part, index) => {
      const item = index === 0 ? first : drafts.item(`${name}#${quiz.identifier}-${index + 1}`, title);
      const own = parts.length === 1 ? item : { ...item, title: `${cut(item.title, LONGEST_TITLE - LONGEST_NUMBER)} (${index + 1})` };
      const grading = meta && !quiz.isBank ? this.#grading(meta, parts.length === 1 ? part : null) : null;
      return drafts.lesson(own, { isPublished }, { content_type: 'quiz', content: { ...fields, questions: part } as Shape<'QuizContent'>, grading, ...window });
    });
  }

  #loseTexts(item: Item): void {
    this.#drafts.lose(item, this.#losses);
    this.#losses.clear();
  }

  #grading(meta: XmlElement, questions: readonly Question[] | null): Grading {
    const { canvas } = this.#drafts.source;
    const settings = elementAt(meta, 'assignment') ?? meta;
    const stated = numberAt(settings, 'points_possible') ?? numberAt(meta, 'points_possible');
    const own = questions?.reduce((sum, { points }) => sum + (points ?? 1), 0);
    const points = stated === undefined || own === undefined || Math.abs(stated - own) < 0.005 ? null : rounded(stated, MOST_POINTS);
    const grading = gradingOf(canvas, settings, points);
    return {
      ...grading,
      category_id: grading.category_id ?? gradingOf(canvas, meta, null).category_id,
      is_graded: !/^(?:practice_quiz|survey)$/.test(textAt(meta, 'quiz_type') ?? ''),
    };
  }

  #fields(item: Item, quiz: ReadQuiz, meta: XmlElement | undefined, instructions: string | null): Omit<Partial<Shape<'QuizContent'>>, 'questions'> {
    const { source } = this.#drafts;
    const lost = ['access_code', 'ip_filter', 'one_question_at_a_time', 'cant_go_back', 'require_lockdown_browser'].filter(
      (name) => !isFalse(textAt(meta, name)),
    );
    if (lost.length > 0) source.ledger.change(item, 'features_lost', lost.join(', '));
    if (quiz.lost.length > 0) source.ledger.change(item, 'parts_lost', quiz.lost.join(', '));
    return {
      instructions: instructions || null,
      passing_score_percent: 0,
      max_attempts: wholeNumber(numberAt(meta, 'allowed_attempts') ?? quiz.maxAttempts, 100),
      time_limit_minutes: wholeNumber(numberAt(meta, 'time_limit') ?? quiz.timeLimitMinutes, 1440),
      shuffle_questions: quiz.shufflesQuestions,
      shuffle_choices: isTrue(textAt(meta, 'shuffle_answers')),
      due: dueOf(source, textAt(meta, 'due_at') ?? textAt(meta, 'assignment', 'due_at')),
    };
  }

  /** Returns a bank that a quiz draws from. The bank also becomes a quiz of its own. */
  async #bank(identifier: string): Promise<ReadQuiz | undefined> {
    const known = this.#banks.get(identifier);
    if (known) return known;
    const { entries, manifest } = this.#drafts.source;
    const resource = manifest.resources.get(identifier);
    const name = resource?.href ?? resource?.files[0] ?? entries.find(`non_cc_assessments/${identifier}.xml.qti`);
    const root = name === undefined ? undefined : await this.#drafts.xml(name, { place: name, title: baseName(name) });
    const read = (root && this.#read(root, name as string)) ?? [];
    const bank = read.find((quiz) => quiz.identifier === identifier) ?? read[0];
    if (bank) this.#banks.set(identifier, bank);
    return bank;
  }
}

const wholeNumber = (value: number | null, most: number): number | null =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= most ? value : null;
