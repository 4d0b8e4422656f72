import type { OperationRow } from '../../../src/http/contract/operation-row.ts';
import { PIN } from '../../support/kiosk.ts';
import { FormFile } from './encodings.ts';
import { bodySchema, type JsonSchema, type Members, parametersOf, requiredIn, resolve, schemaName, typesOf } from './schema.ts';

/** A white pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAMAAAAoyzS7AAAAA1BMVEX///+nxBvIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAACklEQVQImWNgAAAAAgAB9HFkpgAAAABJRU5ErkJggg==',
  'base64',
);

/** For each format, a valid text and texts that only look valid. */
export const FORMATS: Record<string, { valid: string; invalid: string[] }> = {
  uuid: {
    valid: '01890000-0000-7000-8000-000000000000',
    invalid: ['01890000', '01890000-0000-7000-8000-00000000000g', '{01890000-0000-7000-8000-000000000000}', 'urn:uuid:01890000-0000-7000-8000-000000000000'],
  },
  uri: { valid: 'https://example.org/page', invalid: ['example.org', 'https://exa mple.org', 'https://example.org/\\', 'https://example.org/%zz'] },
  date: { valid: '2026-01-31', invalid: ['2026-02-30', '2026-13-01', '2026-1-1', '20260131', '2026-01-31T00:00:00Z'] },
  'date-time': { valid: '2026-01-31T00:00:00.000Z', invalid: ['2026-01-31', '2026-02-30T00:00:00Z', '2026-01-31T25:00:00Z', '2026-01-31T00:00:00', 'now'] },
  email: { valid: 'help@example.org', invalid: ['help', 'help@', '@example.org', 'a b@example.org'] },
};

/** Values for file fields: a picture, and bytes that are not a picture. */
export const FILES = {
  valid: new FormFile(PNG),
  invalid: [Buffer.alloc(0), PNG.subarray(0, 60), Buffer.from('GIF89a'), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')].map(
    (bytes) => new FormFile(bytes),
  ),
};

/** The ids of the stored files that sample lesson contents refer to. */
export const NAMED_FILES = { media: '01890000-0000-7000-8000-00000000000a', documents: '01890000-0000-7000-8000-00000000000b' };

const FACE: Members = { model: 'face-api', model_version: '1.7', values: Array(128).fill(0.1) };

/** Values that satisfy rules which the schema does not express: URLs of a video on each platform, ids of existing files, an end
 * after a beginning, and a model that is known. */
const KNOWN: Record<string, Members> = {
  HostedVideo: { media_id: NAMED_FILES.media },
  StoredDocument: { document_id: NAMED_FILES.documents },
  YoutubeVideo: { url: 'https://youtu.be/dQw4w9WgXcQ' },
  VimeoVideo: { url: 'https://vimeo.com/76979871' },
  FileVideo: { url: 'https://example.org/film.mp4' },
  FaceDescriptor: FACE,
  MeetingSlotWrite: { end_time: '13:30' },
};

/** Returns a minimal valid value. `number` makes the items of an array distinct. */
export function sample(reference: JsonSchema, number = 1): unknown {
  const schema = resolve(reference);
  const branch = (schema.oneOf ?? schema.anyOf)?.[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[(number - 1) % schema.enum.length];
  if (branch) return sample(branch, number);
  const type = typesOf(schema).find((name) => name !== 'null');
  if (type === 'object') return { ...sampleMembers(schema, number), ...KNOWN[reference.$ref?.split('/').at(-1) ?? ''] };
  if (type === 'array') return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, (_, index) => sample(schema.items ?? {}, index + 1));
  if (type === 'boolean') return false;
  if (schema.format === 'binary') return FILES.valid;
  if (type === 'string') return sampleText(schema, number);
  return Math.max(number, schema.minimum ?? 0);
}

/** Members whose values the schema alone does not show, but its examples do. */
const BY_EXAMPLE = new Set(['language', 'timezone', 'phone', 'provider', 'version', 'hostname', 'domain', 'plan_id', 'addon_id']);

function sampleMember(name: string, property: JsonSchema = {}, number = 1): unknown {
  const { examples } = resolve(property);
  return examples && BY_EXAMPLE.has(name) ? examples[0] : sample(property, number);
}

function sampleMembers({ properties = {}, required = [] }: JsonSchema, number = 1): Members {
  return Object.fromEntries(required.map((name) => [name, sampleMember(name, properties[name], number)]));
}

function sampleText({ format, pattern = '', minLength = 0, maxLength = Infinity }: JsonSchema, number: number): string {
  if (format && !FORMATS[format]) throw new Error(`there are no examples for the format ${format} yet`);
  const candidates = format
    ? [FORMATS[format]?.valid as string]
    : [`a${number}`.padEnd(minLength, 'b'), 'en', 'DE', 'EUR', '112', '12:30', '#aabbcc', 'video/mp4', 'a'.repeat(minLength)];
  const found = candidates.find((text) => text.length >= minLength && text.length <= maxLength && new RegExp(pattern, 'u').test(text));
  if (found === undefined) throw new Error(`there is no example for the pattern ${pattern} yet`);
  return found;
}

