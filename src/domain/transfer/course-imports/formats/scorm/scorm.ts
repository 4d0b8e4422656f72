import { openZip, type ZipReader } from '../../../../../platform/archives/zip-reader.ts';
import type { Shape } from '../../../../kernel/contract.ts';
import { numberedId } from '../../../archive/numbered-ids.ts';
import { ARCHIVE_LIMITS } from '../archive-limits.ts';
import { Entries } from '../cartridge/entries.ts';
import { type Item, Ledger, shownTitle } from '../cartridge/ledger.ts';
import { DocumentType, MalformedXml, parseXml } from '../cartridge/xml.ts';
import { type CourseFormat, type FoundCourse, type ImportedLesson, UnreadableCourse } from '../format.ts';
import { Room } from '../room.ts';
import { nameOf } from '../text-course.ts';
import { isScorm, readScormManifest, type ScormItem, type ScormManifest, type ScormResource } from './manifest.ts';

type PackageItem = Shape<'ArchivedPackageItem'>;

const MANIFEST = /^(?:[^/]{1,100}\/)?imsmanifest\.xml$/i;
const PLACE = 'imsmanifest.xml';
const LONGEST_TITLE = 200;
const LONGEST_LAUNCH = 4000;

/** Returns the name of the manifest. The shortest name is the one at the top. */
const manifestOf = (names: Iterable<string>): string | undefined =>
  [...names].filter((name) => MANIFEST.test(name)).sort((first, second) => first.length - second.length)[0];

/** SCORM packages of version 1.2 and 2004. Their manifests have the same name as those of cartridges and are distinguished by their content. */
export const scorm: CourseFormat = {
  name: 'scorm',
  recognises: () => false,
  async read({ storage, key, size, name }) {
    return readPackage(await openZip(storage, key, size, ARCHIVE_LIMITS), nameOf(name));
  },
};

/** Returns whether an archive is a SCORM package. Refusing a manifest that cannot be read is left to other formats. */
export async function isScormPackage(zip: ZipReader): Promise<boolean> {
  const name = manifestOf(zip.sizes.keys());
  if (name === undefined) return false;
  try {
    return isScorm(parseXml(await zip.read(name, MOST_MANIFEST_BYTES)).root);
  } catch (error) {
    if (error instanceof MalformedXml || error instanceof DocumentType) return false;
    throw error;
  }
}

const MOST_MANIFEST_BYTES = 8 * 1024 * 1024;

async function readPackage(zip: ZipReader, fileTitle: string): Promise<FoundCourse> {
  const manifestName = manifestOf(zip.sizes.keys());
  if (manifestName === undefined) throw new UnreadableCourse('not_recognised');
  const root = manifestName.slice(0, manifestName.lastIndexOf('/') + 1);
  const entries = new Entries(zip, root);
  const ledger = new Ledger();
  const manifest = await readOwnManifest(entries, ledger);
  const title = shortened(shownTitle(manifest.title) || fileTitle);
  const outline = new PackageOutline(manifest, entries, ledger, title);
  if (outline.lessons.length === 0) throw new UnreadableCourse('scorm_no_sco');
  if (manifest.isSequenced) ledger.change({ place: PLACE, title }, 'sequencing_lost');
  for (const { identifier, title: name } of manifest.otherOutlines)
    ledger.skip({ place: `${PLACE}#${identifier}`, title: name || identifier }, 'organization_skipped');
  const files = [...entries.names].map((path) => ({ path, size_bytes: entries.sizeOf(path) }));
  return {
    course: { title },
    chapters: outline.chapters,
    lessons: outline.lessons,
    media: [],
    documents: [],
    heroImages: [],
    packages: [
      {
        id: PACKAGE_ID,
        title,
        standard: manifest.standard,
        items: outline.items,
        entries: files.map((file) => ({ ...file, path: file.path.normalize('NFC') })),
        file_name: `${title}.bin`,
        size_bytes: files.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
        paths: files.map(({ path }) => entries.pathOf(path)),
      },
    ],
    settings: null,
    found: ledger.found,
    warnings: ledger.warnings,
    archive: zip,
  };
}

const PACKAGE_ID = numberedId('package', 1);

/** @throws UnreadableCourse */
async function readOwnManifest(entries: Entries, ledger: Ledger): Promise<ScormManifest> {
  try {
    const { root, isMended } = parseXml(await entries.read(entries.find(PLACE) as string));
    if (!isScorm(root)) throw new UnreadableCourse('not_recognised');
    if (isMended) ledger.change({ place: PLACE, title: PLACE }, 'xml_mended');
    return readScormManifest(root);
  } catch (error) {
    if (error instanceof MalformedXml || error instanceof DocumentType) throw new UnreadableCourse('invalid');
    throw error;
  }
}

const shortened = (title: string): string => Array.from(title).slice(0, LONGEST_TITLE).join('').trim();

const UNSCHEDULED = {
  is_free_preview: false,
  ...{ opens_day_offset: null, opens_time: null, closes_day_offset: null, closes_time: null, view_window_minutes: null },
  grading: null,
} as const;

/** The outline of a package as chapters and lessons: one lesson for each item that plays. */
class PackageOutline {
  readonly chapters: { id: string; title: string; is_published: boolean; requires_previous_chapter: boolean; sequential_lessons: boolean }[] = [];
  readonly lessons: ImportedLesson[] = [];
  readonly items: PackageItem[] = [];
  readonly #entries: Entries;
  readonly #ledger: Ledger;
  readonly #names = new Set<string>();
  readonly #room = new Room();

