import { z } from 'zod';
import { queryIntSchema } from './values.ts';

/** The table's page size (spec 9). */
const PAGE_SIZE = 10;
/** The largest page a list gives; larger asks are cut to it. */
export const PAGE_SIZE_MAX = 200;
/** No list has more pages. */
export const PAGE_MAX = 1_000_000;

/** Query fields of a paged list: pages count from 1 (spec 2.5); 0 is read as 1 (spec 7.4's "page 0"). */
export const pageQueryFields = {
  page: z
    .union([z.literal('').transform(() => 1), queryIntSchema(0, PAGE_MAX)])
    .default(1)
    .transform((page) => Math.max(1, page)),
  pageSize: queryIntSchema(1, 1_000_000)
    .default(PAGE_SIZE)
    .transform((size) => Math.min(size, PAGE_SIZE_MAX)),
};

/** A list's answer: the page's rows and how many there are in all. An empty `data` marks the last page. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    totalCount: z.int(),
    page: z.int(),
    pageSize: z.int(),
  });

/** A list's answer, as a type. */
export interface Page<Row> {
  data: Row[];
  totalCount: number;
  page: number;
  pageSize: number;
}
