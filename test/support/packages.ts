import type { TestApp } from './app.ts';
import { expectStatus } from './browser.ts';
import { escapeXml } from './cartridges.ts';
import { importCourse } from './course-archives.ts';
import type { Row } from './organisation.ts';
import type { School } from './school.ts';
import { type ZipEntry, zipOf } from './zip.ts';

export interface PackageItem {
  id: string;
  title?: string;
  ref?: string;
  /** More attributes of the item. */
  attributes?: string;
  /** More elements of the item. */
  inside?: string;
  items?: readonly PackageItem[];
}

export interface ScormPackage {
  standard?: '1.2' | '2004';
  title?: string;
  items?: readonly PackageItem[];
  /** The resources, as XML or by the address of their page. */
  resources: Readonly<Record<string, string>>;
  files?: Readonly<Record<string, string | Buffer>>;
  /** More attributes of the manifest, and more elements at its end. */
  attributes?: string;
  inside?: string;
  folder?: string;
}

const itemXml = ({ id, title, ref, attributes = '', inside = '', items = [] }: PackageItem): string =>
  `<item identifier="${id}"${ref === undefined ? '' : ` identifierref="${ref}"`} ${attributes}>${title === undefined ? '' : `<title>${escapeXml(title)}</title>`}${items.map(itemXml).join('')}${inside}</item>`;

const NAMESPACES = {
  '1.2': 'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"',
  '2004': 'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"',
};

export function manifestXml({ standard = '1.2', title = 'A package', items, resources, attributes = '', inside = '' }: ScormPackage): string {
  const type = standard === '1.2' ? 'adlcp:scormtype' : 'adlcp:scormType';
  const rows = Object.entries(resources).map(([id, address]) =>
    address.startsWith('<')
      ? address
      : `<resource identifier="${id}" type="webcontent" ${type}="sco" href="${escapeXml(address)}"><file href="${escapeXml(address)}"/></resource>`,
  );
  const outline = items
    ? `<organizations default="o"><organization identifier="o"><title>${escapeXml(title)}</title>${items.map(itemXml).join('')}</organization></organizations>`
    : '<organizations/>';
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m" ${NAMESPACES[standard]} ${attributes}>
<metadata><schema>ADL SCORM</schema><schemaversion>${standard === '1.2' ? '1.2' : '2004 4th Edition'}</schemaversion></metadata>
${outline}<resources>${rows.join('')}</resources>${inside}</manifest>`;
}

/** A package with its manifest first. */
export const packageZip = (made: ScormPackage, more: readonly ZipEntry[] = []): Promise<Buffer> =>
  zipOf([
    { name: `${made.folder ?? ''}imsmanifest.xml`, content: manifestXml(made) },
    ...Object.entries(made.files ?? {}).map(([name, content]) => ({ name: `${made.folder ?? ''}${name}`, content })),
    ...more,
  ]);

/** Imports a package as a published course, and returns its lessons. */
export async function importPackage(app: TestApp, school: School, made: ScormPackage | Buffer): Promise<Row[]> {
  const { course_id } = await importCourse(app, school, Buffer.isBuffer(made) ? made : await packageZip(made), {}, 'a package.zip');
  const call = (method: 'get' | 'patch', path: string, body?: object) => school.browser.call(method, path, body);
  await expectStatus(200, call('patch', `courses/${course_id}/`, { status: 'published', visibility: 'public' }));
  const lessons: Row[] = [];
  for (const chapter of (await expectStatus(200, call('get', `courses/${course_id}/chapters/`))).body.results)
    lessons.push(...(await expectStatus(200, call('get', `courses/${course_id}/chapters/${chapter.id}/lessons/`))).body.results);
  return lessons;
}
