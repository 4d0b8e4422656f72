import type { Shape } from '../../../../kernel/contract.ts';
import { numberedId } from '../../../archive/numbered-ids.ts';
import type { ImportedLesson } from '../format.ts';
import { elementAt, elementsOf, isTrue, numberAt, textAt, type XmlElement } from './xml.ts';

/** Data that Canvas exports about courses in addition to that of the specification. */
export interface CanvasCourse {
  /** Settings of the course; undefined if the archive was not made by Canvas. */
  settings: XmlElement | undefined;
  modules: ReadonlyMap<string, CanvasModule>;
  /** Items of modules. */
  items: ReadonlyMap<string, CanvasItem>;
  groups: readonly CanvasGroup[];
  rubrics: ReadonlyMap<string, Rubric>;
  standards: ReadonlyMap<string, Letters>;
  latePolicy: XmlElement | undefined;
}

export interface CanvasModule {
  identifier: string;
  title: string;
  isPublished: boolean;
  unlockAt: string | undefined;
  isSequential: boolean;
  prerequisites: readonly string[];
  hasRequirements: boolean;
  items: readonly CanvasItem[];
}

export interface CanvasItem {
  identifier: string;
  identifierref: string | null;
  title: string;
  type: string;
  url: string | undefined;
  isPublished: boolean;
}

export interface CanvasGroup {
  identifier: string;
  name: string;
  weight: number;
  dropLowest: number;
  dropHighest: number;
  neverDrop: readonly string[];
}

type Rubric = NonNullable<NonNullable<ImportedLesson['grading']>['rubric']>;
type Letters = Shape<'GradingScheme'>['letters'];
type Gradebook = Shape<'GradebookSettingsWrite'>;

export const SETTINGS_FOLDER = 'course_settings/';

/** @param read reads one of the documents of Canvas */
export async function readCanvas(read: (name: string) => Promise<XmlElement | undefined>): Promise<CanvasCourse> {
  const settings = await read('course_settings.xml');
  const modules = elementsOf(await read('module_meta.xml'), 'module').map(moduleOf);
  const rubrics = elementsOf(await read('rubrics.xml'), 'rubric');
  return {
    settings,
    modules: new Map(modules.map((module) => [module.identifier, module])),
    items: new Map(modules.flatMap(({ items }) => items.map((item) => [item.identifier, item] as const))),
    groups: elementsOf(await read('assignment_groups.xml'), 'assignmentGroup')
      .map(groupOf)
      .slice(0, MOST_GROUPS),
    rubrics: new Map(rubrics.flatMap((rubric) => rubricOf(rubric))),
    standards: new Map(elementsOf(await read('grading_standards.xml'), 'gradingStandard').flatMap((standard) => lettersOf(standard))),
    latePolicy: await read('late_policy.xml'),
  };
}

const isActive = (element: XmlElement): boolean => !/^(?:unpublished|deleted)$/.test(textAt(element, 'workflow_state') ?? '');

const moduleOf = (element: XmlElement): CanvasModule => ({
  identifier: element.attributes.identifier ?? '',
  title: textAt(element, 'title') ?? '',
  isPublished: isActive(element),
  unlockAt: textAt(element, 'unlock_at'),
  isSequential: isTrue(textAt(element, 'require_sequential_progress')),
  prerequisites: elementsOf(elementAt(element, 'prerequisites'), 'prerequisite').flatMap((prerequisite) => textAt(prerequisite, 'identifierref') ?? []),
  hasRequirements: elementsOf(elementAt(element, 'completionRequirements')).length > 0,
  items: elementsOf(elementAt(element, 'items'), 'item').map((item) => ({
    identifier: item.attributes.identifier ?? '',
    identifierref: textAt(item, 'identifierref') ?? null,
    title: textAt(item, 'title') ?? '',
    type: textAt(item, 'content_type') ?? '',
    url: textAt(item, 'url'),
    isPublished: isActive(item),
  })),
});

const MOST_GROUPS = 50;
const LONGEST_NAME = 100;

const bounded = (value: number | undefined, most: number): number => Math.round(Math.min(most, Math.max(0, value ?? 0)) * 100) / 100;
const cut = (text: string, length: number): string => Array.from(text).slice(0, length).join('').trim();

function groupOf(element: XmlElement): CanvasGroup {
  const rules = elementsOf(elementAt(element, 'rules'), 'rule');
  const dropped = (type: string) =>
    Math.trunc(
      bounded(
        numberAt(
          rules.find((rule) => textAt(rule, 'drop_type') === type),
          'drop_count',
        ),
        100,
      ),
    );
  return {
    identifier: element.attributes.identifier ?? '',
    name: cut(textAt(element, 'title') ?? '', LONGEST_NAME),
    weight: bounded(numberAt(element, 'group_weight'), 1000),
    dropLowest: dropped('drop_lowest'),
    dropHighest: dropped('drop_highest'),
    neverDrop: rules.filter((rule) => textAt(rule, 'drop_type') === 'never_drop').flatMap((rule) => textAt(rule, 'identifierref') ?? []),
  };
}

