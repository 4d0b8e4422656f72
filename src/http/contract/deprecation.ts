import type { Deprecation, OperationRow } from './operation-row.ts';

/**
 * Returns the headers that announce the end of an operation, or of a query parameter that the request uses: the time of its deprecation (RFC 9745), and
 * the end of its support (RFC 8594). If there are several, the earliest times count.
 * @param search the query string of the request
 */
export function deprecationHeaders({ deprecation, query }: Pick<OperationRow, 'deprecation' | 'query'>, search: string): Record<string, string> {
  const used = new URLSearchParams(search);
  const announced = [deprecation, ...Object.entries(query).map(([name, row]) => (used.has(name) ? row.deprecation : undefined))].filter(
    (one): one is Deprecation => one !== undefined,
  );
  if (!announced.length) return {};
  const earliest = (times: string[]) => Math.min(...times.map(Date.parse));
  return {
    Deprecation: `@${Math.floor(earliest(announced.map(({ since }) => since)) / 1000)}`,
    Sunset: new Date(earliest(announced.map(({ sunset }) => sunset))).toUTCString(),
  };
}
