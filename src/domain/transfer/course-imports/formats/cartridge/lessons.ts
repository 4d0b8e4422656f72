import { DEFAULT_CONFIG } from '../../../../assessment/gradebook/columns.ts';
import type { Shape } from '../../../../kernel/contract.ts';
import { escapeMarkup } from '../../../../kernel/escape-markup.ts';
import { numberedId } from '../../../archive/numbered-ids.ts';
import { type ImportedLesson, UnreadableCourse } from '../format.ts';
import { asMarkdown, isValidQuestion, type Question, quizParts } from '../question-course.ts';
import { UNSCHEDULED } from '../text-course.ts';
import { type CanvasCourse, categoryId } from './canvas.ts';
import { baseName, type Entries, folderOf } from './entries.ts';
import type { CourseFile, CourseFiles } from './files.ts';
import { type Frame, hasTags, type Loss, type Place, rewriteHtml } from './html.ts';
import { ASSIGNMENT_SETTINGS, IS_PAGE, kindOf } from './kinds.ts';
import type { Item, Ledger } from './ledger.ts';
import { lessonAt } from './links.ts';
import type { Manifest, Resource } from './manifest.ts';
import { htmlToMarkdown, toMarkdown } from './markdown.ts';
import { readPage } from './page.ts';
import type { ReadItem } from './qti-item.ts';
import { countItems, type ReadQuiz, readQuizzes } from './qti-quiz.ts';
import { daysBetween, type LocalTime, localTime } from './times.ts';
import { DocumentType, elementAt, elementsOf, isTrue, MalformedXml, numberAt, parseXml, textAt, textOf, type XmlElement } from './xml.ts';

export type MadeLesson = Omit<ImportedLesson, 'chapter_id'>;
type Grading = NonNullable<ImportedLesson['grading']>;

export interface Source {
  entries: Entries;
  files: CourseFiles;
  ledger: Ledger;
  manifest: Manifest;
  canvas: CanvasCourse;
  isCanvas: boolean;
  timeZone: string;
  startDate: string | null;
}

/** How an item stands in the outline. */
export interface Placing {
  title: string;
  isPublished: boolean;
  /** When Canvas opens the module. */
  unlockAt?: string | undefined;
}

/** Makes lessons of the resources of an archive. */
export class LessonMaker {
  readonly #source: Source;
  readonly #banks = new Map<string, ReadQuiz>();
  readonly #lessonOf = new Map<string, string>();
  #count = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  /** The lesson that a resource or an assignment of Canvas became. */
  lessonOf = (identifier: string): string | undefined => this.#lessonOf.get(identifier);

  /** @returns no lessons where it is left out, or only a file of the course */
  async make(resource: Resource, placing: Placing): Promise<MadeLesson[]> {
    const { ledger } = this.#source;
    const place = resource.href ?? (resource.address || resource.identifier);
    const missing = { place, title: placing.title || place };
    if (resource.href === undefined && resource.files.length === 0) {
      ledger.skip(missing, 'resource_missing');
      return [];
    }
    const made = await this.#makeOf(resource, placing, missing);
    const [first] = made;
    if (first) this.#lessonOf.set(resource.identifier, first.id);
    return made;
  }

