import { type RawBuilder, sql } from 'kysely';
import type { webhooks } from '../../../../generated/api.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { type JsonMembers, jsonObject, jsonTime } from '../../../platform/database/json.ts';
import type { Shape } from '../contract.ts';
import { newId } from '../ids.ts';
import { addJob, type JobName, type Jobs, ownerOf, traced } from '../jobs.ts';

declare module '../jobs.ts' {
  interface Jobs {
    queue_deliveries: { organisation_id: string; event_id: string };
  }
}

/** The event types that the contract declares under `webhooks`. */
export type EventType = Shape<'WebhookEventType'> & keyof webhooks;

type EventData<Type extends EventType> = NonNullable<webhooks[Type]['post']['requestBody']>['content']['application/json']['data'];

/** The facts that an event reports. Its SQL runs only if the event has a recipient. */
export interface Fact<Type extends EventType> {
  /** The user that the event is about. The event is deleted when the user is erased. */
  userId: string | null;
  /** The fields of `data`, as the contract declares them, as SQL expressions. */
  data: JsonMembers<EventData<Type>>;
  /** The object with the result and whether the result is still to be posted, for events about a result that the user must not learn before it is posted. */
  subject?: { id: RawBuilder<unknown>; isWithheld: RawBuilder<boolean> };
  /** `from ... where ...`: yields the row of the object, or no row if the event must not be reported to anyone. */
  from: RawBuilder<unknown>;
}

// biome-ignore lint/suspicious/noExplicitAny: each event has its own arguments
type FactBuilders = { readonly [Type in EventType]?: (args: any) => Fact<Type> };

/** The arguments that each event of a publisher takes. */
export type EventArguments<Publish> =
  Publish extends Publisher<infer Builders> ? { [Type in keyof Builders]: Builders[Type] extends (args: infer Args) => unknown ? Args : never } : never;

/** A job that follows from an event. */
export type FollowUp = { [Name in JobName]: { job: Name; payload: Jobs[Name] } }[JobName];

/** For each event type, a function that maps the event's arguments to the jobs that follow from it. */
// biome-ignore lint/suspicious/noExplicitAny: see FactBuilders
export type Subscriptions = { readonly [Type in EventType]?: (args: any) => readonly FollowUp[] };

let installed: Subscriptions | undefined;

/** Connects events with the jobs that follow from them. Called once, when the process is composed, because publishers do not know their subscribers. */
export function installSubscriptions(subscriptions: Subscriptions): void {
  installed = subscriptions;
}

export interface Publisher<Builders extends FactBuilders> {
  <Type extends keyof Builders & EventType>(trx: Executor, type: Type, ...happened: Parameters<NonNullable<Builders[Type]>>[0][]): Promise<void>;
  /** Carries the types of the builders. Never set. */
  readonly builders?: Builders;
}

/** An event and the arguments of the jobs that follow from it. */
export interface PublishedEvent {
  type: EventType;
  args: { organisationId: string };
}

/** Returns the jobs that follow from an event. */
export function followingJobs({ type, args }: PublishedEvent): readonly FollowUp[] {
  if (!installed) throw new Error('no subscriptions are installed');
  return installed[type]?.(args) ?? [];
}

/**
 * Creates the function with which an area publishes its events: `publishEvent(trx, 'course.created', course)`. In the current transaction and in one
 * statement, however often the event happened, that function stores each event if a webhook endpoint receives this type, and adds the jobs that follow from
 * it. If it happened more than once, all arguments must be IDs, numbers, booleans or null.
 */
export function eventPublisher<Builders extends FactBuilders>(builders: Builders): Publisher<Builders> {
  return async (trx, type, ...happened: PublishedEvent['args'][]) => {
    const [first] = happened;
    if (!first) return;
    const jobs = happened.flatMap((args) => followingJobs({ type, args }));
    const build = builders[type] as (args: object) => Fact<typeof type>;
    const event = happened.length === 1 ? { organisationId: first.organisationId, id: newId(), type, fact: build(first) } : eventOfEach(type, happened, build);
    const names = jobs.map(({ job }) => job);
    const payloads = jobs.map(({ payload }) => JSON.stringify(payload));
    await sql`with ${publication([event], { names, payloads })} select count(job) from queued`.execute(trx);
  };
}

/** Adds the jobs that follow from an event that was published without them, in one statement, however often the event happened. */
export async function queueFollowUps(trx: Executor, type: EventType, happened: readonly PublishedEvent['args'][]): Promise<void> {
  const jobs = happened.flatMap((args) => followingJobs({ type, args }));
  if (jobs.length === 0) return;
  const names = jobs.map(({ job }) => job);
  const payloads = jobs.map(({ payload }) => JSON.stringify(payload));
  await sql`with ${publication([], { names, payloads })} select count(job) from queued`.execute(trx);
}

interface StoredEvent {
  organisationId: string | RawBuilder<string>;
  id: string | RawBuilder<string>;
  type: string;
  fact: Pick<Fact<EventType>, 'subject' | 'from'> & { userId: string | null | RawBuilder<unknown>; data: object };
  /** The table with a row for each time that the event happened, whose columns the other members name. Only set if it happened more than once. */
  given?: RawBuilder<unknown>;
}

