import type { BesideRow } from './beside.ts';
import type { CertificateRow } from './certificates.ts';
import type { CourseChangeRow } from './course-changes.ts';
import type { EnduranceRow } from './endurance.ts';
import type { FaceRow } from './faces.ts';
import type { GradebookRow } from './gradebook.ts';
import type { WorkloadName } from './load.ts';
import type { MemoryRow } from './memory.ts';
import type { NotificationRow } from './notifications.ts';
import type { PageRow } from './pages.ts';
import type { ReadinessRow } from './readiness.ts';
import type { RosterRow } from './roster.ts';
import type { RoutingRow } from './routing.ts';
import type { SheetPrintRow } from './sheet-print.ts';
import type { SheetRow } from './sheets.ts';
import type { ShownPageRow } from './shown-pages.ts';
import type { ThroughputRow } from './throughput.ts';
import type { TransferRow } from './transfer.ts';

export interface Goal {
  text: string;
  met: boolean;
}

interface AtLeast {
  ratio: number;
  text: string;
}

/** Required ratios of a row's rate to that of node:http (a) and of the peer (c). */
const TO_LIMIT: Partial<Record<WorkloadName, number>> = { 'get course': 0.7, 'list 50 courses': 0.85, 'patch lesson': 0.35 };
const TO_PEER: Partial<Record<WorkloadName, number>> = {
  'get course': 1,
  'list 50 courses': 0.9,
  'patch course': 0.9,
  'create course': 0.6,
  'create course in 100': 0.6,
};
const MOST_P99_TO_PEER = 1.3;
const MOST_MEGABYTES = 350;

const AS_A_HIT: AtLeast = { ratio: 1, text: 'no slower than a hit' };
/** Goal for ten times as many rows, which may take twice as long. */
const TEN_TIMES_AS_MANY: AtLeast = { ratio: 0.5, text: 'at least 0.50 of few' };

/** Required ratio of a row's rate to that of the row that it is compared with. */
const TO_OTHER: Partial<Record<WorkloadName, AtLeast>> = {
  // A read may take a fifth longer for a session than the same work for an API key.
  'session get course': { ratio: 1 / 1.2, text: 'at least 0.83 of a key' },
  '404 no such course': AS_A_HIT,
  '404 no such path': AS_A_HIT,
  'curriculum of 2,000 lessons': TEN_TIMES_AS_MANY,
  'learners of 100,000': TEN_TIMES_AS_MANY,
  'gradebook of 5,000 x 100': TEN_TIMES_AS_MANY,
  'attendance of 2,000 x 200': TEN_TIMES_AS_MANY,
  'topics of 10,000': TEN_TIMES_AS_MANY,
  'topic search of 10,000': TEN_TIMES_AS_MANY,
  'common word in 10,000': TEN_TIMES_AS_MANY,
  'replies of 100,000': TEN_TIMES_AS_MANY,
  'replies of 100,000 page 1,000': { ratio: 0.5, text: 'at least 0.50 of page 1' },
  'reply search of 100,000': TEN_TIMES_AS_MANY,
  'progress write at 100,000': TEN_TIMES_AS_MANY,
  'purchases of 1,000,000': TEN_TIMES_AS_MANY,
  'purchases of 1,000,000 page 5,000': { ratio: 0.5, text: 'at least 0.50 of page 1' },
  'overview of 1,000,000 orders': TEN_TIMES_AS_MANY,
  'affiliates at 1,000,000 clicks': TEN_TIMES_AS_MANY,
  // The funnel adds up every link of ten times as many affiliates.
  'funnel at 1,000,000 clicks': { ratio: 0.08, text: 'at least 0.08 of few' },
  'deliveries page 3,000': { ratio: 0.5, text: 'at least 0.50 of page 1' },
};

