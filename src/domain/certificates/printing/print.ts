import { readFileSync } from 'node:fs';
import { qrCode } from '../../../platform/typeset/qr-code.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { Contents } from '../records/contents.ts';
import { labelsFor, longDate } from './labels.ts';

const TEMPLATE = readFileSync(new URL('certificate.typ', import.meta.url), 'utf8');

export interface Printed {
  contents: Contents;
  name: string;
  /** The serial number as people read it. */
  serial: string;
  /** The URL of the public page. */
  page: string;
  logo: Buffer | undefined;
  /** Time at which this version was issued, RFC 3339. */
  date: string;
}

/** Prints a certificate. The same certificate always has the same bytes. */
export function printCertificate({ typesetter }: Pick<Tools, 'typesetter'>, { contents, name, serial, page, logo, date }: Printed): Promise<Buffer> {
  const { labels, language } = labelsFor(contents.language);
  const { cohort_name, hours, grade, completed_on, expires_on } = contents;
  const facts = [
    [labels.date, longDate(language, completed_on)],
    ...(cohort_name === null ? [] : [[labels.cohort, cohort_name]]),
    ...(hours === null ? [] : [[labels.hours, String(hours)]]),
    ...(grade === null ? [] : [[labels.grade, grade]]),
    ...(expires_on === null ? [] : [[labels.expires, longDate(language, expires_on)]]),
  ];
  const title = contents.title ?? labels.title;
  return typesetter.pdf({
    template: TEMPLATE,
    title: `${title}: ${name}`,
    language,
    date,
    inputs: {
      design: contents.design,
      paper: contents.paper,
      orientation: contents.orientation,
      color: contents.color,
      organisation: contents.organisation_name,
      title,
      name,
      course: contents.course_title,
      facts,
      signature: contents.signature_name,
      position: contents.signature_title,
      serial,
      url: page,
      logo: logo !== undefined,
      labels,
    },
    pictures: { qr: qrCode(page), ...(logo ? { logo } : {}) },
  });
}
