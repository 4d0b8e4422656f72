import { type ZipEntry, zipOf } from './zip.ts';

/** A resource of a cartridge, with its documents. */
export interface CartridgeResource {
  id: string;
  type: string;
  /** The address that the manifest states; that of the first file if it is left out. */
  href?: string;
  files: Readonly<Record<string, string | Buffer>>;
  dependencies?: readonly string[];
}

export interface CartridgeItem {
  title?: string;
  id?: string;
  ref?: string;
  items?: readonly CartridgeItem[];
}

export interface Cartridge {
  version?: '1.0' | '1.1' | '1.2' | '1.3';
  title?: string;
  items?: readonly CartridgeItem[];
  resources: readonly CartridgeResource[];
  /** Entries that the manifest does not name. */
  extra?: Readonly<Record<string, string | Buffer>>;
  /** Entries that the manifest names and the archive lacks. */
  missing?: readonly string[];
  /** The folder that holds everything, with a slash at its end. */
  folder?: string;
}

export const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const NAMESPACES = { '1.0': 'imscc', '1.1': 'imsccv1p1', '1.2': 'imsccv1p2', '1.3': 'imsccv1p3' } as const;
const TYPE_VERSIONS = { '1.0': 'v1p0', '1.1': 'v1p1', '1.2': 'v1p2', '1.3': 'v1p3' } as const;

/** The type of a resource as the specification of a version writes it. */
export const resourceType = (kind: 'discussion' | 'link' | 'tool' | 'quiz' | 'bank', version: keyof typeof TYPE_VERSIONS = '1.1'): string => {
  const suffix = TYPE_VERSIONS[version];
  const types = {
    discussion: `imsdt_xml${suffix}`,
    link: `imswl_xml${suffix}`,
    tool: `imsbasiclti_xml${suffix}`,
    quiz: `imsqti_xmlv1p2/imscc_xml${suffix}/assessment`,
    bank: `imsqti_xmlv1p2/imscc_xml${suffix}/question-bank`,
  };
  return types[kind];
};

let count = 0;
const itemXml = ({ title, id, ref, items = [] }: CartridgeItem): string =>
  `<item identifier="${id ?? `item_${++count}`}"${ref === undefined ? '' : ` identifierref="${ref}"`}>${title === undefined ? '' : `<title>${escapeXml(title)}</title>`}${items.map(itemXml).join('')}</item>`;

/** The manifest of a cartridge. */
export function manifestXml({ version = '1.1', title = 'A cartridge', items = [], resources }: Cartridge): string {
  const space = `http://www.imsglobal.org/xsd/${NAMESPACES[version]}/imscp_v1p1`;
  const rows = resources.map(({ id, type, href, files, dependencies = [] }) => {
    const names = Object.keys(files);
    return `<resource identifier="${id}" type="${type}" href="${escapeXml(href ?? names[0] ?? '')}">${names.map((name) => `<file href="${escapeXml(name)}"/>`).join('')}${dependencies.map((one) => `<dependency identifierref="${one}"/>`).join('')}</resource>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m" xmlns="${space}" xmlns:lomimscc="http://ltsc.ieee.org/xsd/${NAMESPACES[version]}/LOM/manifest">
  <metadata><schema>IMS Common Cartridge</schema><schemaversion>${version}.0</schemaversion>
    <lomimscc:lom><lomimscc:general><lomimscc:title><lomimscc:string>${escapeXml(title)}</lomimscc:string></lomimscc:title></lomimscc:general></lomimscc:lom></metadata>
  <organizations>${items.length === 0 ? '' : `<organization identifier="o" structure="rooted-hierarchy"><item identifier="root">${items.map(itemXml).join('')}</item></organization>`}</organizations>
  <resources>${rows.join('')}</resources>
</manifest>`;
}

/** Makes a cartridge. */
export function cartridgeOf(cartridge: Cartridge): Promise<Buffer> {
  const { resources, extra = {}, missing = [], folder = '' } = cartridge;
  const files = new Map([...resources.flatMap(({ files: all }) => Object.entries(all)), ...Object.entries(extra)]);
  for (const name of missing) files.delete(name);
  const entries: ZipEntry[] = [...files].map(([name, content]) => ({ name: `${folder}${name}`, content }));
  return zipOf([{ name: `${folder}imsmanifest.xml`, content: manifestXml(cartridge) }, ...entries]);
}

export const pageHtml = (title: string, body: string, state = 'active'): string =>
  `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"/><title>${escapeXml(title)}</title><meta name="workflow_state" content="${state}"/></head><body>${body}</body></html>`;

export const linkXml = (title: string, url: string): string =>
  `<webLink xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imswl_v1p1"><title>${escapeXml(title)}</title><url href="${escapeXml(url)}"/></webLink>`;

export const topicXml = (title: string, html: string): string =>
  `<topic xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imsdt_v1p1"><title>${escapeXml(title)}</title><text texttype="text/html">${escapeXml(html)}</text></topic>`;

export const toolXml = (title: string, url: string): string =>
  `<cartridge_basiclti_link xmlns="http://www.imsglobal.org/xsd/imslticc_v1p0" xmlns:blti="http://www.imsglobal.org/xsd/imsbasiclti_v1p0"><blti:title>${escapeXml(title)}</blti:title><blti:description>A tool</blti:description><blti:launch_url>${escapeXml(url)}</blti:launch_url></cartridge_basiclti_link>`;

const field = (label: string, entry: string): string =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${escapeXml(entry)}</fieldentry></qtimetadatafield>`;

export const material = (html: string): string => `<material><mattext texttype="text/html">${escapeXml(html)}</mattext></material>`;

/** An item of QTI 1.2. `presentation` and `processing` stand in it as they are. */
export const qtiItem = (id: string, fields: Record<string, string>, presentation: string, processing = '', more = ''): string =>
  `<item ident="${id}" title="${id}"><itemmetadata><qtimetadata>${Object.entries(fields)
    .map(([label, entry]) => field(label, entry))
    .join('')}</qtimetadata></itemmetadata><presentation>${presentation}</presentation>${
    processing === ''
      ? ''
      : `<resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>${processing}</resprocessing>`
  }${more}</item>`;

export const choicesXml = (id: string, cardinality: 'Single' | 'Multiple', labels: Readonly<Record<string, string>>, before = ''): string =>
  `<response_lid ident="${id}" rcardinality="${cardinality}">${before}<render_choice>${Object.entries(labels)
    .map(([label, text]) => `<response_label ident="${label}">${material(text)}</response_label>`)
    .join('')}</render_choice></response_lid>`;

export const fibXml = (id: string): string =>
  `<response_str ident="${id}" rcardinality="Single"><render_fib><response_label ident="answer"/></render_fib></response_str>`;

export const equal = (id: string, value: string, more = ''): string => `<varequal respident="${id}"${more}>${escapeXml(value)}</varequal>`;

export const scored = (condition: string, score = 100, action = 'Set', feedback = ''): string =>
  `<respcondition continue="No"><conditionvar>${condition}</conditionvar><setvar action="${action}" varname="SCORE">${score}</setvar>${feedback}</respcondition>`;

export const quizXml = (id: string, title: string, items: string, fields: Record<string, string> = {}): string =>
  `<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="${id}" title="${escapeXml(title)}"><qtimetadata>${Object.entries(
    fields,
  )
    .map(([label, entry]) => field(label, entry))
    .join('')}</qtimetadata><section ident="root_section">${items}</section></assessment></questestinterop>`;

export const bankXml = (id: string, items: string): string => `<questestinterop><objectbank ident="${id}">${items}</objectbank></questestinterop>`;
