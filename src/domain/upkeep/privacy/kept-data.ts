/** Data about a person that is kept after their account was erased. */
export interface KeptData {
  /** `table.column`, or `table.*` for the rest of a row that no longer identifies its owner. */
  columns: readonly string[];
  what: string;
  reason: string;
  /** Number of days for which the data is kept, or the end of that time. */
  kept: number | string;
}

/**
 * All data that is kept on purpose. scripts/guides/erasure.md shows this table. A test compares the two, and another one searches the whole database for data
 * that is not listed here.
 */
export const KEPT_DATA: readonly KeptData[] = [
  {
    columns: ['users.id', 'enrollments.*', 'lesson_progress.*', 'gradebook_grades.*', 'attendance_records.*', 'certificates.*'],
    what: 'Grades, progress, attendance, certificates and time spent, under an ID that cannot be traced to anyone',
    reason: 'Staff must be able to account for results. Certificates can still be verified, without the name',
    kept: 'until the course or the organisation is deleted',
  },
  {
    columns: ['quiz_attempts.answers', 'submissions.*'],
    what: 'Choices and numbers from quizzes, and submission times, without the submitted text and files',
    reason: "The course's points are calculated from them",
    kept: 'until the course or the organisation is deleted',
  },
  {
    columns: ['quiz_attempts.answers', 'answer_sheet_scans.picture_key', 'answer_sheet_scans.crops', 'answer_sheet_scans.number_read'],
    what: 'Written quiz answers and pictures of answer sheets that are being regraded',
    reason: 'Staff are regrading the quiz, and not all attempts have new scores',
    kept: 'until a day after the regrade ends',
  },
  {
    columns: ['discussion_posts.body', 'discussion_posts.excerpt', 'discussion_posts.words', 'discussion_topics.title'],
    what: "Discussion posts that others have replied to, without the author, the person's names and the files",
    reason: "Other people's replies would make no sense without them",
    kept: 'until the last of these replies, its author, the course or the organisation is deleted',
  },
  {
    columns: ['discussion_posts.body', 'discussion_posts.excerpt', 'discussion_posts.words', 'discussion_topics.title', 'discussion_edits.body'],
    what: 'What others wrote about the person: their name in topics in which they neither posted nor were mentioned; nicknames; words in pictures and files; and a single word of their name, if somebody else in the topic has it in their name, if it is an everyday word in the course, or if its script has no capital letters',
    reason: 'Others wrote it, and it might be about somebody else',
    kept: 'until the author changes it, or until it, its author, the course or the organisation is deleted',
  },
  {
    columns: ['gradebook_comments.text'],
    what: "The person's comments on other people's work, without the author",
    reason: 'They belong to the people whose work it is',
    kept: "until the learner's account is erased",
  },
  {
    columns: ['certificate_settings.rules', 'certificate_versions.contents'],
    what: "The name in the signature on other people's certificates",
    reason: 'A certificate stays as it was issued, and the signature belongs to the organisation',
    kept: 'until the course or the organisation is deleted',
  },
  {
    columns: ['storage_objects.file_name', 'api_keys.name', 'organisations.support_email', 'seller_details.*', 'courses.*', 'course_teachers.*'],
    what: "What the person created for an organisation: courses, the teachers' descriptions on their pages, course files, API keys and the organisation's contact details",
    reason: 'It belongs to the organisation',
    kept: 'until the organisation deletes it',
  },
  {
    columns: ['invoices.buyer', 'invoices.contents', 'kept_invoices.buyer', 'kept_invoices.contents'],
    what: 'Invoices and credit notes for real payments, with the buyer',
    reason: 'The law requires sellers to keep them',
    kept: 3650,
  },
  {
    columns: ['guest_orders.email', 'guest_orders.email_key', 'orders.business', 'invoices.buyer'],
    what: 'Guest orders and their sandbox invoices, with an address that the person had not verified',
    reason: 'The address might belong to somebody else, who can still claim the purchase',
    kept: '730 days after payment, or 30 days if the order was not paid',
  },
  {
    columns: ['orders.*', 'refunds.*', 'ledger_entries.*', 'affiliate_commissions.*'],
    what: 'Amounts of orders, refunds and commissions, without the people and the reasons',
    reason: "They belong to the organisation's accounts",
    kept: 'until the organisation is deleted',
  },
  {
    columns: ['audit_log.actor_id', 'audit_log.object_id'],
    what: 'Who changed what, under an ID that cannot be traced to anyone, without addresses, names or text',
    reason: 'The other members must be able to see what happened',
    kept: 'for as long as the operator keeps the audit log',
  },
  {
    columns: ['webhook_events.payload'],
    what: 'Events about other people that mention the person',
    reason: 'They might have to be delivered again',
    kept: '30 days by default, 365 days at most',
  },
  {
    columns: ['idempotency_keys.body', 'user_idempotency_keys.body'],
    what: 'Copies of responses to other members',
    reason: 'Repeated requests get the same response',
    kept: 1,
  },
  {
    columns: ['data_exports.storage_key'],
    what: 'Exports that others made of their own data',
    reason: 'They belong to the people who made them',
    kept: '7 days by default, 365 days at most',
  },
  {
    columns: ['member_invites.email', 'roster_import_rows.email', 'roster_import_rows.cells'],
    what: 'Invitations and roster rows with an address that the person had not verified',
    reason: 'The address might belong to somebody else',
    kept: 30,
  },
];

/** Returns the table as the guide shows it. */
export const keptTable = (): string =>
  [
    '| What is kept | Why | For how long |',
    '| --- | --- | --- |',
    ...KEPT_DATA.map(({ what, reason, kept }) => `| ${what} | ${reason} | ${typeof kept === 'number' ? `${kept} ${kept === 1 ? 'day' : 'days'}` : kept} |`),
  ].join('\n');
