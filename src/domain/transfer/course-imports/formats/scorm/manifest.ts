import type { Shape } from '../../../../kernel/contract.ts';
import { elementAt, elementsOf, elementsWithin, isTrue, numberAt, textAt, type XmlElement } from '../cartridge/xml.ts';
import { UnreadableCourse } from '../format.ts';

type Standard = Shape<'PackageStandard'>;

export interface ScormItem {
  identifier: string;
  title: string;
  /** Null for a folder. */
  resource: ScormResource | null;
  /** Set if the item names a resource that the manifest does not have. */
  missing: string | null;
  parameters: string;
  isHidden: boolean;
  items: readonly ScormItem[];
  hasPrerequisites: boolean;
  mastery_score: number | null;
  completion_threshold: number | null;
  launch_data: string;
  max_time_allowed: string;
  time_limit_action: string;
}

export interface ScormResource {
  identifier: string;
  /** The address of its page, or of its first file. */
  address: string;
  /** The folder that the address is relative to. */
  base: string;
  /** Whether the resource calls the API. */
  isSco: boolean;
}

export interface ScormManifest {
  standard: Standard;
  title: string;
  items: readonly ScormItem[];
  /** Other outlines of the same resources. */
  otherOutlines: readonly { identifier: string; title: string }[];
  /** The resources in the order of the manifest. */
  resources: readonly ScormResource[];
  /** Whether the manifest controls the order in which items are played, or how the results of one item count in another. */
  isSequenced: boolean;
}

/** Returns the value of an attribute under any prefix and in any case: SCORM 1.2 and 2004 write attributes differently. */
const attribute = ({ attributes }: XmlElement, name: string): string | undefined =>
  Object.entries(attributes).find(([key]) => key.slice(key.indexOf(':') + 1).toLowerCase() === name)?.[1];

const SCORM = /adlcp|adl scorm/i;

/** Returns whether a manifest is that of a SCORM package: by its schema, its namespaces, or the marks of its resources. */
export function isScorm(root: XmlElement): boolean {
  if (root.name !== 'manifest') return false;
  const resources = [...elementsWithin(root, 'resource')];
  const names = Object.entries(root.attributes).flatMap(([name, value]) => (name.startsWith('xmlns') ? [name, value] : []));
  const marks = [
    textAt(root, 'metadata', 'schema') ?? '',
    ...names,
    ...resources.flatMap(({ attributes }) => [attributes.type ?? '', ...Object.keys(attributes)]),
  ];
  return marks.some((mark) => SCORM.test(mark));
}

const IS_2004 = /2004|^(?:CAM )?1\.3/i;

function standardOf(root: XmlElement): Standard {
  const version = textAt(root, 'metadata', 'schemaversion');
  if (version !== undefined) return IS_2004.test(version) ? 'scorm_2004' : 'scorm_1_2';
  return Object.values(root.attributes).some((value) => /adlcp_v1p3|imscp_v1p1/i.test(value)) ? 'scorm_2004' : 'scorm_1_2';
}

/** Nested manifests predate their ban: their outlines are placed where an item names them. */
const DEEPEST_MANIFEST = 5;
/** Maximum number of lessons and folders, more than a course can have. */
const MOST_ITEMS = 20_000;

export function readScormManifest(root: XmlElement): ScormManifest {
  const standard = standardOf(root);
  const resources = new Map<string, ScormResource>();
  const outlines = new Map<string, XmlElement>();
  const collect = (manifest: XmlElement, above: string, depth: number): void => {
    const base = above + (attribute(manifest, 'base') ?? '');
    const list = elementAt(manifest, 'resources');
    const inList = base + ((list && attribute(list, 'base')) ?? '');
    for (const element of elementsOf(list, 'resource')) {
      const resource = resourceOf(element, inList);
      if (!resources.has(resource.identifier)) resources.set(resource.identifier, resource);
    }
    const outline = defaultOutline(manifest);
    const { identifier } = manifest.attributes;
    if (identifier !== undefined && outline && depth > 0) outlines.set(identifier, outline);
    if (depth < DEEPEST_MANIFEST) for (const nested of elementsOf(manifest, 'manifest')) collect(nested, base, depth + 1);
  };
  collect(root, '', 0);
  const outline = defaultOutline(root);
  const context = { standard, resources, outlines, count: 0 };
  return {
    standard,
    title: textAt(outline, 'title') ?? '',
    items: elementsOf(outline, 'item').map((element) => itemOf(element, context, 0)),
    otherOutlines: elementsOf(elementAt(root, 'organizations'), 'organization')
      .filter((other) => other !== outline)
      .map((other) => ({ identifier: other.attributes.identifier ?? '', title: textAt(other, 'title') ?? '' })),
    resources: [...resources.values()],
    isSequenced: isSequenced(root),
  };
}

