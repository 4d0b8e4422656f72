/** What is kept of a person after their account was erased. */
export interface KeptData {
  /** `table.column`, or `table.*` for the rest of a row that no longer says whose it is. */
  columns: readonly string[];
  what: string;
  reason: string;
  /** For how many days, or until when. */
  kept: number | string;
}

/**
 * Everything that stays on purpose. scripts/guides/erasure.md shows this table; a test compares them, and another one searches the whole
 * database for what is not listed here.
 */
export const KEPT_DATA: readonly KeptData[] = [
  {
    columns: ['users.id', 'enrollments.*', 'lesson_progress.*', 'gradebook_grades.*', 'attendance_records.*', 'certificates.*'],
    what: 'Grades, progress, attendance, certificates and times of work, under an ID that leads to nobody',
    reason: 'Staff must be able to account for results; certificates can be verified, without the name',
    kept: 'until the course or the organisation is deleted',
  },
  {
    columns: ['quiz_attempts.answers', 'submissions.*'],
    what: 'Choices and numbers in quizzes, and when work was submitted, without its texts and files',
    reason: 'The points of the course are computed from them',
    kept: 'until the course or the organisation is deleted',
  },
  {
    columns: ['quiz_attempts.answers', 'answer_sheet_scans.picture_key', 'answer_sheet_scans.crops', 'answer_sheet_scans.number_read'],
    what: 'Texts of quizzes and pictures of answer sheets whose grade is contested',
    reason: 'Staff are regrading the quiz, and its attempts are still being scored once more',
    kept: 'until a day after the regrade has ended',
  },
  {
    columns: ['discussion_posts.body', 'discussion_posts.excerpt', 'discussion_posts.words', 'discussion_topics.title'],
    what: 'Posts in discussions that others have answered, without the author, the names that are theirs, and the files',
    reason: 'The answers of others would have no meaning without them',
    kept: 'until the last of these answers is deleted or its author is erased, or the course or the organisation is deleted',
  },
  {
    columns: ['discussion_posts.body', 'discussion_posts.excerpt', 'discussion_posts.words', 'discussion_topics.title', 'discussion_edits.body'],
    what: 'What others wrote about the person: their name in topics where they neither wrote nor were mentioned; and of a name, a single word that others there are called too, that is an everyday word of the course, or whose script has no capitals; nicknames; words in pictures and files',
    reason: 'It is the text of others, and can be about somebody else',
    kept: 'until its author deletes or changes it or is erased, or the course or the organisation is deleted',
  },
  {
    columns: ['gradebook_comments.text'],
    what: 'Comments that the person wrote on the work of others, without the author',
    reason: 'They belong to those whose work it is',
    kept: 'until the account of the learner is erased',
  },
  {
    columns: ['certificate_settings.rules', 'certificate_versions.contents'],
    what: 'The name in the signature of the certificates of others',
    reason: 'A certificate says what it said when it was issued, and who signs belongs to the organisation',
    kept: 'until the course or the organisation is deleted',
  },
  {
    columns: ['storage_objects.file_name', 'api_keys.name', 'organisations.support_email', 'seller_details.*', 'courses.*', 'course_teachers.*'],
    what: 'What the person made for an organisation: courses, what their pages say about who teaches them, files of courses, API keys, contact data of the organisation',
    reason: 'It belongs to the organisation',
    kept: 'until the organisation deletes it',
  },
  {
    columns: ['invoices.buyer', 'invoices.contents', 'kept_invoices.buyer', 'kept_invoices.contents'],
    what: 'Invoices and credit notes of real payments, with the buyer',
    reason: 'The law has sellers keep them',
    kept: 3650,
  },
  {
    columns: ['guest_orders.email', 'guest_orders.email_key', 'orders.business', 'invoices.buyer'],
    what: 'Orders without an account and invoices of the sandbox about them, with an address that the person had not verified',
    reason: 'It may be the address of somebody else, who can still claim what was paid',
    kept: '730 days after the payment, 30 after an order that was not paid',
  },
  {
    columns: ['orders.*', 'refunds.*', 'ledger_entries.*', 'affiliate_commissions.*'],
    what: 'Amounts of orders, refunds and commissions, without persons and reasons',
    reason: 'The books of the organisation',
    kept: 'until the organisation is deleted',
  },
  {
    columns: ['audit_log.actor_id', 'audit_log.object_id'],
    what: 'Who changed what, under an ID that leads to nobody, without addresses, names and texts',
    reason: 'The other members must be able to follow what happened',
    kept: 'as long as the operator keeps the audit log',
  },
  {
    columns: ['webhook_events.payload'],
    what: 'Events about others that mention the person',
    reason: 'They may still have to be delivered again',
    kept: 'at most 365 days; 30 unless the operator says otherwise',
  },
  {
    columns: ['idempotency_keys.body', 'user_idempotency_keys.body'],
    what: 'Copies of responses to other members',
    reason: 'A request that is repeated gets the same response',
    kept: 1,
  },
  {
    columns: ['data_exports.storage_key'],
    what: 'Exports that others have made of their own data',
    reason: 'They belong to those who made them',
    kept: 'at most 365 days; 7 unless the operator says otherwise',
  },
  {
    columns: ['member_invites.email', 'roster_import_rows.email', 'roster_import_rows.cells'],
    what: 'Invitations to, and rows of rosters with, an address that the person had not verified',
    reason: 'It may be the address of somebody else',
    kept: 30,
  },
];

/** The table as the guide shows it. */
export const keptTable = (): string =>
  [
    '| What is kept | Why | For how long |',
    '| --- | --- | --- |',
    ...KEPT_DATA.map(({ what, reason, kept }) => `| ${what} | ${reason} | ${typeof kept === 'number' ? `${kept} ${kept === 1 ? 'day' : 'days'}` : kept} |`),
  ].join('\n');
