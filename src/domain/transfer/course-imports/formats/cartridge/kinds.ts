import { baseName } from './entries.ts';
import type { Resource } from './manifest.ts';

export type ResourceKind = 'page' | 'file' | 'link' | 'discussion' | 'tool' | 'assignment' | 'canvas_assignment' | 'quiz' | 'bank' | 'part' | 'unknown';

const BY_TYPE: readonly [RegExp, ResourceKind][] = [
  [/^imsdt_xml/, 'discussion'],
  [/^imswl_xml/, 'link'],
  [/^imsbasiclti_xml/, 'tool'],
  [/^imsqti_xmlv1p\d.*question-?bank/, 'bank'],
  [/^imsqti_xmlv1p\d/, 'quiz'],
  [/^assignment_xml/, 'assignment'],
];

const IS_APPLICATION = /learning-application-resource/;
const IS_FILE = /^webcontent$|^associatedcontent|^$/;
export const IS_PAGE = /\.x?html?$/i;
const IS_BANK = /\.xml\.qti$/i;
export const ASSIGNMENT_SETTINGS = 'assignment_settings.xml';

/** The type of quizzes in the specification. Other programs write other types for the same documents. */
export const QUIZ_TYPE = 'imsqti_xmlv1p2';

/** Returns the kind of a resource. A part belongs to another resource, or to the settings of the course. */
export function kindOf({ type, href, files }: Resource): ResourceKind {
  const known = BY_TYPE.find(([pattern]) => pattern.test(type))?.[1];
  if (known) return known;
  if (!IS_FILE.test(type)) return 'unknown';
  if (IS_APPLICATION.test(type)) {
    if (files.some((name) => baseName(name) === ASSIGNMENT_SETTINGS)) return 'canvas_assignment';
    if (href !== undefined && IS_BANK.test(href)) return 'bank';
    if (href === undefined || !IS_PAGE.test(href)) return 'part';
  }
  return href !== undefined && IS_PAGE.test(href) ? 'page' : 'file';
}
