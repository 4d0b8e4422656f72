import { type Kysely, sql } from 'kysely';

/**
 * Figures by day for staff, kept up to date by a job.
 *
 * What a figure counts leaves a change behind, in the same transaction: when it happened, not how much. The job takes the changes and counts the days in
 * which they lie anew, so that a late fact changes the figures of its own day only. A day is a day in the time zone of the organisation; another zone
 * counts everything anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table analytics_zones (
      organisation_id uuid primary key references organisations on delete cascade,
      timezone text not null
    );

    create table analytics_changes (
      organisation_id uuid not null references organisations on delete cascade,
      id bigint not null generated always as identity,
      kind text not null check (kind in ('zone', 'money', 'enrollments')),
      at timestamptz(3) check ((kind = 'zone') = (at is null)),
      created_at timestamptz(3) not null default clock_timestamp(),
      primary key (organisation_id, id)
    );

    create table analytics_money_days (
      organisation_id uuid not null references organisations on delete cascade,
      day date not null,
      livemode boolean not null,
      currency text not null,
      course_id uuid,
      gross bigint not null,
      discounts bigint not null,
      tax bigint not null,
      refunds bigint not null,
      disputes bigint not null,
      gateway_fees bigint not null,
      platform_fees bigint not null,
      sales integer not null,
      refund_count integer not null,
      dispute_count integer not null,
      reversal_count integer not null,
      constraint analytics_money_days_key unique nulls not distinct (organisation_id, day, livemode, currency, course_id)
    );

    create table analytics_enrollment_days (
      organisation_id uuid not null,
      day date not null,
      course_id uuid not null,
      enrolled integer not null,
      completed integer not null,
      ended integer not null,
      primary key (organisation_id, day, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
    create index analytics_enrollment_days_course on analytics_enrollment_days (organisation_id, course_id);

    insert into analytics_changes (organisation_id, kind) select id, 'zone' from organisations;
    create function analytics_note_zone() returns trigger language plpgsql as $$
    begin
      insert into analytics_changes (organisation_id, kind) values (new.id, 'zone');
      return null;
    end $$;
    create trigger analytics_note_zone after insert on organisations for each row execute function analytics_note_zone();
    create trigger analytics_note_moved_zone after update of timezone on organisations for each row when (old.timezone <> new.timezone)
      execute function analytics_note_zone();

    -- A movement of money, as staff see it, and the course. Processes of the previous release do not send either.
    alter table ledger_transactions
      add column course_id uuid,
      add column movement text check (movement in ('sale', 'refund', 'dispute', 'reversal'));
    -- A dispute takes the money when it is opened. When it is lost, the tax in it is no longer owed.
    create function ledger_movement(fact text, tax bigint) returns text language sql immutable parallel safe as $$
      select case when fact = 'paid' then 'sale' when fact = 'refunded' then 'refund' when fact = 'dispute_opened' then 'dispute'
        when fact in ('refund_failed', 'dispute_won') or (fact = 'dispute_lost' and tax > 0) then 'reversal' end
    $$;
    alter table ledger_transactions disable trigger ledger_stays;
    update ledger_transactions set movement = ledger_movement(fact, orders.tax), course_id = orders.course_id
      from orders where orders.organisation_id = ledger_transactions.organisation_id and orders.id = ledger_transactions.order_id;
    alter table ledger_transactions enable trigger ledger_stays;
    create function ledger_fill_movement() returns trigger language plpgsql as $$
    begin
      select ledger_movement(new.fact, tax), course_id into new.movement, new.course_id
        from orders where organisation_id = new.organisation_id and id = new.order_id;
      return new;
    end $$;
    create trigger ledger_fill_movement before insert on ledger_transactions for each row execute function ledger_fill_movement();
    create index ledger_transactions_time on ledger_transactions (organisation_id, occurred_at, id) include (livemode, movement, currency, course_id);
    create index ledger_transactions_movement on ledger_transactions (organisation_id, movement, occurred_at, id) include (livemode, currency, course_id);
    create index ledger_transactions_course on ledger_transactions (organisation_id, course_id, occurred_at, id) include (livemode, movement, currency);
    create index ledger_transactions_currency on ledger_transactions (organisation_id, currency, occurred_at, id) include (livemode, movement, course_id);

    -- Every time zone begins its days at a quarter of an hour, so that changes within one can share a row.
    create function analytics_note_money() returns trigger language plpgsql as $$
    begin
      insert into analytics_changes (organisation_id, kind, at)
        select distinct organisation_id, 'money', date_bin('15 minutes', occurred_at, '2000-01-01Z') from new_rows;
      return null;
    end $$;
    create trigger analytics_note_money after insert on ledger_transactions referencing new table as new_rows
      for each statement execute function analytics_note_money();

    -- When access ends by itself or was ended.
    create index enrollments_end on enrollments (organisation_id, (least(revoked_at, expires_at))) where least(revoked_at, expires_at) is not null;

    -- With an organisation, its enrollments disappear: there is nothing left to count.
    create function analytics_note_enrollments() returns trigger language plpgsql as $$
    begin
      insert into analytics_changes (organisation_id, kind, at)
        select distinct changed.organisation_id, 'enrollments', date_bin('15 minutes', moment, '2000-01-01Z')
        from changed_rows changed cross join unnest(array[enrolled_at, completed_at, least(revoked_at, expires_at)]) as moment
        where moment is not null and isfinite(moment) and exists (select from organisations where id = changed.organisation_id);
      return null;
    end $$;
    create trigger analytics_note_new after insert on enrollments referencing new table as changed_rows
      for each statement execute function analytics_note_enrollments();
    create trigger analytics_note_gone after delete on enrollments referencing old table as changed_rows
      for each statement execute function analytics_note_enrollments();
    create function analytics_note_changed_enrollment() returns trigger language plpgsql as $$
    begin
      insert into analytics_changes (organisation_id, kind, at)
        select distinct new.organisation_id, 'enrollments', date_bin('15 minutes', moment, '2000-01-01Z')
        from (values (old.enrolled_at, new.enrolled_at), (old.completed_at, new.completed_at),
          (least(old.revoked_at, old.expires_at), least(new.revoked_at, new.expires_at))) changed (before, after)
        cross join unnest(array[before, after]) as moment
        where moment is not null and isfinite(moment) and (before is distinct from after or old.source <> new.source);
      return null;
    end $$;
    create trigger analytics_note_changed after update of enrolled_at, completed_at, revoked_at, expires_at, source on enrollments for each row
      when ((old.enrolled_at, old.completed_at, old.revoked_at, old.expires_at, old.source)
        is distinct from (new.enrolled_at, new.completed_at, new.revoked_at, new.expires_at, new.source))
      execute function analytics_note_changed_enrollment();
  `.execute(db);
}
