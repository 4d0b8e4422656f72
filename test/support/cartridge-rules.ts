import { Buffer } from 'node:buffer';
import { elementsOf, elementsWithin, parseXml, textOf, type XmlElement } from '../../src/domain/transfer/course-imports/formats/cartridge/xml.ts';

/** What stands in the elements of a Common Cartridge 1.3, in this order, as its published schemas say: of the elements that exports have. */
const MANIFEST: Readonly<Record<string, RegExp>> = {
  manifest: /^metadata organizations resources $/,
  'manifest/metadata': /^schema schemaversion lom $/,
  lom: /^general $/,
  general: /^title (?:language )?(?:description )?$/,
  organizations: /^organization $/,
  organization: /^item $/,
  'organization/item': /^(?:item )*$/,
  item: /^title (?:item )*$/,
  resources: /^(?:resource )*$/,
  resource: /^(?:file )+(?:dependency )*(?:variant )?$/,
  variant: /^metadata $/,
};

const QUESTIONS: Readonly<Record<string, RegExp>> = {
  questestinterop: /^assessment $/,
  assessment: /^qtimetadata (?:rubric )?section $/,
  qtimetadata: /^(?:qtimetadatafield )+$/,
  qtimetadatafield: /^fieldlabel fieldentry $/,
  rubric: /^material $/,
  section: /^(?:item )+$/,
  item: /^itemmetadata presentation resprocessing (?:itemfeedback )*$/,
  itemmetadata: /^qtimetadata $/,
  presentation: /^material (?:response_lid|response_str) $/,
  material: /^mattext $/,
  response_lid: /^render_choice $/,
  response_str: /^render_fib $/,
  render_choice: /^(?:response_label )+$/,
  render_fib: /^(?:response_label )?$/,
  response_label: /^(?:material )?$/,
  resprocessing: /^outcomes (?:respcondition )+$/,
  outcomes: /^decvar $/,
  respcondition: /^conditionvar (?:setvar )?(?:displayfeedback )?$/,
  conditionvar: /^(?:varequal|other|and) $/,
  and: /^(?:(?:varequal|not) )+$/,
  not: /^varequal $/,
  itemfeedback: /^(?:flow_mat|solution) $/,
  flow_mat: /^material $/,
  solution: /^solutionmaterial $/,
  solutionmaterial: /^flow_mat $/,
};

const LINK: Readonly<Record<string, RegExp>> = { webLink: /^title url $/ };
const TOPIC: Readonly<Record<string, RegExp>> = { topic: /^title text $/ };
const ASSIGNMENT: Readonly<Record<string, RegExp>> = { assignment: /^title text gradable submission_formats $/, submission_formats: /^(?:format )+$/ };

interface Rule {
  /** What stands in the elements of its document, if that is XML. */
  models: Readonly<Record<string, RegExp>> | null;
  /** The namespace of its document, and the name of the schema. */
  space?: readonly [namespace: string, schema: string];
  hasAddress: boolean;
}

const XSD = 'http://www.imsglobal.org/xsd';
const SCHEMAS = 'http://www.imsglobal.org/profile/cc';

/** The namespaces of the documents, with the addresses that the specification gives for their schemas. */
const SPACES = {
  manifest: [`${XSD}/imsccv1p3/imscp_v1p1`, `${SCHEMAS}/ccv1p3/ccv1p3_imscp_v1p2_v1p0.xsd`],
  lom: ['http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest', `${SCHEMAS}/ccv1p3/LOM/ccv1p3_lommanifest_v1p0.xsd`],
  variants: [`${XSD}/imsccv1p3/imscp_extensionv1p2`, `${SCHEMAS}/ccv1p3/ccv1p3_cpextensionv1p2_v1p0.xsd`],
  link: [`${XSD}/imsccv1p3/imswl_v1p3`, `${SCHEMAS}/ccv1p3/ccv1p3_imswl_v1p3.xsd`],
  topic: [`${XSD}/imsccv1p3/imsdt_v1p3`, `${SCHEMAS}/ccv1p3/ccv1p3_imsdt_v1p3.xsd`],
  questions: [`${XSD}/ims_qtiasiv1p2`, `${SCHEMAS}/ccv1p3/ccv1p3_qtiasiv1p2p1_v1p0.xsd`],
  assignment: [`${XSD}/imscc_extensions/assignment`, `${SCHEMAS}/cc_extensions/cc_extresource_assignmentv1p0_v1p0.xsd`],
} as const satisfies Record<string, readonly [string, string]>;

