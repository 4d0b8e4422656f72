import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { qrCode } from '../../../platform/typeset/qr-code.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { csvRow } from '../../kernel/csv.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { webPath, webUrl } from '../../organisations/organisations/web-links.ts';
import { credentialsUntil, type RosterPath, readRoster } from './columns.ts';

type CredentialTools = Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'base' | 'webAppUrl'>;
type CardTools = Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'base' | 'webAppUrl' | 'typesetter'>;

/** Ten cards on each page, in two columns. */
const TEMPLATE = `
#set page(paper: "a4", margin: 12mm)
#grid(columns: (1fr, 1fr), column-gutter: 6mm, row-gutter: 4mm, ..inputs.cards.map(card =>
  block(width: 100%, height: 51mm, stroke: 0.4pt + gray, radius: 2mm, inset: 4mm, breakable: false,
    grid(columns: (34mm, 1fr), column-gutter: 3mm, align: horizon,
      image(card.picture, width: 34mm, alt: card.name),
      stack(spacing: 3mm, fit(42mm, 13pt, 8pt, card.name), fit(42mm, 9pt, 5pt, card.email), fit(42mm, 12pt, 8pt, card.code),
        fit(42mm, 8pt, 5pt, inputs.address))))))
`;

/**
 * Returns one page of the codes of created accounts with their sign-in names, and notes in the audit log that they were read.
 * @throws NotFoundError
 * @throws DomainError permission_denied, no_credentials
 */
export async function listCredentials(tools: CredentialTools, caller: Caller, path: RosterPath, paging: Paging): Promise<Page<Shape<'RosterCredential'>>> {
  return read(tools, caller, path, 'json', paging);
}

/**
 * Writes the codes of all created accounts as CSV.
 * @throws NotFoundError
 * @throws DomainError permission_denied, no_credentials
 */
export async function credentialsCsv(tools: CredentialTools, caller: Caller, path: RosterPath): Promise<Buffer> {
  const [{ results }, { url }] = [await read(tools, caller, path, 'csv', null), await addressOf(tools, caller)];
  const lines = results.map(({ line, name, email, number, card_code }) => csvRow([line, name, email, number, card_code, url]));
  return Buffer.from([csvRow(['Line', 'Name', 'Email', 'Student number', 'Code', 'Address']), ...lines].join(''));
}

/**
 * Typesets one page of the codes of created accounts as cards.
 * @throws NotFoundError
 * @throws DomainError permission_denied, no_credentials
 */
export async function credentialsPdf(tools: CardTools, caller: Caller, path: RosterPath, paging: Paging): Promise<Buffer> {
  const { results } = await read(tools, caller, path, 'pdf', paging);
  const { url, name: organisation, language } = await addressOf(tools, caller);
  return tools.typesetter.pdf({
    template: TEMPLATE,
    inputs: { address: url, cards: results.map(({ name, email, card_code: code }, index) => ({ name, email, code, picture: `card-${index}` })) },
    pictures: Object.fromEntries(results.map(({ card_code }, index) => [`card-${index}`, qrCode(`${url}#card_code=${card_code}`)])),
    title: organisation,
    language,
    date: timeOf(tools.clock),
  });
}

/** Returns the address at which the codes are used, and the name and language of the organisation. */
async function addressOf(tools: CredentialTools, { organisationId }: Caller): Promise<{ url: string; name: string; language: string }> {
  const site = await readSite(tools.db, organisationId, tools.base);
  if (!site) throw new NotFoundError();
  return { url: webUrl(tools, site, webPath('sign_in')), name: site.name, language: site.language };
}

function read(
  { db, clock, keyring }: CredentialTools,
  caller: Caller,
  path: RosterPath,
  format: string,
  paging: Paging | null,
): Promise<Page<Shape<'RosterCredential'>>> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const roster = await readRoster(trx, { organisationId, ...path });
    if (roster.committed_by !== caller.actorId) throw new DomainError('permission_denied', 'Only the person who committed the file may read the codes.');
    const until = credentialsUntil(roster);
    if (until === null || until <= timeOf(clock))
      throw new DomainError('no_credentials', 'There are no codes, or more than 24 hours have passed since the commit.');
    const rows = await rowsWithCards(trx, organisationId, path.importId)
      .innerJoin('users', 'users.id', 'roster_import_rows.user_id')
      .select(['line', sql<string>`roster_import_rows.name`.as('name'), 'users.email', 'number', sql<Buffer>`sealed_card`.as('sealed_card')])
      .orderBy('line')
      .$if(paging !== null, (query) => query.$call(onPage(paging as Paging)))
      .execute();
    await recordChange(trx, caller, { action: 'roster_credentials.read', objectId: path.importId, before: null, after: { format, codes: rows.length } });
    return { count: roster.card_count, results: rows.map((row) => opened(keyring, row)) };
  });
}

const rowsWithCards = (trx: Executor, organisationId: string, importId: string) =>
  trx.selectFrom('roster_import_rows').where('organisation_id', '=', organisationId).where('import_id', '=', importId).where('sealed_card', 'is not', null);

const opened = (keyring: Keyring, { sealed_card, ...row }: Omit<Shape<'RosterCredential'>, 'card_code'> & { sealed_card: Buffer }) => ({
  ...row,
  card_code: keyring.open(sealed_card).toString(),
});