  async #makeOf(resource: Resource, placing: Placing, item: Item): Promise<MadeLesson[]> {
    const name = resource.href ?? (resource.files[0] as string);
    switch (kindOf(resource)) {
      case 'page':
        return this.#page(name, { ...placing, isPublished: placing.isPublished && !resource.isForInstructors });
      case 'file':
        return this.#file(name, placing);
      case 'canvas_assignment':
        return this.#canvasAssignment(resource, placing);
      case 'quiz':
      case 'bank':
        return this.#quiz(resource, placing);
      case 'link':
        return this.#withXml(name, item, (root) => this.#link(root, name, placing));
      case 'discussion':
        return this.#withXml(name, item, (root) => this.#discussion(root, resource, name, placing));
      case 'tool':
        return this.#withXml(name, item, (root) => this.#tool(root, name, placing));
      case 'assignment':
        return this.#withXml(name, item, (root) => this.#assignment(root, name, placing));
      default:
        this.#source.ledger.skip(item, 'resource_not_supported', resource.type.slice(0, 100) || null);
        return [];
    }
  }

  /** An external page that Canvas names only in its modules. */
  linkTo(url: string, place: string, placing: Placing): MadeLesson[] {
    const item = this.#item(place, placing.title || url);
    return [this.#lesson(item, placing, this.#linked(url, item.title))];
  }

  /** A tool that Canvas names only in its modules. */
  toolAt(url: string, place: string, placing: Placing): MadeLesson[] {
    const item = this.#item(place, placing.title || url);
    this.#source.ledger.change(item, 'tool_as_text');
    return [this.#lesson(item, placing, textLesson(linkHtml(url, item.title)))];
  }

  /** A page or another entry that no resource describes. */
  async makeEntry(name: string, placing: Placing): Promise<MadeLesson[]> {
    return IS_PAGE.test(name) ? this.#page(name, placing) : this.#file(name, placing);
  }

  /** Reads a document, or notes that it cannot be read. */
  async #withXml(name: string, item: Item, make: (root: XmlElement) => MadeLesson[] | Promise<MadeLesson[]>): Promise<MadeLesson[]> {
    const root = await this.xml(name, item);
    return root ? make(root) : [];
  }

  /** @throws UnreadableCourse if it has a document type */
  async xml(name: string, item: Item): Promise<XmlElement | undefined> {
    const { entries, ledger } = this.#source;
    try {
      const { root, isMended } = parseXml(await entries.read(name));
      if (isMended) ledger.change({ place: name, title: baseName(name) }, 'xml_mended');
      return root;
    } catch (error) {
      if (error instanceof DocumentType) throw new UnreadableCourse('invalid');
      if (!(error instanceof MalformedXml)) throw error;
      ledger.skip(item, 'resource_invalid');
      return undefined;
    }
  }

  #item(place: string, title: string): Required<Item> {
    const item = { id: numberedId('lesson', ++this.#count), place, title: cut(title.trim() || baseName(place)) };
    this.#source.ledger.find(item);
    if (Array.from(title.trim()).length > LONGEST_TITLE) this.#source.ledger.change(item, 'title_shortened');
    return item;
  }

  #lesson(
    { id, title }: Required<Item>,
    { isPublished }: Pick<Placing, 'isPublished'>,
    lesson: Pick<MadeLesson, 'content_type' | 'content'> & Partial<MadeLesson>,
  ): MadeLesson {
    return { ...UNSCHEDULED, id, title, is_published: isPublished, ...lesson };
  }

  #place = (name: string): Place => ({ entries: this.#source.entries, files: this.#source.files, folder: folderOf(name) });

  #lose(item: Item, losses: ReadonlySet<Loss>): void {
    for (const loss of losses) this.#source.ledger.change(item, loss);
  }

  async #page(name: string, { unlockAt, ...placing }: Placing): Promise<MadeLesson[]> {
    const page = readPage(await this.#source.entries.read(name), this.#place(name));
    const item = this.#item(name, placing.title || page.title);
    this.#lose(item, page.losses);
    const isPublished = placing.isPublished && page.workflowState !== 'unpublished';
    const lesson = this.#lesson(item, { isPublished }, { ...textLesson(page.html), ...this.#window(item, { unlock: unlockAt }) });
    return [lesson, ...this.#frames(item, page.frames, isPublished)];
  }

  /** The lessons that show what a text showed in frames. */
  #frames({ place, title }: Item, frames: readonly Frame[], isPublished: boolean): MadeLesson[] {
    return frames.flatMap((frame, index) => {
      const item = this.#item(`${place}#frame-${index + 1}`, frame.title || title);
      const lesson = 'file' in frame ? fileLesson(frame.file) : lessonAt(frame.url, true);
      return [this.#lesson(item, { isPublished }, lesson ?? textLesson(linkHtml('url' in frame ? frame.url : '', item.title)))];
    });
  }

  #file(name: string, placing: Placing): MadeLesson[] {
    const file = this.#source.files.take(name);
    if (!file) return [];
    const item = this.#item(`${name}#lesson`, placing.title || file.title);
    return [this.#lesson(item, placing, { ...fileLesson(file), ...this.#window(item, { unlock: placing.unlockAt }) })];
  }

  #link(root: XmlElement, name: string, placing: Placing): MadeLesson[] {
    const url = (elementAt(root, 'url')?.attributes.href ?? textAt(root, 'url') ?? '').trim();
    const item = this.#item(name, placing.title || textAt(root, 'title') || url);
    if (!/^https?:/i.test(url)) this.#source.ledger.change(item, 'link_lost', url.slice(0, 200) || null);
    return [this.#lesson(item, placing, this.#linked(url, item.title))];
  }

  #linked = (url: string, title: string) => lessonAt(url, false) ?? textLesson(linkHtml(url, title));

  #tool(root: XmlElement, name: string, placing: Placing): MadeLesson[] {
    const item = this.#item(name, placing.title || textAt(root, 'title') || '');
    const url = textAt(root, 'secure_launch_url') ?? textAt(root, 'launch_url') ?? '';
    const description = textAt(root, 'description');
    this.#source.ledger.change(item, 'tool_as_text');
    return [this.#lesson(item, placing, textLesson(`${description === undefined ? '' : `<p>${escapeMarkup(description)}</p>`}${linkHtml(url, item.title)}`))];
  }

  async #discussion(root: XmlElement, resource: Resource, name: string, placing: Placing): Promise<MadeLesson[]> {
    const item = this.#item(name, placing.title || textAt(root, 'title') || '');
    const { html, losses, frames } = rewriteHtml(htmlOf(elementAt(root, 'text')) + this.#attachments(root), this.#place(name));
    this.#lose(item, losses);
    this.#source.ledger.change(item, 'discussion_as_text');
    const meta = await this.#partOf(resource, 'topicMeta');
    const isPublished = placing.isPublished && textAt(meta, 'workflow_state') !== 'unpublished';
    const settings = elementAt(meta, 'assignment');
    const more = this.#frames(item, frames, isPublished);
    if (!settings) return [this.#lesson(item, { isPublished }, { ...textLesson(html), ...this.#window(item, { unlock: placing.unlockAt }) }), ...more];
    const graded = this.#assigned(item, settings, { instructions: htmlToMarkdown(html), submission_kinds: ['text'] }, placing);
    return [this.#lesson(item, { isPublished: isPublished && graded.is_published }, { ...graded, is_published: isPublished && graded.is_published }), ...more];
  }

  /** Of the documents that a resource depends on, the one with this root. */
  async #partOf(resource: Resource, name: string): Promise<XmlElement | undefined> {
    const { manifest, entries } = this.#source;
    for (const identifier of resource.dependencies) {
      const part = manifest.resources.get(identifier);
      for (const file of new Set([...(part?.href ? [part.href] : []), ...(part?.files ?? [])])) {
        if (!file.endsWith('.xml')) continue;
        const root = await this.xml(file, { place: file, title: baseName(file) });
        if (root?.name === name) return root;
      }
    }
    const own = resource.files.find((file) => baseName(file) === 'assessment_meta.xml' && entries.sizeOf(file) > 0);
    const root = own === undefined || name !== 'quiz' ? undefined : await this.xml(own, { place: own, title: baseName(own) });
    return root?.name === name ? root : undefined;
  }

  #attachments = (root: XmlElement): string =>
    elementsOf(elementAt(root, 'attachments'), 'attachment')
      .flatMap(({ attributes }) => attributes.href ?? [])
      .map((href) => linkHtml(href, baseName(href)))
      .join('');

  /** The extension of the specification for assignments. */
  #assignment(root: XmlElement, name: string, placing: Placing): MadeLesson[] {
    const item = this.#item(name, placing.title || textAt(root, 'title') || '');
    const { html, losses, frames } = rewriteHtml(htmlOf(elementAt(root, 'text')) + this.#attachments(root), this.#place(name));
    this.#lose(item, losses);
    if (textAt(root, 'instructor_text') !== undefined) this.#source.ledger.change(item, 'instructor_text_lost');
    const gradable = elementAt(root, 'gradable');
    const formats = elementsOf(elementAt(root, 'submission_formats'), 'format').map(({ attributes }) => attributes.type ?? '');
    const points = Number(gradable?.attributes.points_possible ?? (isTrue(textOf(gradable)) ? 100 : 0));
    const content = this.#assignmentContent(item, htmlToMarkdown(html), formats, points, []);
    const ungraded = gradable && isFalse(textOf(gradable)) ? { grading: { ...DEFAULT_CONFIG, is_graded: false, anonymous_grading: false } } : {};
    return [
      this.#lesson(item, placing, { content_type: 'assignment', content, ...ungraded, ...this.#window(item, { unlock: placing.unlockAt }) }),
      ...this.#frames(item, frames, placing.isPublished),
    ];
  }

  async #canvasAssignment(resource: Resource, placing: Placing): Promise<MadeLesson[]> {
    const name = resource.files.find((file) => baseName(file) === ASSIGNMENT_SETTINGS) as string;
    const page = resource.href ?? resource.files.find((file) => IS_PAGE.test(file));
    const settings = await this.xml(name, { place: name, title: placing.title });
    if (!settings) return [];
    const text = page === undefined || !IS_PAGE.test(page) ? undefined : readPage(await this.#source.entries.read(page), this.#place(page));
    const item = this.#item(page ?? name, placing.title || textAt(settings, 'title') || '');
    this.#lose(item, text?.losses ?? new Set());
    const kinds = (textAt(settings, 'submission_types') ?? '').split(',').map((kind) => kind.trim());
    const extensions = (textAt(settings, 'allowed_extensions') ?? '').split(',').map((extension) => extension.trim().toLowerCase().replace(/^\./, ''));
    const content = this.#assignmentContent(
      item,
      htmlToMarkdown(text?.html ?? ''),
      kinds,
      numberAt(settings, 'points_possible') ?? 0,
      extensions.filter((extension) => /^[a-z0-9]{1,10}$/.test(extension)),
    );
    const made = this.#assigned(item, settings, content, placing);
    return [this.#lesson(item, { isPublished: made.is_published }, made), ...this.#frames(item, text?.frames ?? [], made.is_published)];
  }

  #assignmentContent(
    item: Required<Item>,
    instructions: string,
    kinds: readonly string[],
    points: number,
    extensions: readonly string[],
  ): Shape<'AssignmentContent'> {
    const known = [...new Set(kinds.flatMap((kind) => SUBMISSIONS[kind] ?? []))];
    if (known.length === 0) this.#source.ledger.change(item, 'submission_kinds_changed', kinds.filter(Boolean).join(', ').slice(0, 100) || null);
    const submission_kinds = known.length === 0 ? (['text', 'file'] as const) : known;
    return {
      instructions: instructions.trim() || asMarkdown(item.title),
      submission_kinds: [...submission_kinds],
      points: rounded(points, 10_000),
      due: { kind: 'none' },
      max_files: 1,
      allowed_file_extensions: known.includes('file') ? [...new Set(extensions)].slice(0, 50) : [],
      sample_solution: null,
    };
  }

  /** An assignment with what Canvas tells of its points, dates and grading. */
  #assigned(
    item: Required<Item>,
    settings: XmlElement,
    content: Pick<Shape<'AssignmentContent'>, 'instructions' | 'submission_kinds'> & Partial<Shape<'AssignmentContent'>>,
    placing: Placing,
  ): Pick<MadeLesson, 'content_type' | 'content' | 'is_published'> & Partial<MadeLesson> {
    const due = this.#time(textAt(settings, 'due_at'));
    const whole: Shape<'AssignmentContent'> = {
      points: rounded(numberAt(settings, 'points_possible') ?? 0, 10_000),
      max_files: 1,
      allowed_file_extensions: [],
      sample_solution: null,
      ...content,
      instructions: content.instructions.trim() || asMarkdown(item.title),
      due: due ? { kind: 'date', ...due } : { kind: 'none' },
    };
    const unknown = ['peer_reviews', 'moderated_grading', 'has_group_category'].filter((name) => isTrue(textAt(settings, name)));
    if (unknown.length > 0) this.#source.ledger.change(item, 'features_lost', unknown.join(', '));
    this.#name(settings, item);
    return {
      content_type: 'assignment',
      content: whole,
      is_published: placing.isPublished && textAt(settings, 'workflow_state') !== 'unpublished',
      grading: this.#grading(settings, null),
      ...this.#window(item, { unlock: textAt(settings, 'unlock_at') ?? placing.unlockAt, lock: textAt(settings, 'lock_at') }),
    };
  }

  #name(settings: XmlElement, { id }: Required<Item>): void {
    const { identifier } = settings.attributes;
    if (identifier !== undefined) this.#lessonOf.set(identifier, id);
  }

  #grading(settings: XmlElement, points: number | null): Grading {
    const { canvas } = this.#source;
    const group = canvas.groups.findIndex(({ identifier }) => identifier === textAt(settings, 'assignment_group_identifierref'));
    const rubric = canvas.rubrics.get(textAt(settings, 'rubric_identifierref') ?? '');
    const type = textAt(settings, 'grading_type') ?? '';
    return {
      is_graded: type !== 'not_graded' && textAt(settings, 'submission_types') !== 'not_graded',
      points,
      category_id: group < 0 ? null : categoryId(group),
      grading_type: GRADING_TYPES[type] ?? 'points',
      attempts_policy: 'highest',
      is_extra_credit: false,
      is_omitted: isTrue(textAt(settings, 'omit_from_final_grade')),
      is_online: true,
      posting: isTrue(textAt(settings, 'anonymous_grading')) || isTrue(textAt(settings, 'post_manually')) ? 'manual' : null,
      anonymous_grading: isTrue(textAt(settings, 'anonymous_grading')),
      rubric: rubric ? { ...rubric, is_feedback_only: !isTrue(textAt(settings, 'rubric_use_for_grading')) } : null,
    };
  }

  #time = (text: string | undefined): LocalTime | undefined => {
    const { timeZone, isCanvas } = this.#source;
    return localTime(text, timeZone, isCanvas ? 'UTC' : timeZone);
  };

  /** When a lesson opens and closes, counted from the first day of the course. */
  #window(item: Item, { unlock, lock }: { unlock?: string | undefined; lock?: string | undefined }): Partial<MadeLesson> {
    const { startDate } = this.#source;
    const [opens, closes] = [this.#time(unlock), this.#time(lock)].map((time) => {
      const days = time && startDate !== null ? daysBetween(startDate, time.date) : undefined;
      if (time && (days === undefined || days < 0 || days > 3650)) this.#source.ledger.change(item, 'date_lost', `${time.date} ${time.time}`);
      return time && days !== undefined && days >= 0 && days <= 3650 ? { days, time: time.time } : undefined;
    });
    const isRight = !closes || closes.days * 1440 + minutes(closes.time) > (opens ? opens.days * 1440 + minutes(opens.time) : 0);
    if (!isRight) this.#source.ledger.change(item, 'date_lost');
    return {
      ...(opens ? { opens_day_offset: opens.days, opens_time: opens.time } : {}),
      ...(closes && isRight ? { closes_day_offset: closes.days, closes_time: closes.time } : {}),
    };
  }

  async #quiz(resource: Resource, placing: Placing): Promise<MadeLesson[]> {
    const meta = await this.#partOf(resource, 'quiz');
    const found = await this.#document(resource, placing.title);
    if (!found) return [];
    const { root, name } = found;
    const quizzes = readQuizzes(root, (text, type) => this.#markdown(text, type, name));
    if (!quizzes) {
      this.#source.ledger.skip({ place: name, title: placing.title || name }, 'resource_invalid');
      return [];
    }
    for (const quiz of quizzes) this.#banks.set(quiz.identifier, quiz);
    this.#banks.set(resource.identifier, quizzes[0] as ReadQuiz);
    const made: MadeLesson[] = [];
    for (const quiz of quizzes) made.push(...(await this.#quizLessons(quiz, name, placing, meta)));
    return made;
  }

  /** The document of a quiz. Where Canvas wrote one of its own beside that of the specification, the one with more questions. */
  async #document(resource: Resource, title: string): Promise<{ root: XmlElement; name: string } | undefined> {
    const { entries, manifest } = this.#source;
    const own = entries.find(`non_cc_assessments/${resource.identifier}.xml.qti`);
    const parts = resource.dependencies.flatMap((identifier) => manifest.resources.get(identifier)?.files ?? []);
    const names = new Set(
      [resource.href, ...resource.files, own, ...parts].filter((name) => name !== undefined && /\.(?:xml|qti|dat)$/i.test(name)) as string[],
    );
    const read = [];
    for (const name of names) {
      if (/_meta\.xml$/.test(name)) continue;
      const root = await this.xml(name, { place: name, title: title || baseName(name) });
      if (root?.name === 'questestinterop') read.push({ root, name, count: countItems(root) });
      else if (root && name === resource.href) this.#source.ledger.skip({ place: name, title: title || baseName(name) }, 'resource_invalid');
    }
    return read.toSorted((first, second) => second.count - first.count)[0];
  }

  #markdown(text: string, type: string | undefined, name: string): string {
    const isHtml = !/^text\/plain$/i.test(type ?? 'text/plain') || hasTags(text);
    if (!isHtml) return toMarkdown(text, 'text/plain');
    const { html, losses } = rewriteHtml(text, this.#place(name));
    for (const loss of losses) this.#textLosses.add(loss);
    return htmlToMarkdown(html);
  }

  readonly #textLosses = new Set<Loss>();

  async #quizLessons(quiz: ReadQuiz, name: string, placing: Placing, meta: XmlElement | undefined): Promise<MadeLesson[]> {
    const title = placing.title || (textAt(meta, 'title') ?? quiz.title);
    const first = this.#item(`${name}#${quiz.identifier}`, title);
    const questions = await this.#questions(quiz, first, name);
    this.#lose(first, this.#textLosses);
    this.#textLosses.clear();
    const description = textAt(meta, 'description');
    const fields = this.#quizFields(first, quiz, meta, description === undefined ? quiz.instructions : this.#markdown(description, 'text/html', name));
    this.#lose(first, this.#textLosses);
    this.#textLosses.clear();
    const isPublished =
      placing.isPublished && !quiz.isBank && !isFalse(textAt(meta, 'available') ?? 'true') && textAt(meta, 'assignment', 'workflow_state') !== 'unpublished';
    if (meta) this.#name(elementAt(meta, 'assignment') ?? meta, first);
    const window = this.#window(first, { unlock: textAt(meta, 'unlock_at') ?? placing.unlockAt, lock: textAt(meta, 'lock_at') });
    const parts = quizParts(questions);
    if (parts.length === 0) {
      this.#source.ledger.change(first, 'quiz_empty');
      return [this.#lesson(first, { isPublished: false }, { content_type: 'quiz', content: null })];
    }
    return parts.map((part, index) => {
      const item = index === 0 ? first : this.#item(`${name}#${quiz.identifier}-${index + 1}`, title);
      const own = parts.length === 1 ? item : { ...item, title: `${cut(item.title, LONGEST_TITLE - 10)} (${index + 1})` };
      const grading = meta && !quiz.isBank ? this.#quizGrading(meta, parts.length === 1 ? part : null) : null;
      return this.#lesson(own, { isPublished }, { content_type: 'quiz', content: { ...fields, questions: part } as Shape<'QuizContent'>, grading, ...window });
    });
  }

  #quizGrading(meta: XmlElement, questions: readonly Question[] | null): Grading {
    const settings = elementAt(meta, 'assignment') ?? meta;
    const stated = numberAt(settings, 'points_possible') ?? numberAt(meta, 'points_possible');
    const own = questions?.reduce((sum, { points }) => sum + (points ?? 1), 0);
    const points = stated === undefined || own === undefined || Math.abs(stated - own) < 0.005 ? null : rounded(stated, 1_000_000);
    const grading = this.#grading(settings, points);
    return {
      ...grading,
      category_id: grading.category_id ?? this.#grading(meta, null).category_id,
      is_graded: !/^(?:practice_quiz|survey)$/.test(textAt(meta, 'quiz_type') ?? ''),
    };
  }

  #quizFields(item: Item, quiz: ReadQuiz, meta: XmlElement | undefined, instructions: string | null): Omit<Partial<Shape<'QuizContent'>>, 'questions'> {
    const due = this.#time(textAt(meta, 'due_at') ?? textAt(meta, 'assignment', 'due_at'));
    const attempts = numberAt(meta, 'allowed_attempts') ?? quiz.maxAttempts ?? 0;
    const minutesLimit = numberAt(meta, 'time_limit') ?? quiz.timeLimitMinutes;
    const lost = ['access_code', 'ip_filter', 'one_question_at_a_time', 'cant_go_back', 'require_lockdown_browser'].filter(
      (name) => !isFalse(textAt(meta, name)),
    );
    if (lost.length > 0) this.#source.ledger.change(item, 'features_lost', lost.join(', '));
    return {
      instructions: instructions || null,
      passing_score_percent: 0,
      max_attempts: Number.isInteger(attempts) && attempts >= 1 && attempts <= 100 ? attempts : null,
      time_limit_minutes:
        minutesLimit !== null && minutesLimit !== undefined && Number.isInteger(minutesLimit) && minutesLimit >= 1 && minutesLimit <= 1440
          ? minutesLimit
          : null,
      shuffle_choices: isTrue(textAt(meta, 'shuffle_answers')),
      due: due ? { kind: 'date', ...due } : { kind: 'none' },
    };
  }

  async #questions({ parts }: ReadQuiz, quiz: Item, name: string): Promise<Question[]> {
    const questions: Question[] = [];
    let texts: ReadItem[] = [];
    const { ledger } = this.#source;
    const itemOf = ({ identifier, title }: ReadItem, drawn: string): Item => ({ place: `${name}#${drawn}${identifier}`, title });
    const take = (read: ReadItem, drawn = ''): void => {
      const item = itemOf(read, drawn);
      if (read.text !== null) {
        texts.push(read);
        return;
      }
      ledger.find(item);
      for (const [loss, outcome] of read.losses) ledger.lose(item, outcome, loss);
      const made = read.questions.map((question, index) =>
        index === 0 && texts.length > 0 ? { ...question, prompt: [...texts.map(({ text }) => text), question.prompt].join('\n\n') } : question,
      );
      const isRight = made.length > 0 && made.every((question) => isValidQuestion(question));
      if (!isRight && read.questions.length > 0) ledger.skip(item, 'question_invalid');
      if (!isRight) return;
      for (const text of texts) ledger.change(itemOf(text, drawn), 'text_moved');
      texts = [];
      questions.push(...made);
    };
    for (const part of parts) {
      if (!('wanted' in part)) {
        take(part);
        continue;
      }
      const bank = part.bank === null ? undefined : await this.#bank(part.bank);
      const held = [...part.items, ...(bank?.parts.flatMap((inside) => ('wanted' in inside ? inside.items : [inside])) ?? [])];
      if (held.length === 0) ledger.skip({ place: `${name}#draw-${part.bank}`, title: part.title || quiz.title }, 'bank_missing');
      else if (held.length > part.wanted) ledger.change(quiz, 'questions_drawn', `${part.wanted} / ${held.length}`);
      for (const read of held) take(read, bank ? `${part.bank}/` : '');
    }
    for (const text of texts) ledger.skip(itemOf(text, ''), 'text_without_question');
    return questions;
  }

  /** A bank that a quiz draws from. It becomes a quiz of its own beside that. */
  async #bank(identifier: string): Promise<ReadQuiz | undefined> {
    const known = this.#banks.get(identifier);
    if (known) return known;
    const { entries, manifest } = this.#source;
    const resource = manifest.resources.get(identifier);
    const name = resource?.href ?? resource?.files[0] ?? entries.find(`non_cc_assessments/${identifier}.xml.qti`);
    const root = name === undefined ? undefined : await this.xml(name, { place: name, title: baseName(name) });
    const [bank] = (root && readQuizzes(root, (text, type) => this.#markdown(text, type, name as string))) ?? [];
    if (bank) this.#banks.set(identifier, bank);
    return bank;
  }
}