const TYPES: Readonly<Record<string, Rule>> = {
  webcontent: { models: null, hasAddress: true },
  assignment_xmlv1p0: { models: ASSIGNMENT, space: SPACES.assignment, hasAddress: true },
  imsdt_xmlv1p3: { models: TOPIC, space: SPACES.topic, hasAddress: false },
  imswl_xmlv1p3: { models: LINK, space: SPACES.link, hasAddress: false },
  'imsqti_xmlv1p2/imscc_xmlv1p3/assessment': { models: QUESTIONS, space: SPACES.questions, hasAddress: false },
};

/** The attributes that elements have, apart from declarations of namespaces. `?` marks those that may be missing. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  manifest: 'identifier',
  string: 'language?',
  organization: 'identifier structure',
  'organization/item': 'identifier',
  'item/item': 'identifier identifierref?',
  resource: 'identifier type href?',
  file: 'href',
  dependency: 'identifierref',
  variant: 'identifier identifierref',
  url: 'href target',
  'assignment/text': 'texttype',
  'topic/text': 'texttype',
  assignment: 'identifier',
  gradable: 'points_possible',
  format: 'type',
  assessment: 'ident title',
  section: 'ident',
  'section/item': 'ident',
  mattext: 'texttype',
  response_lid: 'ident rcardinality',
  response_str: 'ident rcardinality',
  response_label: 'ident',
  decvar: 'maxvalue minvalue varname vartype',
  respcondition: 'continue',
  setvar: 'varname action',
  displayfeedback: 'feedbacktype linkrefid',
  varequal: 'respident case?',
  itemfeedback: 'ident',
};

/** The values of attributes and texts that the specification lists. */
const VALUES: Readonly<Record<string, RegExp>> = {
  'organization structure': /^rooted-hierarchy$/,
  'text texttype': /^text\/(?:html|plain)$/,
  'mattext texttype': /^text\/(?:html|plain)$/,
  'url target': /^_(?:blank|self|parent|top)$/,
  'format type': /^(?:text|html|file|url)$/,
  'gradable points_possible': /^\d{1,5}(?:\.\d{1,2})?$/,
  'varequal case': /^(?:Yes|No)$/,
  'respcondition continue': /^(?:Yes|No)$/,
};

/** The profiles of questions, with the cardinality of their answers, and whether they are scored. */
const PROFILES: Readonly<Record<string, [element: string, cardinality: string, isScored: boolean]>> = {
  'cc.multiple_choice.v0p1': ['response_lid', 'Single', true],
  'cc.multiple_response.v0p1': ['response_lid', 'Multiple', true],
  'cc.true_false.v0p1': ['response_lid', 'Single', true],
  'cc.fib.v0p1': ['response_str', 'Single', true],
  'cc.essay.v0p1': ['response_str', 'Single', false],
};

const NAME = /^[A-Za-z_][A-Za-z0-9._-]*$/;
const IDENTIFIED: readonly string[] = ['manifest', 'organization', 'item', 'resource', 'variant'];

