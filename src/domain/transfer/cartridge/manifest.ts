import { addressOf } from './address.ts';
import { documentOf, element, textElement } from './xml.ts';

/** Something that a cartridge holds. */
export interface Resource {
  identifier: string;
  type: string;
  href?: string;
  files: readonly string[];
  dependencies?: readonly string[];
  /** A richer form of this resource, for systems that know its type. */
  variant?: string;
}

export interface Item {
  title: string;
  /** Identifier of the resource; null for folders. */
  identifierref: string | null;
  items?: readonly Item[];
}

export interface Outlined {
  title: string;
  description: string | null;
  language: string | null;
  items: readonly Item[];
  resources: readonly Resource[];
}

const SPACES = 'http://www.imsglobal.org/xsd/imsccv1p3';
const SCHEMAS = 'http://www.imsglobal.org/profile/cc/ccv1p3';
const METADATA = 'http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest';
const EXTENSION = `${SPACES}/imscp_extensionv1p2`;

/** Writes `imsmanifest.xml` of a Common Cartridge 1.3. */
export function manifestOf({ title, description, language, items, resources }: Outlined): string {
  const said = (name: string, text: string) => element(`lomimscc:${name}`, {}, textElement('lomimscc:string', text, language ? { language } : {}));
  const general = [
    said('title', title),
    ...(language ? [textElement('lomimscc:language', language)] : []),
    ...(description ? [said('description', description)] : []),
  ];
  const schemas = `${SCHEMAS}/ccv1p3_imscp_v1p2_v1p0.xsd ${METADATA} ${SCHEMAS}/LOM/ccv1p3_lommanifest_v1p0.xsd ${EXTENSION} ${SCHEMAS}/ccv1p3_cpextensionv1p2_v1p0.xsd`;
  return documentOf(
    'manifest',
    `${SPACES}/imscp_v1p1`,
    schemas,
    { 'xmlns:lomimscc': METADATA, 'xmlns:cpx': EXTENSION, identifier: 'course' },
    element(
      'metadata',
      {},
      textElement('schema', 'IMS Common Cartridge'),
      textElement('schemaversion', '1.3.0'),
      element('lomimscc:lom', {}, element('lomimscc:general', {}, ...general)),
    ),
    element(
      'organizations',
      {},
      element('organization', { identifier: 'outline', structure: 'rooted-hierarchy' }, element('item', { identifier: 'root' }, ...itemsXml(items, 'item'))),
    ),
    element('resources', {}, ...resources.map(resourceXml)),
  );
}

const itemsXml = (items: readonly Item[], prefix: string): string[] =>
  items.map(({ title, identifierref, items: inside = [] }, index) => {
    const identifier = `${prefix}-${index + 1}`;
    return element('item', { identifier, identifierref: identifierref ?? undefined }, textElement('title', title), ...itemsXml(inside, identifier));
  });

const resourceXml = ({ identifier, type, href, files, dependencies = [], variant }: Resource): string =>
  element(
    'resource',
    { identifier, type, href: href === undefined ? undefined : addressOf(href) },
    ...files.map((file) => element('file', { href: addressOf(file) })),
    ...dependencies.map((identifierref) => element('dependency', { identifierref })),
    ...(variant === undefined ? [] : [element('cpx:variant', { identifier: `${identifier}-variant`, identifierref: variant }, element('cpx:metadata', {}))]),
  );
