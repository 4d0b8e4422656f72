import type { ZipReader } from '../../../../../platform/archives/zip-reader.ts';
import { isTimezone } from '../../../../kernel/locale.ts';
import { plainText } from '../../../../studio/lesson-content/text.ts';
import { type CourseFormat, type FoundCourse, UnreadableCourse } from '../format.ts';
import { nameOf } from '../text-course.ts';
import { gradebookOf, readCanvas, SETTINGS_FOLDER } from './canvas.ts';
import { Drafts } from './drafts.ts';
import { Entries } from './entries.ts';
import { CourseFiles } from './files.ts';
import { hasTags } from './html.ts';
import { kindOf, QUIZ_TYPE } from './kinds.ts';
import { Ledger } from './ledger.ts';
import { type Manifest, type Resource, readManifest } from './manifest.ts';
import { openPackage, rootOf } from './open-package.ts';
import { Outline } from './outline.ts';
import { type LocalTime, localTime } from './times.ts';
import { DocumentType, MalformedXml, parseXml, textAt, type XmlElement } from './xml.ts';

const MANIFEST = /^(?:[^/]{1,100}\/)?imsmanifest\.xml$/i;
const QUESTIONS = /\.(?:xml|qti|dat)$/i;

/** Returns the name of the manifest. The shortest name is the one at the top. */
const manifestOf = (names: Iterable<string>): string | undefined =>
  [...names].filter((name) => MANIFEST.test(name)).sort((first, second) => first.length - second.length)[0];

/** Common Cartridge 1.0 to 1.3 with the additions of Canvas, including thin cartridges and a manifest alone. */
export const commonCartridge: CourseFormat = {
  name: 'common_cartridge',
  recognises: (head, names) => manifestOf(names) !== undefined || (names.size === 0 && rootOf(head) === 'manifest'),
  read: (file) => readPackage(file, false),
};

/** Quizzes and banks as QTI 1.2: a ZIP archive with a manifest or without one, or a single document. */
export const qti: CourseFormat = {
  name: 'qti',
  recognises: (head, names) => (names.size === 0 ? rootOf(head) === 'questestinterop' : [...names].some((name) => QUESTIONS.test(name))),
  read: (file) => readPackage(file, true),
};

async function readPackage({ storage, key, size, name, timeZone }: Parameters<CourseFormat['read']>[0], isOnlyQuestions: boolean): Promise<FoundCourse> {
  return courseOf(await openPackage(storage, key, size), nameOf(name), timeZone, isOnlyQuestions);
}

async function courseOf(zip: ZipReader, fileTitle: string, zone: string, isOnlyQuestions: boolean): Promise<FoundCourse> {
  const manifestName = manifestOf(zip.sizes.keys());
  const entries = new Entries(zip, manifestName?.slice(0, manifestName.lastIndexOf('/') + 1) ?? '');
  const ledger = new Ledger();
  const files = new CourseFiles(entries, ledger);
  const manifest = await (manifestName === undefined ? withoutManifest(entries) : readOwnManifest(entries, ledger));
  if (manifestName !== undefined) await recogniseQuestions(manifest, entries);
  if (isOnlyQuestions && manifest.resources.size === 0) throw new UnreadableCourse('not_recognised');
  const canvas = await readCanvas((name) => optional(entries, `${SETTINGS_FOLDER}${name}`));
  const isCanvas =
    canvas.settings !== undefined || canvas.modules.size > 0 || entries.find(`${SETTINGS_FOLDER}canvas_export.txt`) !== undefined || manifest.isByCanvas;
  const named = textAt(canvas.settings, 'time_zone');
  const ownZone = named !== undefined && isTimezone(named) ? named : null;
  const timeZone = ownZone ?? zone;
  const day = (member: string): LocalTime | undefined => localTime(textAt(canvas.settings, member), timeZone, 'UTC');
  const [start, end] = [day('start_at'), day('conclude_at')];
  const startDate = start?.date ?? null;
  const title = textAt(canvas.settings, 'title') ?? (textWithoutTags(manifest.title ?? '').trim() || fileTitle);
  const drafts = new Drafts({ entries, files, ledger, manifest, canvas, isCanvas, timeZone, startDate });
  const outline = new Outline(drafts);
  await outline.make(title);
  const gradebook = gradebookOf(canvas, drafts.lessonOf);
  const { chapters, lessons } = outline;
  const hasEnd = start !== undefined && end !== undefined && start.date <= end.date;
  const opensByDate = lessons.some(({ opens_day_offset, closes_day_offset }) => opens_day_offset !== null || closes_day_offset !== null);
  return {
    course: {
      title: Array.from(title).slice(0, LONGEST_TITLE).join('').trim(),
      ...(manifest.description === null ? {} : { description: textWithoutTags(manifest.description).slice(0, LONGEST_DESCRIPTION) }),
      ...(isLanguage(manifest.language) ? { language: manifest.language } : {}),
      ...(ownZone === null ? {} : { timezone: ownZone }),
      ...(startDate === null ? {} : { start_date: startDate }),
      ...(hasEnd ? { length_mode: 'dates' as const, end_date: end.date } : {}),
      ...(opensByDate ? { schedule_basis: 'course_start' as const } : {}),
    },
    chapters,
    lessons,
    media: files.media,
    documents: files.documents,
    heroImages: [],
    topics: drafts.topics,
    settings: gradebook && { gradebook },
    found: ledger.found,
    warnings: ledger.warnings,
    archive: zip,
  };
}

