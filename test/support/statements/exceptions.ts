/**
 * Statements that the check of all statements lets pass, with the reason. A key is a piece of the statement's text, in which white space counts as one blank.
 * These lists may only shrink, or grow with a good reason.
 */
export interface StatementExceptions {
  /** Statements that could not run as they are on tables that are spread by organisation. */
  spread: Readonly<Record<string, string>>;
  /** Statements of which two parts change rows of one table. The reason says why no row is changed by both. */
  twice: Readonly<Record<string, string>>;
  /** Tables that stay small, and indexes that hold only what waits. They may be read from end to end. */
  small: Readonly<Record<string, string>>;
  /** Statements that read from end to end what grows. */
  whole: Readonly<Record<string, string>>;
}

const ON_EACH_MACHINE = 'work of all organisations, taken in batches: when spread, the job runs on each machine, for the organisations there';
const ERASURE = 'erases a person everywhere: when spread, it runs on each machine';
const ERASED_ONCE = 'runs once in the life of an account; an index for it alone would cost each write';
const EXPORTED_ONCE = 'runs when a person asks for their data, at most once a day; an index for it alone would cost each write';

export const EXCEPTIONS: StatementExceptions = {
  spread: {
    'ctid = any (array(': ON_EACH_MACHINE,
    'skip locked': ON_EACH_MACHINE,
    "from answer_sheet_scans where status = 'queued'": 'counts the scans of all organisations that wait: when spread, each machine reads its own',
    'using (select tableoid, ctid from': ON_EACH_MACHINE,
    "update affiliate_commissions set status = 'payable' where (organisation_id, id) in (": ON_EACH_MACHINE,
    'update certificates set reminded_days = due.days from (select': ON_EACH_MACHINE,
    "from catalogue_subscriptions s where s.state in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid')": ON_EACH_MACHINE,
    'from guest_orders g join orders o on':
      'looks for the orders of an address in all organisations: when spread, by a table that leads from the address to them',
    'from orders where gateway = $1 and account_id = $2':
      'looks for an order by the ID of the gateway: when spread, by a table that leads from it to the organisation',
    'not exists (select from invite_mails m where m.email_key':
      'looks at the mails of all organisations to an address: when spread, by a service that counts them where the address is kept',
    'insert into platform_invoices (': 'the books of the operator, which are written where they are: the facts of the organisation would be read before',
    'insert into affiliate_sightings (': 'asks only whether somebody is an affiliate anywhere',
    'delete from "credential_cards" using': 'a card is used up where it is kept: when spread, whether it still fits its owner is read before',
    'with ordinality given (sid, host, name, place) join sessions using (sid)':
      'looks for the session and the memberships of a person: when spread, in two statements',
    'asked.session_id is null or exists (select from user_sessions entered':
      'looks for the session and the memberships of a person whose session data is in Redis: when spread, in two statements',
    'left join "notification_preferences" as "preference"': 'reads the preferences of the people of one notice: when spread, in two statements',
    'from answer_sheet_scans q where': 'counts the scans of all organisations that wait before this one',
    'array(select d.id from attendance_devices d where d.opened_by': 'exports what a person did everywhere: when spread, in two statements',
    'from jsonb_to_recordset($1) as given (id uuid, entry_id text, order_key uuid':
      'compares the orders of one account with its entries, which both belong to one organisation by the account',
    'update attendance_records set person_id = case': ERASURE,
    'update roster_imports set sealed_file = case': ERASURE,
    'update certificate_backfills b set unprintable_names': ERASURE,
    'update refunds set requested_by = case': ERASURE,
    'with claimed as ( delete from guest_orders g using orders o': ERASURE,
    'with forgotten as ( delete from coupon_people p': ERASURE,
    'forgotten as ( delete from discussion_edits e using gone': ERASURE,
  },
  twice: {
    'gone as ( delete from attendance_meetings m where': 'deletes the meetings of slots and days that are not wanted, and writes those that are',
  },
  small: {
    answer_sheet_scans_queue: 'holds only scans that wait',
    discussion_notices_waiting: 'holds only notices that wait for a digest',
    orders_reversing: 'holds only orders with an open refund or dispute',
    orders_unsettled: 'holds only orders that wait for their payment',
    roster_imports_committing: 'holds only imports that are being committed',
    webhook_deliveries_pending: 'holds only deliveries that wait',
    gateway_accounts: 'one row for each organisation that sells',
    analytics_changes: 'holds only changes that are not counted yet',
    certificate_settings: 'one row for each course with certificates; read once a night',
    organisations: 'read once a night, to take each in turn',
    plans: 'offers of the operator',
    platform_seller: 'one row',
    policies: 'texts of the operator',
    subscription_endings: 'holds only subscriptions that are still to be ended at the gateway',
    progress_changes: 'holds only changes that are not counted yet',
    sandbox_objects: 'the gateway for trials',
  },
  whole: {
    'select organisation_id, count(*)::int as count from': 'counts what an old partition has before it is dropped, once in its life',
    'as sealed from': 'runs when the operator has changed the secret key, over all that it has sealed',
    'with unused as (select p.organisation_id, p.id from packages p where not exists':
      'runs once a night over the packages of all organisations, which are few to each',
    "join courses on courses.organisation_id = lessons.organisation_id and courses.id = lessons.course_id and courses.status = 'published'":
      'runs once an hour over all lessons that open by a schedule; without real numbers of rows the planner begins with the courses',
    'delete from "attendance_face_consents" where ctid': 'runs once a night; a consent ends by what the person did, which no index knows',
    'delete from "attendance_meetings" where ctid': 'runs once a night; each course says how long its meetings are kept',
    'delete from phone_codes using users': ERASED_ONCE,
    'delete from phone_proofs using users': ERASED_ONCE,
    'delete from "course_touches" where user_id': ERASED_ONCE,
    'delete from "gradebook_graders" where user_id': ERASED_ONCE,
    'delete from "learning_days" where user_id': ERASED_ONCE,
    'delete from roster_import_rows where (user_id': ERASED_ONCE,
    'update attendance_records set person_id = case': ERASED_ONCE,
    'update refunds set requested_by = case': ERASED_ONCE,
    'from gradebook_comments c join enrollments e': EXPORTED_ONCE,
    'from course_touches where user_id': EXPORTED_ONCE,
    'from learning_days where user_id': EXPORTED_ONCE,
    'from gradebook_graders where user_id': EXPORTED_ONCE,
    'from roster_import_rows where (user_id': EXPORTED_ONCE,
    'update "data_exports" set "status" = $1 where "status" = $2 and "created_at" < $3': 'a person has a few exports at most, and they are deleted after days',
    "json_build_object('id', lessons.id, 'chapter_id', lessons.chapter_id":
      'the facts of a grade are joined from both sides; without real numbers of rows the planner begins with the lessons',
  },
};