  constructor(manifest: ScormManifest, entries: Entries, ledger: Ledger, title: string) {
    this.#entries = entries;
    this.#ledger = ledger;
    const items = manifest.items.length > 0 ? manifest.items : manifest.resources.filter(({ isSco }) => isSco).map(itemOfResource);
    this.#add(items, null, title);
  }

  /** @param folder the title of the folder that the items stand in, if it is not the outline itself */
  #add(items: readonly ScormItem[], folder: string | null, title: string): void {
    const name = folder ?? title;
    let chapter: string | null = null;
    for (const item of items) {
      if (item.resource || item.missing !== null) {
        const lesson = this.#lessonOf(item);
        if (lesson) {
          chapter ??= this.#newChapter(name);
          this.#room.takeLesson(chapter);
          this.lessons.push({ ...lesson, chapter_id: chapter });
        }
      }
      if (item.items.length > 0) {
        const own = shownTitle(item.title) || item.identifier || title;
        this.#add(item.items, folder === null ? own : `${folder} / ${own}`, title);
        chapter = null;
      }
    }
  }

  #newChapter(title: string): string {
    this.#room.takeChapter();
    const id = numberedId('chapter', this.chapters.length + 1);
    this.chapters.push({ id, title: shortened(title), is_published: true, requires_previous_chapter: false, sequential_lessons: false });
    return id;
  }

  #lessonOf(item: ScormItem): Omit<ImportedLesson, 'chapter_id'> | undefined {
    const { resource, identifier, isHidden, title, hasPrerequisites } = item;
    const wanted = shownTitle(title) || identifier || resource?.identifier || 'SCO';
    const place: Item = { place: `${PLACE}#${identifier || resource?.identifier || item.missing}`, title: wanted };
    if (!resource) return void this.#ledger.skip(place, 'resource_missing', item.missing?.slice(0, 255) ?? null);
    if (isElsewhere(resource)) return void this.#ledger.skip(place, 'resource_not_supported', resource.address.slice(0, 255));
    const launch = this.#launchOf(resource, item.parameters);
    if (launch === undefined) return void this.#ledger.skip(place, 'resource_missing', resource.address.slice(0, 255) || null);
    const id = numberedId('lesson', this.lessons.length + 1);
    const found = { ...place, id };
    this.#ledger.find(found);
    if (Array.from(wanted).length > LONGEST_TITLE) this.#ledger.change(found, 'title_shortened');
    if (hasPrerequisites) this.#ledger.change(found, 'prerequisites_lost');
    const name = this.#nameOf(identifier || resource.identifier);
    const { mastery_score, completion_threshold, launch_data, max_time_allowed, time_limit_action } = item;
    this.items.push({ item: name, launch, reports: resource.isSco, mastery_score, completion_threshold, launch_data, max_time_allowed, time_limit_action });
    const content = { source: 'package', package_id: PACKAGE_ID, item: name, title: null, height: null, aspect_ratio: '16:9' } as const;
    return { id, title: shortened(wanted), content_type: 'embed', content, is_published: !isHidden, ...UNSCHEDULED };
  }

  /** Returns a unique identifier for an item, because the manifest may use one twice. */
  #nameOf(identifier: string): string {
    const base = Array.from(identifier || 'item')
      .slice(0, 200)
      .join('');
    let name = base;
    for (let count = 2; this.#names.has(name); count++) name = `${base}#${count}`;
    this.#names.add(name);
    return name;
  }

  /** Returns the address of a page within the package, with its query string and the parameters of the item. Undefined if the package has no such page. */
  #launchOf({ address, base }: ScormResource, parameters: string): string | undefined {
    if (address === '') return undefined;
    const whole = address.startsWith('/') ? address : `${base.slice(0, base.lastIndexOf('/') + 1)}${address}`;
    const end = whole.search(/[?#]/);
    const name = this.#entries.find(whole);
    if (name === undefined) return undefined;
    // If the file name itself has a question mark, the whole address is the name.
    const isNamed = end === -1 || this.#entries.find(whole.slice(0, end)) !== name;
    const path = name.normalize('NFC').split('/').map(encodeURIComponent).join('/');
    const launch = withParameters(`${path}${isNamed ? '' : whole.slice(end)}`, parameters);
    return launch.length > LONGEST_LAUNCH ? undefined : launch;
  }
}

const isElsewhere = ({ address, base }: ScormResource): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(base + address);

/** Adds the parameters of an item to an address as SCORM specifies: parameters that begin with `#` only if there is no fragment. */
function withParameters(address: string, parameters: string): string {
  const wanted = parameters.trim().replace(/^[?&]+/, '');
  if (wanted === '') return address;
  const [before = '', fragment] = address.split('#', 2);
  if (wanted.startsWith('#')) return fragment === undefined ? `${address}${wanted}` : address;
  return `${before}${before.includes('?') ? '&' : '?'}${wanted}${fragment === undefined ? '' : `#${fragment}`}`;
}

const itemOfResource = (resource: ScormResource): ScormItem => ({
  identifier: resource.identifier,
  title: resource.identifier,
  resource,
  missing: null,
  parameters: '',
  isHidden: false,
  items: [],
  hasPrerequisites: false,
  mastery_score: null,
  completion_threshold: null,
  launch_data: '',
  max_time_allowed: '',
  time_limit_action: '',
});
