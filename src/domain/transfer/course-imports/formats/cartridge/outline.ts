import { numberedId } from '../../../archive/numbered-ids.ts';
import type { FoundCourse, ImportedLesson } from '../format.ts';
import { Room } from '../room.ts';
import type { CanvasCourse, CanvasItem, CanvasModule } from './canvas.ts';
import type { Drafts } from './drafts.ts';
import { IS_PAGE, kindOf } from './kinds.ts';
import { LessonMaker } from './lessons.ts';
import type { ManifestItem, Resource } from './manifest.ts';
import type { MadeLesson, Placing, Source } from './source.ts';
import { cut } from './texts.ts';
import { lessonsTo, toolLessonsTo } from './web-links.ts';

type Chapter = FoundCourse['chapters'][number];

const REST_TITLE = 'Other content';
/** Resources in which learners do something, which a course has only once. */
const ONLY_ONCE: readonly string[] = ['quiz', 'assignment', 'canvas_assignment', 'discussion'];
/** Documents of Canvas about the course as a whole, which old exports list beside the syllabus. */
const IS_SETTING = /^course_settings\/[^/]*\.(?:xml|txt)$/;
const LISTED_BY_CANVAS = /^(?:wiki_content|web_resources)\//;

/** Makes the chapters of an archive: those of its outline, and a last, unpublished one for everything that is in none of them. */
export class Outline {
  readonly #drafts: Drafts;
  readonly #source: Source;
  readonly #maker: LessonMaker;
  readonly #used = new Set<string>();
  readonly #firstOf = new Map<string, Chapter>();
  readonly #lastOf = new Map<string, Chapter>();
  readonly #room = new Room();
  readonly chapters: Chapter[] = [];
  readonly lessons: ImportedLesson[] = [];

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
    this.#source = drafts.source;
    this.#maker = new LessonMaker(drafts);
  }

  async make(courseTitle: string): Promise<void> {
    const { manifest, canvas } = this.#source;
    const items = manifest.items.length > 0 ? manifest.items : [...canvas.modules.values()].map(itemOfModule);
    let loose: Chapter | undefined;
    for (const item of items) {
      if (isFolder(item)) {
        await this.#folder(item, item.title, canvas.modules.get(item.identifier));
        loose = undefined;
      } else {
        loose ??= this.#chapter(courseTitle, true);
        await this.#item(item, loose, undefined);
      }
    }
    await this.#rest();
    this.#link();
  }

  #chapter(title: string, isPublished: boolean, isSequential = false): Chapter {
    const number = this.chapters.length + 1;
    const chapter = {
      id: numberedId('chapter', number),
      title: cut(title) || `${number}`,
      is_published: isPublished,
      requires_previous_chapter: false,
      sequential_lessons: isSequential,
    };
    this.#room.takeChapter();
    this.chapters.push(chapter);
    return chapter;
  }

  /** Makes a chapter for each folder, and for what follows each heading in it. */
  async #folder(folder: ManifestItem, title: string, module: CanvasModule | undefined): Promise<void> {
    const isPublished = !folder.isHidden && (module?.isPublished ?? true);
    const open = (name: string) => {
      const chapter = this.#chapter(name, isPublished, module?.isSequential);
      if (module && !this.#firstOf.has(module.identifier)) this.#firstOf.set(module.identifier, chapter);
      if (module) this.#lastOf.set(module.identifier, chapter);
      return chapter;
    };
    let chapter = folder.items.some((item) => item.items.length === 0) || folder.items.length === 0 || folder.identifierref !== null ? open(title) : undefined;
    if (folder.identifierref !== null && chapter) await this.#item({ ...folder, items: [] }, chapter, module);
    for (const item of folder.items) {
      if (item.items.length > 0) {
        await this.#folder(item, `${title} / ${item.title}`, module);
        chapter = undefined;
      } else if (isHeading(item, this.#source.canvas)) chapter = open(`${title} / ${item.title}`);
      else {
        chapter ??= open(title);
        await this.#item(item, chapter, module);
      }
    }
  }

  async #item(item: ManifestItem, chapter: Chapter, module: CanvasModule | undefined): Promise<void> {
    const { canvas, manifest, ledger } = this.#source;
    const own = canvas.items.get(item.identifier) ?? canvas.items.get(item.identifierref ?? '');
    const placing: Placing = {
      title: item.title || (own?.title ?? ''),
      isPublished: !item.isHidden && (own?.isPublished ?? true),
      url: own?.url,
      unlockAt: module?.unlockAt,
    };
    const place = `imsmanifest.xml#${item.identifier}`;
    const named = manifest.resources.get(item.identifierref ?? '') ?? manifest.resources.get(own?.identifierref ?? '');
    const resource = named && this.#assigned(named);
    if (!resource) {
      this.#add(chapter, own?.url === undefined ? [] : this.#external(own, own.url, place, placing));
      if (own?.url === undefined) ledger.skip({ place, title: placing.title || place }, 'resource_missing');
      return;
    }
    if (this.#used.has(resource.identifier) && ONLY_ONCE.includes(kindOf(resource))) {
      ledger.skip({ place, title: placing.title || place }, 'repeated');
      return;
    }
    this.#use(named);
    this.#use(resource);
    this.#add(chapter, await this.#maker.make(resource, placing));
  }

  /** Returns the assignment whose instructions a page holds for systems that do not support assignments, or the resource itself. */
  #assigned(resource: Resource): Resource {
    const variants = resource.variants.flatMap((identifier) => this.#source.manifest.resources.get(identifier) ?? []);
    return variants.find((variant) => kindOf(variant) === 'assignment') ?? resource;
  }

  #external = (own: CanvasItem, url: string, place: string, placing: Placing): MadeLesson[] =>
    own.type === 'ContextExternalTool' ? toolLessonsTo(this.#drafts, url, place, placing) : lessonsTo(this.#drafts, url, place, placing);

  #use(resource: Resource): void {
    this.#used.add(resource.identifier);
    for (const variant of resource.variants) this.#used.add(variant);
  }

  #add(chapter: Chapter, made: readonly MadeLesson[]): void {
    for (const lesson of made) {
      this.#room.takeLesson(chapter.id);
      this.lessons.push({ ...lesson, chapter_id: chapter.id });
    }
  }

  /** Adds what the outline does not name. Files become files of the course, without a lesson. */
  async #rest(): Promise<void> {
    const { manifest, entries, files, ledger } = this.#source;
    let chapter: Chapter | undefined;
    const add = (made: readonly MadeLesson[]) => {
      if (made.length === 0) return;
      chapter ??= this.#chapter(REST_TITLE, false);
      this.#add(chapter, made);
    };
    const resources = [...manifest.resources.values()];
    for (const { identifier, variants } of resources) if (variants.some((variant) => this.#used.has(variant))) this.#used.add(identifier);
    for (const { variants } of resources) for (const variant of variants) this.#used.add(variant);
    const depended = new Set(resources.flatMap(({ dependencies }) => dependencies));
    const pages = new Set(resources.map(({ href }) => href));
    for (const resource of resources) {
      const kind = kindOf(resource);
      for (const missing of resource.missing) if (!IS_SETTING.test(missing)) ledger.skip({ place: missing, title: missing }, 'resource_missing');
      if (kind === 'part' || (this.#used.has(resource.identifier) && kind !== 'page' && kind !== 'file')) continue;
      if (kind === 'file' || kind === 'page') {
        for (const name of resource.files) if (!IS_PAGE.test(name) && !IS_SETTING.test(name)) files.take(name);
        for (const name of resource.files) if (IS_PAGE.test(name) && !pages.has(name)) add(await this.#maker.makeEntry(name, { title: '', isPublished: true }));
      }
      if (kind === 'file' || this.#used.has(resource.identifier) || (kind === 'unknown' && depended.has(resource.identifier))) continue;
      this.#use(resource);
      add(await this.#maker.make(this.#assigned(resource), { title: '', isPublished: true }));
    }
    const listed = new Set(resources.flatMap(({ href, files: all }) => [href, ...all]));
    for (const name of entries.names) {
      if (listed.has(name) || !LISTED_BY_CANVAS.test(name)) continue;
      if (IS_PAGE.test(name)) add(await this.#maker.makeEntry(name, { title: '', isPublished: true }));
      else files.take(name);
    }
  }

  /** Applies the prerequisites of modules. Chapters can require only the one before them. */
  #link(): void {
    const { canvas, ledger } = this.#source;
    for (const module of canvas.modules.values()) {
      const first = this.#firstOf.get(module.identifier);
      if (!first) continue;
      const item = { place: `course_settings/module_meta.xml#${module.identifier}`, title: module.title };
      const before = this.chapters[this.chapters.indexOf(first) - 1];
      const isBefore = module.prerequisites.length === 1 && before !== undefined && this.#lastOf.get(module.prerequisites[0] as string) === before;
      if (isBefore) first.requires_previous_chapter = true;
      else if (module.prerequisites.length > 0) ledger.change(item, 'prerequisites_lost');
      if (module.hasRequirements) ledger.change(item, 'requirements_lost');
    }
  }
}

const isFolder = (item: ManifestItem): boolean => item.items.length > 0 || item.identifierref === null;

const isHeading = ({ identifier, identifierref }: ManifestItem, { items }: CanvasCourse): boolean => {
  const type = items.get(identifier)?.type;
  return identifierref === null && (type === undefined || type === 'ContextModuleSubHeader');
};

const itemOfModule = ({ identifier, title, items }: CanvasModule): ManifestItem => ({
  identifier,
  identifierref: null,
  title,
  isHidden: false,
  items: items.map((item) => ({
    identifier: item.identifier,
    identifierref: item.type === 'ContextModuleSubHeader' ? null : (item.identifierref ?? item.identifier),
    title: item.title,
    items: [],
    isHidden: false,
  })),
});
