import { type RawBuilder, sql } from 'kysely';
import type { webhooks } from '../../../../generated/api.ts';
import type { Database, Executor } from '../../../platform/database/connect.ts';
import { type JsonMembers, jsonObject, jsonTime } from '../../../platform/database/json.ts';
import { deleteInBatches, SMALL_BATCH } from '../batches.ts';
import type { Shape } from '../contract.ts';
import { newId } from '../ids.ts';
import { addJob, type JobName, type Jobs } from '../jobs.ts';

declare module '../jobs.ts' {
  interface Jobs {
    queue_deliveries: { organisation_id: string; event_id: string };
  }
}

/** The event types that the contract declares under `webhooks`. */
export type EventType = Shape<'WebhookEventType'> & keyof webhooks;

type EventData<Type extends EventType> = NonNullable<webhooks[Type]['post']['requestBody']>['content']['application/json']['data'];

/** What an event reports. Its SQL runs only if the event has a recipient. */
export interface Fact<Type extends EventType> {
  /** The user that the event is about. The event is deleted when the user is erased. */
  userId: string | null;
  /** The fields of `data`, as the contract declares them, as SQL expressions. */
  data: JsonMembers<EventData<Type>>;
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

/**
 * Connects events with the jobs that follow from them. Called once, when the process is composed, because publishers do not know their subscribers.
 */
export function installSubscriptions(subscriptions: Subscriptions): void {
  installed = subscriptions;
}

export interface Publisher<Builders extends FactBuilders> {
  <Type extends keyof Builders & EventType>(trx: Executor, type: Type, args: Parameters<NonNullable<Builders[Type]>>[0]): Promise<void>;
  /** Never set; carries the builders' types. */
  readonly builders?: Builders;
}

/**
 * Creates the function with which an area publishes its events: `publishEvent(trx, 'course.created', course)`. In the current transaction and in one
 * statement, that function stores the event if a webhook endpoint receives this type, and adds the jobs that follow from the event.
 */
export function eventPublisher<Builders extends FactBuilders>(builders: Builders): Publisher<Builders> {
  return async (trx, type, args: { organisationId: string }) => {
    if (!installed) throw new Error('no subscriptions are installed');
    const build = builders[type] as (given: typeof args) => Fact<typeof type>;
    const isReceived = sql<boolean>`exists (select from webhook_endpoints where organisation_id = ${args.organisationId}::uuid
      and is_enabled and ${type} = any (event_types))`;
    const following = (installed[type] as ((given: typeof args) => readonly FollowUp[]) | undefined)?.(args) ?? [];
    await sql`
      with event as (${insertEvent(type, args.organisationId, build(args), isReceived)})
      select ${addJob('queue_deliveries', { organisation_id: sql`organisation_id`, event_id: sql`id` })} from event
      union all select graphile_worker.add_job(name, payload, max_attempts => 12)
        from unnest(${following.map(({ job }) => job)}::text[], ${following.map(({ payload }) => JSON.stringify(payload))}::json[]) following (name, payload)
    `.execute(trx);
  };
}

/** Stores an event and returns its ID, or null if the fact has no row. */
export async function storeEvent<Type extends EventType>(trx: Executor, organisationId: string, type: Type, fact: Fact<Type>): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`${insertEvent(type, organisationId, fact, sql`true`)}`.execute(trx);
  return rows[0]?.id ?? null;
}

function insertEvent(
  type: EventType,
  organisationId: string,
  { userId, data, from }: Pick<Fact<EventType>, 'userId' | 'from'> & { data: object },
  condition: RawBuilder<boolean>,
): RawBuilder<unknown> {
  return sql`insert into webhook_events (organisation_id, id, type, user_id, payload, created_at)
    select ${organisationId}::uuid, ${newId()}::uuid, ${type}, ${userId}::uuid,
      json_build_object('type', ${type}::text, 'timestamp', ${jsonTime(sql`now()`)}, 'data', data), now()
    from (select ${jsonObject(data as JsonMembers<object>)} as data ${from}) fact where ${condition} returning organisation_id, id`;
}

/** Deletes stored events together with their deliveries. */
export const deleteEvents = (db: Database, condition: RawBuilder<unknown>): Promise<void> =>
  deleteInBatches(db, 'webhook_events', condition, { limit: SMALL_BATCH });
