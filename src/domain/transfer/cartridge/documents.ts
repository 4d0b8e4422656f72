import type { Shape } from '../../kernel/contract.ts';
import { escaped } from '../scorm/markdown.ts';
import { documentOf, element, textElement } from './xml.ts';

const SPACES = 'http://www.imsglobal.org/xsd';
const SCHEMAS = 'http://www.imsglobal.org/profile/cc';

/** Writes a page of a lesson. */
export const pageHtml = (title: string, language: string | null, body: string): string =>
  `<!DOCTYPE html>
<html${language ? ` lang="${escaped(language)}"` : ''}>
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
</head>
<body>
${body}
</body>
</html>
`;

export const linkXml = (title: string, url: string): string =>
  documentOf(
    'webLink',
    `${SPACES}/imsccv1p3/imswl_v1p3`,
    `${SCHEMAS}/ccv1p3/ccv1p3_imswl_v1p3.xsd`,
    {},
    textElement('title', title),
    element('url', { href: url, target: '_blank' }),
  );

/** Writes a topic of discussions. */
export const topicXml = (title: string, html: string): string =>
  documentOf(
    'topic',
    `${SPACES}/imsccv1p3/imsdt_v1p3`,
    `${SCHEMAS}/ccv1p3/ccv1p3_imsdt_v1p3.xsd`,
    {},
    textElement('title', title),
    textElement('text', html, { texttype: 'text/html' }),
  );

/** Writes an assignment as an extension of the specification describes it. */
export const assignmentXml = (
  identifier: string,
  title: string,
  { points = 100, submission_kinds }: Shape<'AssignmentContent'>,
  { html, isGraded }: { html: string; isGraded: boolean },
): string =>
  documentOf(
    'assignment',
    `${SPACES}/imscc_extensions/assignment`,
    `${SCHEMAS}/cc_extensions/cc_extresource_assignmentv1p0_v1p0.xsd`,
    { identifier },
    textElement('title', title),
    textElement('text', html, { texttype: 'text/html' }),
    textElement('gradable', `${isGraded}`, { points_possible: `${points}` }),
    element('submission_formats', {}, ...submission_kinds.map((type) => element('format', { type }))),
  );