/** Returns the rules for Common Cartridges of version 1.3 that an exported one breaks. */
export function faultsOfCartridge(entries: Readonly<Record<string, Buffer>>): string[] {
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string) => void (isRight || faults.push(fault));
  const read = (name: string): XmlElement => {
    const { root, isMended } = parseXml(entries[name] ?? Buffer.from('<missing/>'));
    check(!isMended, `${name} has bare ampersands`);
    return root;
  };
  const follow = (element: XmlElement, models: Readonly<Record<string, RegExp>>, place: string, parent = '') => {
    const inside = elementsOf(element);
    const model = models[`${parent}/${element.name}`] ?? models[element.name] ?? /^$/;
    const names = inside.map(({ name }) => `${name} `).join('');
    if (!(parent === 'general' || element.name === 'mattext')) check(model.test(names), `${place}: in ${element.name}: ${names}`);
    if (parent !== 'general') for (const child of inside) follow(child, models, place, element.name);
  };

  const checkSpaces = ({ attributes }: XmlElement, spaces: readonly (readonly [string, string])[], place: string) => {
    check(attributes.xmlns === spaces[0]?.[0], `${place}: namespace ${attributes.xmlns}`);
    const declared = Object.entries(attributes).flatMap(([name, value]) => (/^xmlns(?::(?!xsi$)|$)/.test(name) ? value : []));
    check(
      declared.toSorted().join() ===
        spaces
          .map(([space]) => space)
          .toSorted()
          .join(),
      `${place}: namespaces ${declared.join()}`,
    );
    check(attributes['xsi:schemaLocation'] === spaces.flat().join(' '), `${place}: schemas ${attributes['xsi:schemaLocation']}`);
  };
  const checkAttributes = (element: XmlElement, place: string, parent = '') => {
    const allowed = (ATTRIBUTES[`${parent}/${element.name}`] ?? ATTRIBUTES[element.name] ?? '').split(' ').filter(Boolean);
    const own = Object.keys(element.attributes).filter((name) => !/^(?:xmlns|xsi)(?::|$)/.test(name));
    const missing = allowed.filter((name) => !name.endsWith('?') && !own.includes(name));
    const strange = own.filter((name) => !allowed.includes(name) && !allowed.includes(`${name}?`));
    check(missing.length + strange.length === 0, `${place}: ${element.name} lacks ${missing.join()}, has ${strange.join()}`);
    for (const [name, value] of Object.entries(element.attributes))
      check((VALUES[`${element.name} ${name}`] ?? /^/).test(value), `${place}: ${name} of ${element.name} is ${value}`);
    const texts = element.children.filter((child) => typeof child === 'string' && child.trim() !== '');
    check(elementsOf(element).length === 0 || texts.length === 0, `${place}: ${element.name} has a text between elements`);
    for (const child of elementsOf(element)) checkAttributes(child, place, element.name);
  };

  const manifest = read('imsmanifest.xml');
  follow(manifest, MANIFEST, 'imsmanifest.xml');
  checkSpaces(manifest, [SPACES.manifest, SPACES.lom, SPACES.variants], 'imsmanifest.xml');
  checkAttributes(manifest, 'imsmanifest.xml');
  const said = (name: string) => textOf([...elementsWithin(manifest, name)][0]);
  check(said('schema') === 'IMS Common Cartridge' && said('schemaversion') === '1.3.0', 'schema of the manifest');

  const identified = (element: XmlElement): string[] => [
    ...(IDENTIFIED.includes(element.name) ? [element.attributes.identifier ?? `(none in ${element.name})`] : []),
    ...elementsOf(element).flatMap(identified),
  ];
  const named = identified(manifest);
  const ids = new Set(named);
  check(ids.size === named.length, 'an identifier stands twice in the manifest');
  for (const id of ids) check(NAME.test(id), `identifier ${id}`);

  const resources = elementsOf(elementsOf(manifest, 'resources')[0], 'resource');
  const byId = new Map(resources.map((resource) => [resource.attributes.identifier, resource]));
  check(byId.size === resources.length, 'two resources with the same identifier');
  const items = (element: XmlElement): XmlElement[] => elementsOf(element, 'item').flatMap((item) => [item, ...items(item)]);
  const outline = [...elementsWithin(manifest, 'organization')].flatMap(items);
  check(new Set(outline.map(({ attributes }) => attributes.identifier)).size === outline.length, 'two items with the same identifier');
  for (const { attributes } of outline)
    check(attributes.identifierref === undefined || byId.has(attributes.identifierref), `item of ${attributes.identifierref}`);

  const held = new Map<string, string>();
  for (const { attributes, children: _children, ...resource } of resources) {
    const { identifier = '', type = '', href } = attributes;
    const whole = byId.get(identifier) as XmlElement;
    const rule = TYPES[type];
    for (const address of [href ?? '', ...elementsOf(whole, 'file').map(({ attributes: own }) => own.href ?? '')])
      check(isAddress(address), `${identifier}: address ${address}`);
    const files = elementsOf(whole, 'file').map(({ attributes: own }) => decodeURIComponent(own.href ?? ''));
    check(rule !== undefined, `${resource.name} of type ${type}`);
    check((href !== undefined) === rule?.hasAddress, `address of ${identifier}`);
    check(href === undefined || files.includes(decodeURIComponent(href)), `${identifier}: ${href} is not among its files`);
    check(rule?.hasAddress || files.length === 1, `${identifier} has ${files.length} files`);
    for (const file of files) {
      check(file in entries, `${identifier}: no ${file}`);
      check(!held.has(file), `${file} belongs to ${held.get(file)} and ${identifier}`);
      held.set(file, identifier);
    }
    const needed = elementsOf(whole, 'dependency').map(({ attributes: own }) => own.identifierref);
    check(new Set(needed).size === needed.length && !needed.includes(identifier), `dependencies of ${identifier}`);
    for (const id of needed) check(byId.get(id ?? '')?.attributes.type === 'webcontent', `${identifier} depends on ${id}`);
    const used = new Set(files.flatMap((file) => (/\.(?:html|xml)$/.test(file) && !isOfCourse(file) ? usedIn(entries[file] ?? Buffer.of(), file) : [])));
    const owners = needed.map((id) => decodeURIComponent(byId.get(id ?? '')?.attributes.href ?? ''));
    check([...used].toSorted().join() === owners.toSorted().join(), `${identifier} shows ${[...used].join()} and depends on ${owners.join()}`);
    for (const { attributes: own } of elementsOf(whole, 'variant')) check(byId.has(own.identifierref ?? ''), `variant of ${identifier}`);
    if (rule?.models) {
      const root = read(files[0] ?? '');
      follow(root, rule.models, files[0] ?? '');
      checkAttributes(root, files[0] ?? '');
      if (rule.space) checkSpaces(root, [rule.space], files[0] ?? '');
      if (rule.models === QUESTIONS) checkQuestions(root, files[0] ?? '', check);
    }
  }
  for (const name of Object.keys(entries)) check(name === 'imsmanifest.xml' || held.has(name), `no resource has ${name}`);
  return faults;
}

