import type { JobRuns } from '../../kernel/jobs.ts';
import { makeBadge, makeBadges } from './make-badges.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    make_badge: { organisation_id: string; enrollment_id: string };
    make_badges: { organisation_id: string; course_id: string };
  }
}

export const badgeJobs = { make_badge: makeBadge, make_badges: makeBadges } satisfies JobRuns<'make_badge' | 'make_badges'>;
