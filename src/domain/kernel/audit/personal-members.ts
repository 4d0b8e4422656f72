/** The fields of a change that contain personal data. */
export interface PersonalMembers {
  members: readonly string[];
  /** The person to whom the fields belong: the one to whom the object of the change belongs, or the one who made the change. */
  of: 'object' | 'actor';
}

/**
 * The texts and names of persons in `before` and `after`, by action, or by the kind of action (`upload.*`). They are stored separately from the audit log, and
 * are erased with the person. Everything else in an entry stays: IDs, numbers, times, choices, and the organisation's own data.
 */
export const PERSONAL_MEMBERS: Readonly<Record<`${string}.${string}`, PersonalMembers>> = {
  'affiliate_link.created': { members: ['code'], of: 'object' },
  'attendance.marked': { members: ['reason', 'note'], of: 'object' },
  'attendance_device.*': { members: ['name'], of: 'actor' },
  'certificate.issued': { members: ['reason'], of: 'object' },
  'certificate.named': { members: ['name'], of: 'object' },
  'certificate.reissued': { members: ['reason'], of: 'object' },
  'certificate.revoked': { members: ['reason'], of: 'object' },
  'course_import.*': { members: ['file_name'], of: 'actor' },
  'discussion_reply.*': { members: ['reason', 'author_id'], of: 'object' },
  'discussion_topic.*': { members: ['reason', 'author_id'], of: 'object' },
  'grade.updated': { members: ['comment'], of: 'object' },
  'order.refund_requested': { members: ['reason'], of: 'object' },
  'student_number.updated': { members: ['number'], of: 'object' },
  'upload.*': { members: ['file_name'], of: 'actor' },
};

const NOTHING: PersonalMembers = { members: [], of: 'object' };

export const personalMembersOf = (action: `${string}.${string}`): PersonalMembers =>
  PERSONAL_MEMBERS[action] ?? PERSONAL_MEMBERS[`${action.slice(0, action.indexOf('.'))}.*`] ?? NOTHING;