/** A relative address within the package: of characters that addresses have, which leads neither out of it nor to its top. */
const isAddress = (address: string): boolean =>
  /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-F]{2})*$/.test(address) &&
  !/^\/|\/$|\/\/|:/.test(address) &&
  !address.split('/').some((part) => part === '.' || part === '..');

/** Whether it is a file of the course, and not a document that the export wrote. */
const isOfCourse = (name: string): boolean => name.startsWith('web_resources/');

const ADDRESS = /\b(?:href|src)="([^"]*)"/g;
const IN_DOCUMENT = '$IMS-CC-FILEBASE$/../';

/** The files of the course that a document shows or links to. In XML, addresses stand in texts. */
function usedIn(bytes: Buffer, name: string): string[] {
  const isPage = name.endsWith('.html');
  const text = isPage ? bytes.toString() : bytes.toString().replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const base = isPage ? '../' : IN_DOCUMENT;
  return [...text.matchAll(ADDRESS)].flatMap(([, address = '']) => {
    if (address.startsWith(base)) return decodeURIComponent(address.slice(base.length));
    return /^(?:https?:|mailto:|#|$)/.test(address) ? [] : `${address} (not of the package)`;
  });
}

const fieldsOf = (element: XmlElement): Map<string, string> =>
  new Map(
    [...elementsWithin(element, 'qtimetadatafield')].map((field) => {
      const [label, entry] = elementsOf(field).map((child) => textOf(child));
      return [label ?? '', entry ?? ''];
    }),
  );

function checkQuestions(root: XmlElement, place: string, check: (isRight: boolean, fault: string) => void): void {
  const [assessment] = elementsOf(root, 'assessment');
  const fields = fieldsOf(elementsOf(assessment, 'qtimetadata')[0] as XmlElement);
  check(fields.get('cc_profile') === 'cc.exam.v0p1' && fields.get('qmd_assessmenttype') === 'Examination', `${place}: metadata`);
  const items = [...elementsWithin(root, 'item')];
  check(new Set(items.map(({ attributes }) => attributes.ident)).size === items.length, `${place}: two items with the same identifier`);
  for (const item of items) {
    const at = `${place}#${item.attributes.ident}`;
    const profile = PROFILES[fieldsOf(elementsOf(item, 'itemmetadata')[0] as XmlElement).get('cc_profile') ?? ''];
    const [response] = [...elementsWithin(item, 'response_lid', 'response_str')];
    check(profile !== undefined && response?.name === profile[0] && response.attributes.rcardinality === profile[1], `${at}: profile`);
    const labels = new Set([...elementsWithin(response, 'response_label')].map(({ attributes }) => attributes.ident));
    const equals = [...elementsWithin(item, 'varequal')];
    check(!profile?.[2] || equals.length > 0, `${at}: no right answer`);
    for (const equal of equals) {
      check(equal.attributes.respident === response?.attributes.ident, `${at}: answer to ${equal.attributes.respident}`);
      check(profile?.[0] === 'response_str' || labels.has(textOf(equal)), `${at}: ${textOf(equal)} is no choice`);
    }
    const told = new Set([...elementsWithin(item, 'itemfeedback')].map(({ attributes }) => attributes.ident));
    for (const { attributes } of elementsWithin(item, 'displayfeedback')) check(told.has(attributes.linkrefid), `${at}: feedback ${attributes.linkrefid}`);
  }
}
