import { type CourseImportFailure, UnreadableCourse } from '../format.ts';
import { type Entries, folderOf } from './entries.ts';
import { elementAt, elementsOf, elementsWithin, isTrue, textAt, textOf, type XmlElement } from './xml.ts';

export interface ManifestItem {
  identifier: string;
  identifierref: string | null;
  title: string;
  items: readonly ManifestItem[];
  isHidden: boolean;
}

export interface Resource {
  identifier: string;
  type: string;
  /** The entry at its address, or its first entry if the address is not that of a file. Undefined if the archive does not have it. */
  href: string | undefined;
  /** The address as it is written. */
  address: string;
  /** Its entries. */
  files: readonly string[];
  /** Its document, if it is part of the manifest, as in thin cartridges. */
  inline: XmlElement | undefined;
  /** The addresses of entries that the archive does not have. */
  missing: readonly string[];
  dependencies: readonly string[];
  /** Other forms of the same resource, which are not imported in addition to it. */
  variants: readonly string[];
  isForInstructors: boolean;
  intendedUse: string;
}

export interface Manifest {
  title: string | null;
  description: string | null;
  language: string | null;
  items: readonly ManifestItem[];
  resources: ReadonlyMap<string, Resource>;
}

/** Kinds of packages with a manifest that are refused by name, by the types of their resources or the schema that they follow. */
const FOREIGN: readonly [RegExp, CourseImportFailure][] = [
  [/adlcp|scorm/i, 'scorm_not_supported'],
  [/qti_(?:item_|test_|assessment_|section_)?xmlv[23]p|qtiv[23]p|imsqtiasi/i, 'qti_version_not_supported'],
];

/** @throws UnreadableCourse if the manifest is that of a package of another kind */
export function readManifest(root: XmlElement, entries: Entries): Manifest {
  if (root.name !== 'manifest') throw new UnreadableCourse('invalid');
  const all = [...elementsWithin(elementAt(root, 'resources'), 'resource')];
  const marks = [textAt(root, 'metadata', 'schema') ?? '', ...all.flatMap(({ attributes }) => [attributes.type ?? '', ...Object.keys(attributes)])];
  const foreign = FOREIGN.find(([pattern]) => marks.some((mark) => pattern.test(mark)));
  if (foreign) throw new UnreadableCourse(foreign[1]);
  const base = [root, elementAt(root, 'resources')].map((element) => element?.attributes['xml:base'] ?? '').join('');
  const resources = all.map((element) => resourceOf(element, base, entries));
  const general = [...elementsWithin(elementAt(root, 'metadata'), 'general')][0];
  return {
    title: stringAt(general, 'title') ?? null,
    description: stringAt(general, 'description') ?? null,
    language: textAt(general, 'language') ?? null,
    items: rootItems(root),
    resources: new Map(resources.map((resource) => [resource.identifier, resource])),
  };
}

/** Returns a text of the metadata, of which there can be one for each language. */
const stringAt = (element: XmlElement | undefined, name: string): string | undefined =>
  textAt(element, name, 'string') ?? textAt(element, name, 'langstring') ?? textAt(element, name);

/** Returns the items at the top. A single item that only holds all of them, such as one without a title, is not counted as one. */
function rootItems(root: XmlElement): ManifestItem[] {
  const organizations = elementAt(root, 'organizations');
  const all = elementsOf(organizations, 'organization');
  const organization = all.find(({ attributes }) => attributes.identifier === organizations?.attributes.default) ?? all[0];
  const items = elementsOf(organization, 'item').map(itemOf);
  const [only] = items;
  return items.length === 1 && only && only.identifierref === null && (only.title === '' || only.items.some(({ items: inside }) => inside.length > 0))
    ? [...only.items]
    : items;
}

/** The roots of documents that can stand in the manifest. */
const DOCUMENTS: readonly string[] = ['webLink', 'topic', 'cartridge_basiclti_link', 'assignment', 'questestinterop'];

const itemOf = (element: XmlElement): ManifestItem => ({
  identifier: element.attributes.identifier ?? '',
  identifierref: element.attributes.identifierref?.trim() || null,
  title: textAt(element, 'title') ?? '',
  items: elementsOf(element, 'item').map(itemOf),
  isHidden: element.attributes.isvisible !== undefined && !isTrue(element.attributes.isvisible),
});

function resourceOf(element: XmlElement, base: string, entries: Entries): Resource {
  const { identifier = '', type = '', href, intendeduse = '' } = element.attributes;
  const folder = folderOf(`${base}${element.attributes['xml:base'] ?? ''}x`);
  const addresses = elementsOf(element, 'file').flatMap(({ attributes }) => attributes.href ?? []);
  const entryOf = (address: string) => (address === '' ? undefined : entries.find(address, folder));
  const found = addresses.map(entryOf);
  const address = href ?? addresses[0] ?? '';
  const refs = (name: string) => elementsOf(element, name).flatMap(({ attributes }) => attributes.identifierref ?? []);
  return {
    identifier,
    type: type.trim().toLowerCase(),
    href: entryOf(address) ?? (addresses.includes(address) ? undefined : found.find((name) => name !== undefined)),
    address,
    files: found.filter((name) => name !== undefined),
    inline: addresses.length > 0 || href !== undefined ? undefined : elementsOf(element).find(({ name }) => DOCUMENTS.includes(name)),
    missing: addresses.filter((_address, index) => found[index] === undefined),
    dependencies: refs('dependency'),
    variants: refs('variant'),
    isForInstructors: [...elementsWithin(element, 'intendedEndUserRole')]
      .map((role) => textAt(role, 'value') ?? textOf(role))
      .some((role) => /^(?:instructor|mentor|teacher)$/i.test(role)),
    intendedUse: intendeduse.toLowerCase(),
  };
}