function defaultOutline(manifest: XmlElement): XmlElement | undefined {
  const organizations = elementAt(manifest, 'organizations');
  const all = elementsOf(organizations, 'organization');
  return all.find(({ attributes }) => attributes.identifier === organizations?.attributes.default) ?? all[0];
}

interface Context {
  /** Number of items so far. Outlines of nested manifests can occur in many places. */
  count: number;
  standard: Standard;
  resources: ReadonlyMap<string, ScormResource>;
  outlines: ReadonlyMap<string, XmlElement>;
}

function itemOf(element: XmlElement, context: Context, nesting: number): ScormItem {
  if (++context.count > MOST_ITEMS) throw new UnreadableCourse('course_full');
  const reference = element.attributes.identifierref?.trim() || null;
  const nested = reference === null || nesting >= DEEPEST_MANIFEST ? undefined : context.outlines.get(reference);
  const resource = reference === null ? undefined : context.resources.get(reference);
  const inside = [
    ...elementsOf(element, 'item').map((item) => itemOf(item, context, nesting)),
    ...elementsOf(nested, 'item').map((item) => itemOf(item, context, nesting + 1)),
  ];
  const isVisible = attribute(element, 'isvisible');
  return {
    identifier: element.attributes.identifier ?? '',
    title: textAt(element, 'title') ?? '',
    resource: resource ?? null,
    missing: reference !== null && !resource && !nested ? reference : null,
    parameters: element.attributes.parameters ?? '',
    isHidden: isVisible !== undefined && !isTrue(isVisible),
    items: inside,
    hasPrerequisites: textAt(element, 'prerequisites') !== undefined,
    mastery_score: masteryOf(element, context.standard),
    completion_threshold: inRange(thresholdOf(element), 0, 1),
    launch_data: (textAt(element, 'datafromlms') ?? textAt(element, 'dataFromLMS') ?? '').slice(0, 4096),
    max_time_allowed: (textAt(element, 'maxtimeallowed') ?? limitOf(element) ?? '').slice(0, 100),
    time_limit_action: (textAt(element, 'timelimitaction') ?? textAt(element, 'timeLimitAction') ?? '').slice(0, 100),
  };
}

const inRange = (value: number | undefined, least: number, most: number): number | null =>
  value !== undefined && value >= least && value <= most ? value : null;

function thresholdOf(element: XmlElement): number | undefined {
  const threshold = elementAt(element, 'completionThreshold');
  if (!threshold) return undefined;
  const measure = threshold.attributes.minProgressMeasure;
  if (measure !== undefined) return Number(measure);
  return numberAt(element, 'completionThreshold');
}

/** Returns the mastery score. In SCORM 2004, it is the measure that satisfies the primary objective, which is the whole if no number is stated. */
function masteryOf(element: XmlElement, standard: Standard): number | null {
  if (standard === 'scorm_1_2') return inRange(numberAt(element, 'masteryscore'), 0, 100);
  const primary = elementAt(element, 'sequencing', 'objectives', 'primaryObjective');
  if (!primary || !isTrue(primary.attributes.satisfiedByMeasure)) return null;
  return inRange(numberAt(primary, 'minNormalizedMeasure') ?? 1, -1, 1);
}

const limitOf = (element: XmlElement): string | undefined => elementAt(element, 'sequencing', 'limitConditions')?.attributes.attemptAbsoluteDurationLimit;

const RULES = ['sequencingRules', 'rollupRules', 'controlMode', 'randomizationControls', 'deliveryControls', 'objectives'];

/** Returns whether the manifest uses sequencing. A single primary objective controls nothing but its own item. */
function isSequenced(root: XmlElement): boolean {
  for (const sequencing of elementsWithin(root, 'sequencing'))
    for (const rule of elementsOf(sequencing))
      if (RULES.includes(rule.name) && (rule.name !== 'objectives' || elementsOf(rule).length > 1 || [...elementsWithin(rule, 'mapInfo')].length > 0))
        return true;
  return false;
}

function resourceOf(element: XmlElement, above: string): ScormResource {
  const files = elementsOf(element, 'file').flatMap(({ attributes }) => attributes.href ?? []);
  return {
    identifier: element.attributes.identifier ?? '',
    address: (element.attributes.href ?? files[0] ?? '').trim(),
    base: `${above}${attribute(element, 'base') ?? ''}`,
    isSco: attribute(element, 'scormtype')?.trim().toLowerCase() === 'sco',
  };
}
