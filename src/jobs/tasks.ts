import type { Task, TaskList } from 'graphile-worker';
import { commissionJobs, commissionTimetable } from '../domain/affiliates/commissions/jobs.ts';
import { referralJobs, referralTimetable } from '../domain/affiliates/referrals/jobs.ts';
import { analyticsJobs, analyticsTimetable } from '../domain/analytics/days/jobs.ts';
import { aiGradingJobs, aiGradingTimetable } from '../domain/assessment/ai-grading/jobs.ts';
import { answerSheetJobs, answerSheetTimetable } from '../domain/assessment/answer-sheets/jobs.ts';
import { gradebookJobs, gradebookTimetable } from '../domain/assessment/gradebook/jobs.ts';
import { pagePictureJobs, pagePictureTimetable } from '../domain/assessment/page-pictures/jobs.ts';
import { badgeJobs } from '../domain/attendance/badges/jobs.ts';
import { checkInJobs } from '../domain/attendance/check-in/jobs.ts';
import { faceJobs, faceTimetable } from '../domain/attendance/faces/jobs.ts';
import { meetingJobs } from '../domain/attendance/meetings/jobs.ts';
import { attendanceJobs, attendanceTimetable } from '../domain/attendance/records/jobs.ts';
import { certificateJobs, certificateTimetable } from '../domain/certificates/issuing/jobs.ts';
import { closingJobs } from '../domain/commerce/closing/jobs.ts';
import { invoiceJobs, invoiceTimetable } from '../domain/commerce/invoices/jobs.ts';
import { orderJobs, orderTimetable } from '../domain/commerce/orders/jobs.ts';
import { platformPurchaseJobs, platformPurchaseTimetable } from '../domain/commerce/platform-purchases/jobs.ts';
import { reconciliationJobs, reconciliationTimetable } from '../domain/commerce/reconciliation/jobs.ts';
import { reversalJobs, reversalTimetable } from '../domain/commerce/reversals/jobs.ts';
import { subscriptionJobs, subscriptionTimetable } from '../domain/commerce/subscriptions/jobs.ts';
import { discussionJobs, discussionTimetable } from '../domain/community/discussions/jobs.ts';
import { fileJobs } from '../domain/files/jobs.ts';
import { accountJobs, accountTimetable } from '../domain/identity/accounts/jobs.ts';
import { consentJobs, consentTimetable } from '../domain/identity/consent/jobs.ts';
import { idempotencyJobs, idempotencyTimetable } from '../domain/kernel/idempotency/jobs.ts';
import type { Attempt, JobLog, JobName, JobRuns, Timetable } from '../domain/kernel/jobs.ts';
import type { Tools } from '../domain/kernel/tools.ts';
import { accessJobs, accessTimetable } from '../domain/learning/access/jobs.ts';
import { gradingJobs } from '../domain/learning/grading/jobs.ts';
import { grantJobs } from '../domain/learning/grants/jobs.ts';
import { progressJobs, progressTimetable } from '../domain/learning/progress/jobs.ts';
import { quizJobs, quizTimetable } from '../domain/learning/quizzes/jobs.ts';
import { uploadJobs, uploadTimetable } from '../domain/learning/uploads/jobs.ts';
import { mailJobs } from '../domain/messages/mails/jobs.ts';
import { notificationJobs, notificationTimetable } from '../domain/messages/notifications/jobs.ts';
import { textJobs } from '../domain/messages/texts/jobs.ts';
import { webhookJobs, webhookTimetable } from '../domain/messages/webhooks/jobs.ts';
import { inviteJobs, inviteTimetable } from '../domain/organisations/invites/jobs.ts';
import { organisationJobs, organisationTimetable } from '../domain/organisations/organisations/jobs.ts';
import { packageJobs, packageTimetable } from '../domain/studio/packages/jobs.ts';
import { courseExportJobs, courseExportTimetable } from '../domain/transfer/course-exports/jobs.ts';
import { courseImportJobs } from '../domain/transfer/course-imports/jobs.ts';
import { rosterJobs, rosterTimetable } from '../domain/transfer/roster-imports/jobs.ts';
import { deletionJobs, deletionTimetable } from '../domain/upkeep/deletion/jobs.ts';
import { privacyJobs, privacyTimetable } from '../domain/upkeep/privacy/jobs.ts';
import { retentionJobs, retentionTimetable } from '../domain/upkeep/retention/jobs.ts';
import { secretJobs, secretTimetable } from '../domain/upkeep/secrets/jobs.ts';
import type { Database } from '../platform/database/connect.ts';
import { outageOf, RefusedError } from '../platform/outages/outage.ts';
import type { OutageLog } from '../platform/outages/outage-log.ts';
import { inSpan, type SpanFacts } from '../platform/tracing/tracing.ts';
import { mustWait } from './closed-organisations.ts';
import type { JobCounts } from './job-counts.ts';