export function throughputGoals({ name, serviceToLimit, serviceToPeer, p99ToPeer, toOther }: ThroughputRow): Goal[] {
  const goals: Goal[] = [];
  const atLeast = (ratio: number | null | undefined, least: number | undefined, text: string) => {
    if (least !== undefined) goals.push({ text, met: (ratio ?? 0) >= least });
  };
  atLeast(serviceToLimit, TO_LIMIT[name], `${TO_LIMIT[name]} of (a)`);
  atLeast(serviceToPeer, TO_PEER[name], `${TO_PEER[name]} of (c)`);
  atLeast(toOther?.ratio, TO_OTHER[name]?.ratio, TO_OTHER[name]?.text ?? '');
  if (TO_PEER[name] !== undefined) goals.push({ text: `p99 ${MOST_P99_TO_PEER} of (c)`, met: p99ToPeer !== null && p99ToPeer <= MOST_P99_TO_PEER });
  return goals;
}

export const memoryGoals = ({ name, megabytes }: MemoryRow): Goal[] =>
  name === 'service' && megabytes !== null ? [{ text: `under ${MOST_MEGABYTES} MB`, met: megabytes < MOST_MEGABYTES }] : [];

/** Memory that an export may add: as much as a library for workbooks that writes while it reads, whatever the number of cells. */
const MOST_EXPORT_MEGABYTES = 87;
const LEAST_CELLS_PER_SECOND = { 'gradebook recompute': 5000, 'gradebook CSV': 50_000, 'gradebook XLSX': 50_000 };

export function gradebookGoals({ name, cells, seconds, megabytes }: GradebookRow): Goal[] {
  const least = LEAST_CELLS_PER_SECOND[name];
  const rate = { text: `at least ${least.toLocaleString('en')} cells/s`, met: cells / seconds >= least };
  return megabytes === null ? [rate] : [rate, { text: `at most ${MOST_EXPORT_MEGABYTES} MB`, met: megabytes <= MOST_EXPORT_MEGABYTES }];
}

const MOST_MATCH_MS = 20;

export const faceGoals = ({ name, cpuMs }: FaceRow): Goal[] =>
  name === 'face among 5,000 people' ? [{ text: `below ${MOST_MATCH_MS} ms`, met: cpuMs < MOST_MATCH_MS }] : [];

/** Limit for a photo of 5 megapixels. It is twice as high for one of 12 megapixels. */
const MOST_SECONDS_A_SHEET = 0.35;
const MOST_MEGABYTES_TO_READ = 150;

export const sheetGoals = ({ name, sheets, cpuSeconds, megabytes }: SheetRow): Goal[] => {
  const most = name === 'answer sheets of 5 megapixels' ? MOST_SECONDS_A_SHEET : 2 * MOST_SECONDS_A_SHEET;
  return [
    { text: `at most ${most} s a sheet`, met: cpuSeconds / sheets <= most },
    { text: `below ${MOST_MEGABYTES_TO_READ} MB`, met: megabytes === null || megabytes < MOST_MEGABYTES_TO_READ },
  ];
};

const LEAST_CERTIFICATES_PER_SECOND = 200;
const MOST_CERTIFICATE_MEGABYTES = 150;

export const certificateGoals = ({ certificates, seconds, megabytes }: CertificateRow): Goal[] => [
  { text: `at least ${LEAST_CERTIFICATES_PER_SECOND} certificates/s`, met: certificates / seconds >= LEAST_CERTIFICATES_PER_SECOND },
  { text: `at most ${MOST_CERTIFICATE_MEGABYTES} MB`, met: megabytes <= MOST_CERTIFICATE_MEGABYTES },
];

const LEAST_ROSTER_ROWS_PER_SECOND = 5000;

export const rosterGoals = ({ rows, seconds }: RosterRow): Goal[] => [
  { text: `at least ${LEAST_ROSTER_ROWS_PER_SECOND} rows/s`, met: rows / seconds >= LEAST_ROSTER_ROWS_PER_SECOND },
];

/** Goals of course changes. Lessons are often withdrawn, and few complete the course by that. Rules change seldom, but then many complete many lessons. */
const OF_COURSE_CHANGES = {
  'lesson withdrawn': { mostAnswerSeconds: 0.3, leastPerSecond: 2000 },
  'rules loosened': { mostAnswerSeconds: 2, leastPerSecond: 500 },
};