const [MOST_CRITERIA, MOST_LEVELS, LONGEST_DESCRIPTION] = [50, 20, 2000];

function rubricOf(element: XmlElement): [string, Rubric][] {
  const criteria = elementsOf(elementAt(element, 'criteria'), 'criterion')
    .slice(0, MOST_CRITERIA)
    .map((criterion, index) => ({
      id: `c${index + 1}`,
      title: cut(textAt(criterion, 'description') ?? `${index + 1}`, 200),
      levels: levelsOf(criterion),
    }));
  const title = cut(textAt(element, 'title') ?? '', 200);
  if (title === '' || criteria.length === 0 || criteria.some(({ levels }) => levels.length === 0)) return [];
  return [[element.attributes.identifier ?? '', { title, is_feedback_only: false, criteria }]];
}

function levelsOf(criterion: XmlElement): Rubric['criteria'][number]['levels'] {
  const titles = new Set<string>();
  return elementsOf(elementAt(criterion, 'ratings'), 'rating')
    .slice(0, MOST_LEVELS)
    .map((rating) => {
      const points = bounded(numberAt(rating, 'points'), 10_000);
      let title = cut(textAt(rating, 'description') ?? `${points}`, 80);
      while (titles.has(title)) title = `${title} (${points})`.slice(-100);
      titles.add(title);
      return { title, points, description: cut(textAt(rating, 'long_description') ?? '', LONGEST_DESCRIPTION) };
    });
}

function lettersOf(element: XmlElement): [string, Letters][] {
  const rows = parsed(textAt(element, 'data'));
  const letters = rows.flatMap((row) => {
    const [letter, share] = Array.isArray(row) ? row : [];
    const name = typeof letter === 'string' ? cut(letter, 10) : '';
    return name === '' || typeof share !== 'number' ? [] : [{ letter: name, from_percent: bounded(share * 100, 1000) }];
  });
  const isRight =
    letters.length > 0 &&
    letters.length === rows.length &&
    letters.length <= 30 &&
    new Set(letters.map(({ letter }) => letter)).size === letters.length &&
    new Set(letters.map(({ from_percent }) => from_percent)).size === letters.length &&
    letters.some(({ from_percent }) => from_percent === 0);
  return isRight ? [[element.attributes.identifier ?? '', letters]] : [];
}

function parsed(text: string | undefined): unknown[] {
  try {
    const value = JSON.parse(text ?? '');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

export const categoryId = (index: number): string => numberedId('category', index + 1);

/** Returns the rules of the gradebook. @param lessonOf returns the lesson that an assignment became */
export function gradebookOf({ settings, groups, standards, latePolicy }: CanvasCourse, lessonOf: (identifier: string) => string | undefined): Gradebook | null {
  const letters = isTrue(textAt(settings, 'grading_standard_enabled')) ? standards.get(textAt(settings, 'grading_standard_identifier_ref') ?? '') : undefined;
  if (groups.length === 0 && !letters && !latePolicy) return null;
  const names = new Set<string>();
  return {
    grading_scheme: letters ? { kind: 'letters', letters } : { kind: 'percent', letters: [] },
    is_weighted: textAt(settings, 'group_weighting_scheme') === 'percent',
    late_policy: lateOf(latePolicy),
    missing_policy: {
      is_enabled: isTrue(textAt(latePolicy, 'missing_submission_deduction_enabled')),
      deduct_percent: bounded(numberAt(latePolicy, 'missing_submission_deduction') ?? 100, 100),
    },
    posting: textAt(settings, 'default_post_policy', 'post_manually') === 'true' ? 'manual' : 'automatic',
    pass_percent: null,
    categories: groups.map(({ name, weight, dropLowest, dropHighest, neverDrop }, index) => ({
      id: categoryId(index),
      name: unused(name || `${index + 1}`, names),
      weight_percent: weight,
      drop_lowest: dropLowest,
      drop_highest: dropHighest,
      never_drop: neverDrop.flatMap((identifier) => lessonOf(identifier) ?? []),
    })),
    attendance: { is_counted: false, points: 100, category_id: null, is_extra_credit: false },
  } satisfies Gradebook;
}

function unused(name: string, names: Set<string>): string {
  let free = name;
  for (let number = 2; names.has(free.toLowerCase()); number++) free = `${cut(name, LONGEST_NAME - 6)} (${number})`;
  names.add(free.toLowerCase());
  return free;
}

const lateOf = (policy: XmlElement | undefined): Gradebook['late_policy'] => ({
  is_enabled: isTrue(textAt(policy, 'late_submission_deduction_enabled')),
  interval: textAt(policy, 'late_submission_interval') === 'hour' ? 'hour' : 'day',
  rate_percent: bounded(numberAt(policy, 'late_submission_deduction'), 100),
  flat_percent: 0,
  floor_percent: isTrue(textAt(policy, 'late_submission_minimum_percent_enabled')) ? bounded(numberAt(policy, 'late_submission_minimum_percent'), 100) : 0,
  grace_minutes: 0,
  zero_after_intervals: null,
});
