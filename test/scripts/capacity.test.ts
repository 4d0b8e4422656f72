import { WORKLOADS } from '../../scripts/bench/load.ts';
import { ASSUMED, type Cost, mostOfOnePrimary, needOf, REQUESTS_A_DAY } from '../../scripts/capacity/model.ts';

const ALIKE: Cost[] = REQUESTS_A_DAY.map(({ row }) => ({ name: row, service: 500, database: 250 }));
const REQUESTS = REQUESTS_A_DAY.reduce((sum, { requests }) => sum + requests, 0);

test('every row that the capacity is computed from is one of the benchmark', () => {
  const known = WORKLOADS.map(({ name }): string => name);
  expect(REQUESTS_A_DAY.filter(({ row }) => !known.includes(row))).toEqual([]);
});

test('the needs follow from requests, their costs and the busiest hour', () => {
  const perSecond = (1_000_000 * REQUESTS * ASSUMED.busiestHour) / 3600;
  const { requestsPerSecond, busyCores, processes, busyDatabaseCores, databaseCores, primaries } = needOf(1_000_000, ALIKE);
  expect(requestsPerSecond).toBeCloseTo(perSecond, 6);
  expect(busyCores).toBeCloseTo(perSecond / 2000, 6);
  expect(busyDatabaseCores).toBeCloseTo(perSecond / 4000, 6);
  expect([processes, databaseCores]).toEqual([Math.ceil(perSecond / 2000 / 0.6), Math.ceil(perSecond / 4000 / 0.6)]);
  expect(primaries).toBe(1);
});

test('a second primary is needed beyond the most learners of one', () => {
  const most = mostOfOnePrimary(ALIKE);
  expect([most, most + 1].map((learners) => needOf(learners, ALIKE).primaries)).toEqual([1, 2]);
});

test('a row that was not measured is named', () => {
  expect(() => needOf(1, ALIKE.slice(1))).toThrow('"session login POST" was not measured');
});
