import { isIP } from 'node:net';
import { sql } from 'kysely';
import { validate } from 'uuid';
import type { Executor } from '../../../platform/database/connect.ts';
import { publicAddress } from '../../files/stored-files.ts';
import type { Sender } from '../../kernel/compose-mail.ts';
import { isLocalhost } from './hostname.ts';

/** The organisation that a request names. */
export interface NamedOrganisation {
  /** A host name that may be a custom domain. Null if the host is the service's own or cannot be a custom domain. Takes precedence over `name`. */
  host: string | null;
  /** ID or subdomain. */
  name: string | null;
}

/** An organisation as it is presented to its visitors. */
export interface Site extends Sender {
  id: string;
  /** BCP 47 tag. */
  language: string;
  /** IANA time zone. */
  timezone: string;
  subdomain: string;
  /** URLs of the texts that it has published about itself. Null where it has published none. */
  texts: Record<'imprint' | 'terms' | 'privacy' | 'refunds', string | null>;
  /** URL of its pages, without a trailing slash. */
  address: string;
}

/** Finds an organisation by its proved custom domain, ID or subdomain. Returns undefined if none of them belongs to an open organisation. */
export async function siteNamed(db: Executor, { host, name }: NamedOrganisation, base: string): Promise<Site | undefined> {
  if ((host === null && name === null) || name?.includes('\0')) return undefined;
  const id = validate(name) ? name : null;
  const row = await selectSite(db)
    .where('organisations.closed_at', 'is', null)
    .where((eb) =>
      eb(
        'organisations.id',
        '=',
        eb.fn.coalesce(
          eb.selectFrom('organisation_domains').select('organisation_id').where('hostname', '=', host).where('proved_at', 'is not', null),
          eb.selectFrom('organisations as by_id').select('by_id.id').where('by_id.id', '=', id),
          eb.selectFrom('organisations as by_name').select('by_name.id').where('by_name.subdomain', '=', name),
        ),
      ),
    )
    .executeTakeFirst();
  return row && describe(row, base);
}

/** Reads a site. Returns undefined if the organisation does not exist. */
export async function readSite(db: Executor, organisationId: string, base: string): Promise<Site | undefined> {
  const row = await selectSite(db).where('organisations.id', '=', organisationId).executeTakeFirst();
  return row && describe(row, base);
}

const selectSite = (db: Executor) =>
  db
    .selectFrom('organisations')
    .leftJoin('organisation_domains as active_domain', (join) =>
      join.onRef('active_domain.organisation_id', '=', 'organisations.id').on('active_domain.status', '=', 'active'),
    )
    .select([
      'organisations.id',
      'organisations.language',
      'organisations.timezone',
      'imprint_url',
      'terms_url',
      'privacy_url',
      'refund_policy_url',
      'subdomain',
      'primary_color',
      'logo_key',
      'active_domain.hostname',
    ])
    .select([
      sql<string>`coalesce(mail_sender_name, organisations.name)`.as('sender_name'),
      sql<string | null>`coalesce(mail_reply_to, support_email)`.as('reply_to'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectSite>['executeTakeFirstOrThrow']>>;

const describe = (
  { id, language, timezone, sender_name, primary_color, logo_key, reply_to, imprint_url, terms_url, privacy_url, refund_policy_url, ...names }: Row,
  base: string,
): Site => ({
  id,
  language,
  timezone,
  name: sender_name,
  color: primary_color,
  logoUrl: logo_key === null ? null : publicAddress(base, logo_key),
  replyTo: reply_to,
  subdomain: names.subdomain,
  texts: { imprint: imprint_url, terms: terms_url, privacy: privacy_url, refunds: refund_policy_url },
  address: siteAddress(base, names),
});

/**
 * Returns the organisation at its subdomain, whose host belongs to the service. Links with a secret lead there, because whoever controls the DNS of a custom
 * domain can read what is sent to it.
 */
export const atService = (site: Site, base: string): Site => ({ ...site, address: siteAddress(base, { hostname: null, subdomain: site.subdomain }) });

/**
 * Returns the URL at the active custom domain, or else at the subdomain. If the service has no domain name of its own (localhost or an IP address), returns its
 * base URL.
 */
function siteAddress(base: string, { hostname, subdomain }: { hostname: string | null; subdomain: string }): string {
  if (hostname !== null) return `https://${hostname}`;
  const url = new URL(base);
  if (isLocalhost(url.hostname) || isIP(url.hostname.replace(/^\[|\]$/g, ''))) return base;
  return `${url.protocol}//${subdomain}.${url.host}`;
}