export function courseChangeGoals({ name, learners, answerSeconds, seconds }: CourseChangeRow): Goal[] {
  const { mostAnswerSeconds, leastPerSecond } = OF_COURSE_CHANGES[name];
  return [
    { text: `answer within ${mostAnswerSeconds} s`, met: answerSeconds <= mostAnswerSeconds },
    { text: `at least ${leastPerSecond} learners/s`, met: learners / seconds >= leastPerSecond },
  ];
}

/** 256 MiB, for work on files of any size. */
const MOST_STREAM_MEGABYTES = 268;

/** Reading and committing a cartridge may take two minutes together. */
const MOST_CARTRIDGE_SECONDS = 60;

export const transferGoals = ({ name, seconds, megabytes }: TransferRow): Goal[] => [
  { text: `at most ${MOST_STREAM_MEGABYTES} MB`, met: megabytes <= MOST_STREAM_MEGABYTES },
  ...(name.startsWith('cartridge') ? [{ text: `within ${MOST_CARTRIDGE_SECONDS} s`, met: seconds <= MOST_CARTRIDGE_SECONDS }] : []),
];

const MOST_PRINT_SECONDS = 60;

export const sheetPrintGoals = ({ seconds, megabytes }: SheetPrintRow): Goal[] => [
  { text: `within ${MOST_PRINT_SECONDS} s`, met: seconds <= MOST_PRINT_SECONDS },
  ...(megabytes === null ? [] : [{ text: `at most ${MOST_STREAM_MEGABYTES} MB`, met: megabytes <= MOST_STREAM_MEGABYTES }]),
];

const LEAST_NOTIFICATIONS_PER_SECOND = 200;

export const notificationGoals = ({ perSecond }: NotificationRow): Goal[] => [
  {
    text: `at least ${LEAST_NOTIFICATIONS_PER_SECOND}/s`,
    met: perSecond >= LEAST_NOTIFICATIONS_PER_SECOND,
  },
];

const LEAST_PAGES_PER_SECOND = 4;

export const pageGoals = ({ pages, cpuSeconds }: PageRow): Goal[] => [
  {
    text: `at least ${LEAST_PAGES_PER_SECOND} pages/s`,
    met: pages / cpuSeconds >= LEAST_PAGES_PER_SECOND,
  },
];

const MOST_PAGE_MS = 50;
const MOST_PAGE_KB = 100;

export const shownPageGoals = ({ cpuMs, kilobytes }: ShownPageRow): Goal[] => [
  { text: `under ${MOST_PAGE_MS} ms and ${MOST_PAGE_KB} KB`, met: (cpuMs ?? 0) < MOST_PAGE_MS && kilobytes < MOST_PAGE_KB },
];

const MOST_P99_TO_IDLE = 1.5;

export const besideGoals = ({ ratio }: BesideRow): Goal[] => [{ text: `at most ${MOST_P99_TO_IDLE} of idle`, met: ratio <= MOST_P99_TO_IDLE }];

/** Growth in the second half of the time, after which caches and heaps have reached their size. */
const MOST_GROWTH_PERCENT = 5;

export const enduranceGoals = ({ middleMegabytes, endMegabytes }: EnduranceRow): Goal[] =>
  middleMegabytes === null || endMegabytes === null
    ? []
    : [{ text: `less than ${MOST_GROWTH_PERCENT} % more`, met: endMegabytes < middleMegabytes * (1 + MOST_GROWTH_PERCENT / 100) }];

export const routingGoals = ({ hitMicros, missMicros }: RoutingRow): Goal[] => [{ text: 'under 5 us', met: Math.max(hitMicros, missMicros) < 5 }];

export const readinessGoals = ({ medianMs }: ReadinessRow): Goal[] => [{ text: 'within 1 s', met: medianMs <= 1000 }];
