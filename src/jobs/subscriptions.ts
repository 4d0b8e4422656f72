import type { publishEvent as publishCommissionEvent } from '../domain/affiliates/commissions/events.ts';
import type { publishEvent as publishAffiliateEvent } from '../domain/affiliates/partners/events.ts';
import type { publishEvent as publishAiGradingEvent } from '../domain/assessment/ai-grading/events.ts';
import type { publishEvent as publishScanEvent } from '../domain/assessment/answer-sheets/events.ts';
import type { publishEvent as publishGradeEvent } from '../domain/assessment/gradebook/events.ts';
import type { publishEvent as publishAttendanceEvent } from '../domain/attendance/records/events.ts';
import type { publishEvent as publishCertificateEvent } from '../domain/certificates/issuing/events.ts';
import type { publishEvent as publishOrderEvent } from '../domain/commerce/orders/events.ts';
import type { publishEvent as publishSubscriptionEvent } from '../domain/commerce/subscriptions/events.ts';
import type { publishEvent as publishDiscussionEvent } from '../domain/community/discussions/events.ts';
import { type NoticeEvent, noticeJob } from '../domain/kernel/events/notify.ts';
import type { EventArguments, EventType, FollowUp } from '../domain/kernel/events/publish-event.ts';
import type { publishEvent as publishLearningEvent } from '../domain/learning/access/events.ts';
import type { publishEvent as publishMemberEvent } from '../domain/organisations/organisations/events.ts';
import type { publishEvent as publishCourseEvent } from '../domain/studio/courses/events.ts';
import type { publishEvent as publishExportEvent } from '../domain/transfer/course-exports/events.ts';
import type { publishEvent as publishImportEvent } from '../domain/transfer/course-imports/events.ts';
import type { publishEvent as publishRosterEvent } from '../domain/transfer/roster-imports/events.ts';

/** The arguments of every event, collected from the areas that publish them. An area with events adds its publisher here. */
type Arguments = EventArguments<typeof publishCourseEvent> &
  EventArguments<typeof publishMemberEvent> &
  EventArguments<typeof publishLearningEvent> &
  EventArguments<typeof publishGradeEvent> &
  EventArguments<typeof publishAiGradingEvent> &
  EventArguments<typeof publishAttendanceEvent> &
  EventArguments<typeof publishDiscussionEvent> &
  EventArguments<typeof publishScanEvent> &
  EventArguments<typeof publishCertificateEvent> &
  EventArguments<typeof publishOrderEvent> &
  EventArguments<typeof publishSubscriptionEvent> &
  EventArguments<typeof publishExportEvent> &
  EventArguments<typeof publishRosterEvent> &
  EventArguments<typeof publishAffiliateEvent> &
  EventArguments<typeof publishCommissionEvent> &
  EventArguments<typeof publishImportEvent>;

const computeGrades = ({ organisationId, enrollmentId }: { organisationId: string; enrollmentId: string }): FollowUp[] => [
  { job: 'compute_grades', payload: { organisation_id: organisationId, enrollment_id: enrollmentId } },
];

const makeBadge = ({ organisationId, enrollmentId }: { organisationId: string; enrollmentId: string }): FollowUp[] => [
  { job: 'make_badge', payload: { organisation_id: organisationId, enrollment_id: enrollmentId } },
];

const awardCertificate = ({ organisationId, enrollmentId }: { organisationId: string; enrollmentId: string }): FollowUp[] => [
  { job: 'issue_certificate', payload: { organisation_id: organisationId, enrollment_id: enrollmentId } },
];

const tellHolder =
  (event: NoticeEvent) =>
  ({ organisationId, certificateId }: { organisationId: string; certificateId: string }): FollowUp[] => [
    noticeJob({ organisation_id: organisationId, event, object_id: certificateId }),
  ];

const collectNotices = ({ organisationId, postId }: { organisationId: string; postId: string }): FollowUp[] => [
  { job: 'collect_discussion_notices', payload: { organisation_id: organisationId, post_id: postId } },
];

/**
 * The jobs that each event adds, in the transaction that publishes the event. Deliveries to webhook endpoints are queued automatically for every
 * event (`queue_deliveries`).
 */
export const SUBSCRIPTIONS: { readonly [Type in Exclude<EventType, 'webhook.ping'>]?: (args: Arguments[Type]) => readonly FollowUp[] } = {
  'attendance.rates_updated': ({ organisationId, courseId }) => [
    { job: 'grade_attendance', payload: { organisation_id: organisationId, course_id: courseId } },
  ],
  'certificate.issued': tellHolder('certificate_issued'),
  'certificate.revoked': tellHolder('certificate_revoked'),
  'certificate.expired': tellHolder('certificate_expired'),
  'course.published': ({ organisationId }) => [{ job: 'align_subscriptions', payload: { organisation_id: organisationId } }],
  'course.updated': ({ organisationId, courseId, movesSchedule, movesPrivacy }) => {
    const payload = { organisation_id: organisationId, course_id: courseId };
    const jobs: FollowUp[] = [];
    if (movesSchedule) jobs.push({ job: 'recompute_gradebook', payload }, { job: 'move_course_ends', payload }, { job: 'move_meetings', payload });
    if (movesPrivacy) jobs.push({ job: 'align_subscriptions', payload: { organisation_id: organisationId } });
    return jobs;
  },
  'discussion.reply_created': collectNotices,
  'discussion.topic_created': collectNotices,
  'enrollment.created': (enrollment) => (enrollment.isInBulk ? [] : [...computeGrades(enrollment), ...makeBadge(enrollment)]),
  'enrollment.restored': makeBadge,
  'enrollment.completed': (completion) => (completion.isByCourse ? [] : awardCertificate(completion)),
  'enrollment.revoked': ({ organisationId, enrollmentId }) => [
    { job: 'revoke_certificates', payload: { organisation_id: organisationId, enrollment_id: enrollmentId } },
  ],
  'grade.posted': awardCertificate,
  'grade.updated': awardCertificate,
  'quiz_attempt.finished': ({ organisationId, attemptId }) => [
    { job: 'announce_attempt', payload: { organisation_id: organisationId, attempt_id: attemptId } },
  ],
  'roster.imported': ({ organisationId, courseId }) => {
    const payload = { organisation_id: organisationId, course_id: courseId };
    return [
      { job: 'recompute_gradebook', payload },
      { job: 'make_badges', payload },
    ];
  },
  'submission.created': (args) => [
    ...computeGrades(args),
    { job: 'render_submission', payload: { organisation_id: args.organisationId, submission_id: args.submissionId } },
  ],
};
