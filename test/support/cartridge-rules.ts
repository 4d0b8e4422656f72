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

const TYPES: Readonly<Record<string, { models: Readonly<Record<string, RegExp>> | null; hasAddress: boolean }>> = {
  webcontent: { models: null, hasAddress: true },
  assignment_xmlv1p0: { models: ASSIGNMENT, hasAddress: true },
  imsdt_xmlv1p3: { models: TOPIC, hasAddress: false },
  imswl_xmlv1p3: { models: LINK, hasAddress: false },
  'imsqti_xmlv1p2/imscc_xmlv1p3/assessment': { models: QUESTIONS, hasAddress: false },
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

  const manifest = read('imsmanifest.xml');
  follow(manifest, MANIFEST, 'imsmanifest.xml');
  check(manifest.attributes.xmlns === 'http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1', 'namespace of the manifest');
  const said = (name: string) => textOf([...elementsWithin(manifest, name)][0]);
  check(said('schema') === 'IMS Common Cartridge' && said('schemaversion') === '1.3.0', 'schema of the manifest');

  const named = [manifest, ...elementsWithin(manifest, 'organization', 'item', 'resource', 'variant')].flatMap(function all(element): string[] {
    const own = element.attributes.identifier;
    return [...(own === undefined ? [`(none in ${element.name})`] : [own]), ...(element.name === 'item' ? elementsOf(element, 'item').flatMap(all) : [])];
  });
  const ids = new Set(named);
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
    for (const { attributes: own } of elementsOf(whole, 'variant')) check(byId.has(own.identifierref ?? ''), `variant of ${identifier}`);
    if (rule?.models) {
      const root = read(files[0] ?? '');
      follow(root, rule.models, files[0] ?? '');
      if (rule.models === QUESTIONS) checkQuestions(root, files[0] ?? '', check);
    }
  }
  for (const name of Object.keys(entries)) check(name === 'imsmanifest.xml' || held.has(name), `no resource has ${name}`);
  return faults;
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