const SUBMISSIONS: Readonly<Record<string, Shape<'SubmissionKind'>>> = {
  online_text_entry: 'text',
  online_upload: 'file',
  online_url: 'url',
  text: 'text',
  html: 'text',
  file: 'file',
  url: 'url',
};

const GRADING_TYPES: Readonly<Record<string, Grading['grading_type']>> = {
  points: 'points',
  percent: 'percent',
  letter_grade: 'letter',
  gpa_scale: 'letter',
  pass_fail: 'pass_fail',
};

const LONGEST_TITLE = 200;

const cut = (text: string, length = LONGEST_TITLE): string => Array.from(text.replaceAll(/\s+/g, ' ')).slice(0, length).join('').trim();

const rounded = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round((Number.isFinite(value) ? value : 0) * 100) / 100));

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const isFalse = (text: string | undefined): boolean => text === undefined || /^(?:false|0|no)$/i.test(text);

const linkHtml = (url: string, title: string): string =>
  url === '' ? `<p>${escapeMarkup(title)}</p>` : `<p><a href="${escapeMarkup(url)}">${escapeMarkup(title || url)}</a></p>`;

/** HTML of a text whose type is stated beside it. */
const htmlOf = (element: XmlElement | undefined): string => {
  const text = textOf(element);
  return /plain/i.test(element?.attributes.texttype ?? '') ? `<p>${escapeMarkup(text).replaceAll('\n', '<br>')}</p>` : text;
};

const textLesson = (body: string) => ({ content_type: 'lesson' as const, content: { format: 'html', body } as Shape<'TextContent'> });

/** The lesson that shows a file. */
function fileLesson({ id, kind, title }: CourseFile): Pick<MadeLesson, 'content_type' | 'content'> {
  if (kind === 'image') return textLesson(`<p><img src="file:${id}" alt="${escapeMarkup(title)}"></p>`);
  if (kind === 'document') return { content_type: 'document', content: { source: 'upload', document_id: id, file_name: null, is_downloadable: true } };
  return { content_type: 'video', content: { source: 'hosted', media_id: id, captions: [], duration_seconds: null } };
}