/**
 * Describes an event that happened more than once. Its fact is built once, from columns in place of values. If all cases belong to the same organisation, the
 * organisation is given as a value, so that PostgreSQL looks for a receiving endpoint once and not for each row.
 */
function eventOfEach(type: EventType, happened: readonly PublishedEvent['args'][], build: (args: object) => StoredEvent['fact']): StoredEvent {
  const rows = happened.map((args): Record<string, unknown> => ({ ...args, event_id: newId() }));
  const names = Object.keys(rows[0] as object);
  const arrays = names.map((name) => arrayOf(rows.map((row) => row[name])));
  const columns = Object.fromEntries(names.map((name) => [name, sql.ref(`given.${name}`)]));
  const [first] = happened;
  const isOfOne = happened.every(({ organisationId }) => organisationId === first?.organisationId);
  return {
    organisationId: first && isOfOne ? first.organisationId : sql.ref('given.organisationId'),
    id: sql.ref('given.event_id'),
    type,
    fact: build(columns),
    given: sql`unnest(${sql.join(arrays)}) given (${sql.join(names.map((name) => sql.id(name)))})`,
  };
}

const ARRAY_TYPES: Record<string, string> = { string: 'uuid[]', number: 'bigint[]', boolean: 'boolean[]' };

function arrayOf(values: readonly unknown[]): RawBuilder<unknown> {
  const known = values.find((value) => value !== null);
  return sql`${values}::${sql.raw(ARRAY_TYPES[typeof known] ?? 'uuid[]')}`;
}

/**
 * The parts of a `with` that store those events that a webhook endpoint receives, and add jobs. The statement must count what `queued` adds, because
 * PostgreSQL skips parts that nothing reads.
 * @param jobs added for each row of `from`, such as `written cross join`; added once if `from` is omitted
 */
export function publication(
  events: readonly StoredEvent[],
  { names, payloads, from = sql`` }: { names: string[]; payloads: string[]; from?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const nameOf = (index: number) => sql.ref(`event_${index}`);
  const stored = events.map((event, index) => sql`${nameOf(index)} as (${insertEvent(event, isReceived(event))}),`);
  const deliveries = events.map(
    (_, index) =>
      sql`select ${addJob('queue_deliveries', { organisation_id: sql`organisation_id`, event_id: sql`id` })} as job from ${nameOf(index)} union all`,
  );
  return sql`${sql.join(stored, sql` `)} queued as (
    ${sql.join(deliveries, sql` `)}
    select graphile_worker.add_job(name, ${traced(sql`payload`)}, max_attempts => 12, flags => ${ownerOf({ organisation_id: sql`payload ->> 'organisation_id'` })}) as job
    from ${from} unnest(${names}::text[], ${payloads}::json[]) following (name, payload)
  )`;
}

const isReceived = ({ organisationId, type }: Pick<StoredEvent, 'organisationId' | 'type'>): RawBuilder<boolean> => sql`exists (
  select from webhook_endpoints where organisation_id = ${organisationId}::uuid and is_enabled and ${type} = any (event_types))`;

/** Stores an event and returns its ID, or null if the fact has no row. */
export async function storeEvent<Type extends EventType>(trx: Executor, organisationId: string, type: Type, fact: Fact<Type>): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`${insertEvent({ organisationId, id: newId(), type, fact }, sql`true`)}`.execute(trx);
  return rows[0]?.id ?? null;
}

function insertEvent({ organisationId, id, type, fact, given }: StoredEvent, condition: RawBuilder<boolean>): RawBuilder<unknown> {
  const { userId, data, subject, from } = fact;
  const { id: subjectId, isWithheld } = subject ?? { id: sql`null::uuid`, isWithheld: sql`false` };
  return sql`insert into webhook_events (organisation_id, id, type, user_id, payload, created_at, subject_id, is_withheld)
    select ${organisationId}::uuid, ${id}::uuid, ${type}, ${userId}::uuid,
      json_build_object('type', ${type}::text, 'timestamp', ${jsonTime(sql`now()`)}, 'data', data), now(), subject_id, is_withheld
    from ${given ? sql`${given} cross join lateral` : sql``} (select ${jsonObject(data as JsonMembers<object>)} as data, ${subjectId} as subject_id, ${isWithheld} as is_withheld ${from}) fact
    where ${condition} returning organisation_id, id`;
}

/** Withholds the events about these objects from the data export of their users, or stops withholding them. Webhook endpoints receive them in any case. */
export const withholdEvents = (trx: Executor, organisationId: string, subjectIds: readonly string[], isWithheld: boolean): Promise<unknown> =>
  trx
    .updateTable('webhook_events')
    .set({ is_withheld: isWithheld })
    .where('organisation_id', '=', organisationId)
    .where('subject_id', '=', sql<string>`any(${subjectIds}::uuid[])`)
    .execute();
