/** Rows come in pages of this many: one request fills more than two screens, and a page stays small in the cache. */
export const pageSize = 100;

/** A little more than what shows is fetched, so that a slow scroll never meets an empty row. */
const lookAhead = 30;

/** The numbers of the pages that hold the rows `first…last` (inclusive) of `total`, with some ahead; never empty, as page 0 brings the total. */
export function pagesAround(first: number, last: number, total: number | undefined): number[] {
  const end = total === undefined ? 0 : Math.max(0, total - 1);
  const from = Math.floor(Math.min(Math.max(0, first - lookAhead), end) / pageSize);
  const to = Math.floor(Math.min(last + lookAhead, end) / pageSize);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

export interface PlaceInPages {
  page: number;
  offset: number;
}

export const placeOf = (index: number): PlaceInPages => ({ page: Math.floor(index / pageSize), offset: index % pageSize });