const COURSE = { title: 'The Unix Shell', level: 'beginner', language: 'en', category: 3, length_mode: 'duration', duration_days: 90 };
const CHAPTER = { title: 'Pipes and filters', is_published: true };
const LESSON = { title: 'What is a shell?', content_type: 'lesson', content: { format: 'markdown', body: 'A program.' }, is_published: true };
const LESSON_CHANGE = { title: 'What is a shell for?', updated_at: FORMATS['date-time']?.valid };

/** Bodies that say more than their schema requires: changes must change something, and forms must not be empty. */
const BODIES: Record<string, Members> = {
  AgentBatchWrite: { operations: [{ operation: 'createAgentCourse', name: 'course', body: { title: 'The Unix Shell' } }], all_or_nothing: true },
  CourseWrite: COURSE,
  StudioCourseWrite: COURSE,
  PatchedCourse: { status: 'published' },
  PatchedStudioCourse: { status: 'published' },
  ChapterWrite: CHAPTER,
  StudioChapterWrite: CHAPTER,
  PatchedChapter: { position: 1 },
  PatchedStudioChapter: { position: 1 },
  LessonWrite: LESSON,
  StudioLessonWrite: LESSON,
  PatchedLesson: LESSON_CHANGE,
  PatchedStudioLesson: LESSON_CHANGE,
  PatchedOrgSettings: { support_email: 'help@example.org' },
  DomainClaim: { hostname: 'learn.example.org' },
  QaSubscriptionWrite: { plan_id: 'enterprise', status: 'active' },
  QaDomainClaim: { hostname: 'learn.example.org', status: 'pending' },
  ScheduleShift: { days: 7 },
  LearnerChange: { opens_everything: true },
  PatchedDiscussionTopic: { title: 'What is a shell for?' },
  PatchedDiscussionReply: { upvoted: false },
  DiscussionTopicModeration: { action: 'lock' },
  DiscussionReplyModeration: { action: 'hide', reason: 'a' },
  ClassroomScans: { scans: [{ badge: 'lmsb_none' }] },
  KioskUnlock: { pin: PIN },
  KioskEnrolment: { badge: 'lmsb_none', faces: [FACE] },
  SelfEnrolmentWrite: { token: 'lmsf_none', consent: { version: '1', sha256: '0'.repeat(64) }, faces: [FACE] },
  KioskMarks: { marks: [{ enrollment_id: FORMATS.uuid?.valid }] },
  RubricSuggestionRequest: { description: 'A script' },
  SheetPrintPatch: { is_closed: true },
  CouponWrite: { percent_off: 10 },
  CataloguePlanWrite: { amount: 1900, currency: 'EUR' },
  PatchedCataloguePlan: { amount: 2400 },
  AccessCodeWrite: { count: 2 },
  PatchedAccessCode: { label: 'a' },
  PatchedAffiliateProgram: { is_enabled: true },
  AffiliateCourseRuleWrite: { rate: { type: 'percent', hundredths: 1000 } },
  PatchedAffiliateInvite: { label: 'a' },
  PatchedAffiliate: { action: 'approve' },
  SettlementRun: { earned_before: FORMATS['date-time']?.valid },
  PriceWrite: { amount: 4900, currency: 'EUR' },
  RosterUpload: { file: new FormFile(Buffer.from('Name,Email\nMina,mina@example.org\nNoor,')) },
  CourseImportCommit: { title: 'The Unix Shell, second edition' },
  LessonGradersWrite: { graders: [] },
};

export interface Base {
  body: Members;
  /** The member whose shape is chosen by another member, with the shape chosen here. */
  chosen: { member: string; schema: JsonSchema } | null;
}

let bodiesMade = 100;

/** Returns different texts for every body, because some of them must be unique. */
function freshTexts({ properties = {}, required = [] }: JsonSchema): Members {
  const number = ++bodiesMade;
  const free = required.filter((name) => typesOf(properties[name] ?? {}).includes('string') && !resolve(properties[name] ?? {}).enum);
  return Object.fromEntries(free.map((name) => [name, sampleMember(name, properties[name], number)]));
}

/** Returns a valid body of an operation, and another one for each shape that can be chosen for a member. */
export function baseBodies(operationId: string): Base[] {
  const schema = bodySchema(operationId);
  const body = { ...sampleMembers(schema), ...freshTexts(schema), ...BODIES[schemaName(operationId)] };
  const chosen = Object.entries(schema.properties ?? {}).flatMap(([member, property]) => {
    const { 'x-chosen-by': by } = resolve(property);
    return Object.entries(by?.shapes ?? {}).map(([choice, $ref]) => ({
      body: { ...body, [by?.member ?? '']: choice, [member]: sample({ $ref }) },
      chosen: { member, schema: { $ref } },
    }));
  });
  return [{ body, chosen: null }, ...chosen];
}

/** Returns a query string with the required parameters. Their values name nothing that exists. */
export function neededQuery(row: OperationRow): string {
  const declared = parametersOf(row, 'query');
  const valueFor = (schema: JsonSchema) => (schema.format === 'email' ? 'nobody@nowhere.example' : String(sample(schema)));
  const needed = requiredIn(row, 'query').map((name): [string, string] => [name, valueFor(declared.get(name) ?? {})]);
  return needed.length ? `?${new URLSearchParams(needed)}` : '';
}
