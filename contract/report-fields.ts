import { z } from 'zod';
import { REPORT_GROUPS, REPORT_TITLES } from './report-names.ts';
import type { ReportGroup, ReportName } from './report-names.ts';
import {
  dayInputSchema,
  idSchema,
  queryCodesSchema,
  queryIdsSchema,
  queryListSchema,
} from './values.ts';

/** A record's keys, for an enum. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  Object.keys(record) as [Key, ...Key[]];

/** The name of a report in addresses. */
export const reportNameSchema = z.enum(keysOf<ReportName>(REPORT_TITLES));

/** What a report is grouped by. */
export const groupSchema = z.enum(keysOf<ReportGroup>(REPORT_GROUPS));

/** What a report is narrowed to. */
export const reportFilterFields = {
  /** Days in the business time zone, both included; without them the report's own range (spec 9). */
  gte: dayInputSchema.optional(),
  lte: dayInputSchema.optional(),
  clientName: queryListSchema.optional(),
  bucket: queryListSchema.optional(),
  city: queryListSchema.optional(),
  product: queryListSchema.optional(),
  collectorId: queryIdsSchema.optional(),
  fieldAgentId: queryIdsSchema.optional(),
  managerId: idSchema.optional(),
  /** Codes of outcomes. 400 for a report whose rows have none. */
  disposition: queryCodesSchema.optional(),
  search: z.string().trim().max(200).optional(),
};
