import type { ReportName } from '../../contract/report-names.ts';
import { callStatus, collections, dailyCalls, dailyVisits, fieldStatus } from './activity-facts.ts';
import { bestDisposition, promiseAgeing } from './outcome-facts.ts';
import { allocation, fieldAllocation, retain } from './allocation-facts.ts';
import { additional, lastInteraction, performance, workable } from './loan-facts.ts';
import { rollRate } from './flow-facts.ts';
import type { Report } from './report-definition.ts';

/** Every report of the engine. */
export const REPORTS: Readonly<Record<ReportName, Report>> = {
  dailyCalls,
  dailyVisits,
  collections,
  allocation,
  fieldAllocation,
  workable,
  lastInteraction,
  bestDisposition,
  retain,
  additional,
  callStatus,
  fieldStatus,
  performance,
  promiseAgeing,
  rollRate,
};