/** Returns a text without its tags. Cartridges hold either plain text or HTML. */
const textWithoutTags = (text: string): string => (hasTags(text) ? plainText(text) : text);

const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 10_000;

/** Returns whether a text is a well-formed language tag. Cartridges often name languages in words. */
function isLanguage(tag: string | null): tag is string {
  try {
    return tag !== null && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(tag) && tag.length <= 35 && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

interface OwnManifest extends Manifest {
  resources: Map<string, Resource>;
  isByCanvas: boolean;
}

/** @throws UnreadableCourse */
async function readOwnManifest(entries: Entries, ledger: Ledger): Promise<OwnManifest> {
  try {
    const { root, isMended } = parseXml(await entries.read(entries.find('imsmanifest.xml') as string));
    if (isMended) ledger.change({ place: 'imsmanifest.xml', title: 'imsmanifest.xml' }, 'xml_mended');
    const manifest = readManifest(root, entries);
    return { ...manifest, resources: new Map(manifest.resources), isByCanvas: JSON.stringify(root.attributes).includes('canvas.instructure.com') };
  } catch (error) {
    if (error instanceof MalformedXml || error instanceof DocumentType) throw new UnreadableCourse('invalid');
    throw error;
  }
}

/** Finds the quizzes among the resources whose type is unknown or does not identify them: programs use many names for QTI 1.2. */
async function recogniseQuestions({ resources }: OwnManifest, entries: Entries): Promise<void> {
  for (const [identifier, resource] of resources) {
    const { href } = resource;
    const kind = kindOf(resource);
    if ((kind !== 'unknown' && kind !== 'file') || href === undefined || !QUESTIONS.test(href)) continue;
    if (rootOf(await entries.head(href)) === 'questestinterop') resources.set(identifier, { ...resource, type: QUIZ_TYPE });
  }
}

/** Describes an archive without a manifest by its QTI documents. */
async function withoutManifest(entries: Entries): Promise<OwnManifest> {
  const resources: OwnManifest['resources'] = new Map();
  for (const name of entries.names) {
    if (!QUESTIONS.test(name) || (await optional(entries, name))?.name !== 'questestinterop') continue;
    const none = { inline: undefined, missing: [], dependencies: [], variants: [] };
    resources.set(name, {
      identifier: name,
      type: QUIZ_TYPE,
      href: name,
      address: name,
      files: [name],
      ...none,
      isForInstructors: false,
      intendedUse: '',
    });
  }
  return { title: null, description: null, language: null, items: [], resources, isByCanvas: false };
}

/** Reads a document that may be missing or unreadable.
 * @throws UnreadableCourse if it has a document type */
async function optional(entries: Entries, name: string): Promise<XmlElement | undefined> {
  const entry = entries.find(name);
  if (entry === undefined) return undefined;
  try {
    return parseXml(await entries.read(entry)).root;
  } catch (error) {
    if (error instanceof DocumentType) throw new UnreadableCourse('invalid');
    if (error instanceof MalformedXml) return undefined;
    throw error;
  }
}