/** Every job with its implementation. A job that is declared but not implemented does not compile. */
const RUNS: JobRuns<JobName> = {
  ...accessJobs,
  ...accountJobs,
  ...aiGradingJobs,
  ...analyticsJobs,
  ...answerSheetJobs,
  ...attendanceJobs,
  ...badgeJobs,
  ...certificateJobs,
  ...commissionJobs,
  ...checkInJobs,
  ...closingJobs,
  ...consentJobs,
  ...courseExportJobs,
  ...courseImportJobs,
  ...deletionJobs,
  ...discussionJobs,
  ...faceJobs,
  ...fileJobs,
  ...gradebookJobs,
  ...gradingJobs,
  ...grantJobs,
  ...idempotencyJobs,
  ...inviteJobs,
  ...invoiceJobs,
  ...mailJobs,
  ...meetingJobs,
  ...notificationJobs,
  ...organisationJobs,
  ...packageJobs,
  ...pagePictureJobs,
  ...orderJobs,
  ...platformPurchaseJobs,
  ...reconciliationJobs,
  ...reversalJobs,
  ...privacyJobs,
  ...progressJobs,
  ...referralJobs,
  ...quizJobs,
  ...rosterJobs,
  ...retentionJobs,
  ...secretJobs,
  ...subscriptionJobs,
  ...textJobs,
  ...uploadJobs,
  ...webhookJobs,
};

/** The names of all jobs. */
export const JOB_NAMES = Object.keys(RUNS) as JobName[];

/** When recurring jobs run, in UTC. */
export const TIMETABLE: Timetable = {
  ...accessTimetable,
  ...accountTimetable,
  ...analyticsTimetable,
  ...aiGradingTimetable,
  ...answerSheetTimetable,
  ...attendanceTimetable,
  ...certificateTimetable,
  ...commissionTimetable,
  ...referralTimetable,
  ...consentTimetable,
  ...courseExportTimetable,
  ...deletionTimetable,
  ...faceTimetable,
  ...discussionTimetable,
  ...gradebookTimetable,
  ...idempotencyTimetable,
  ...inviteTimetable,
  ...invoiceTimetable,
  ...notificationTimetable,
  ...organisationTimetable,
  ...packageTimetable,
  ...pagePictureTimetable,
  ...orderTimetable,
  ...platformPurchaseTimetable,
  ...reconciliationTimetable,
  ...reversalTimetable,
  ...privacyTimetable,
  ...progressTimetable,
  ...quizTimetable,
  ...rosterTimetable,
  ...retentionTimetable,
  ...secretTimetable,
  ...subscriptionTimetable,
  ...uploadTimetable,
  ...webhookTimetable,
};

/** A job belongs to the trace of the request or the job that added it. */
const spanOf = (name: string, payload: unknown): SpanFacts => ({
  name: `job ${name}`,
  kind: 'consumer',
  attributes: { 'messaging.system': 'graphile_worker', 'messaging.operation.type': 'process', 'messaging.destination.name': name },
  parent: (payload as { traceparent?: string } | null)?.traceparent ?? null,
});

/**
 * The jobs as graphile-worker runs them. A job that another system rejects permanently is not repeated; one that is asked to wait waits as long. A job
 * that has failed for the last time is logged and counted.
 */
export function tasks(tools: Tools<Database>, log: JobLog, outages?: OutageLog, counts?: JobCounts): TaskList {
  return Object.fromEntries(
    Object.entries(RUNS).map(([name, run]) => {
      const work = run as (tools: Tools<Database>, payload: unknown, attempt: Attempt) => Promise<void>;
      const task: Task = async (payload, { job, query }) => {
        const isLast = job.attempts >= job.max_attempts;
        const began = performance.now();
        const end = (failed: boolean) => counts?.count(name, { number: job.attempts, seconds: (performance.now() - began) / 1000, failed });
        try {
          if (await mustWait(tools, name, payload, job.max_attempts)) return;
          await inSpan(spanOf(name, payload), () => work(tools, payload, { isLast, log }));
          end(false);
        } catch (error) {
          end(true);
          const isRefused = error instanceof RefusedError;
          if (isRefused || isLast) {
            outages?.reportDeadJob(name, error);
            counts?.countDead(name);
          }
          if (isRefused) return;
          const retryAfter = outageOf(error)?.retryAfterSeconds;
          if (retryAfter)
            await query('update graphile_worker._private_jobs set run_at = now() + make_interval(secs => $2) where id = $1', [job.id, retryAfter]);
          throw error;
        }
      };
      return [name, task];
    }),
  );
}
