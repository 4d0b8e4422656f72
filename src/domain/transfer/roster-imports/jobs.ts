import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { endAbandoned, runCommit } from './commit-roster.ts';
import { expireRosters } from './expire-rosters.ts';
import { takePlaces } from './take-places.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    commit_roster: { organisation_id: string; import_id: string };
    expire_rosters: PlainJob;
  }
}

export const rosterJobs = {
  commit_roster: runCommit,
  take_places: takePlaces,
  async expire_rosters(tools) {
    await endAbandoned(tools);
    await expireRosters(tools);
  },
} satisfies JobRuns<'commit_roster' | 'take_places' | 'expire_rosters'>;

export const rosterTimetable = { expire_rosters: '27 * * * *' } satisfies Timetable;
