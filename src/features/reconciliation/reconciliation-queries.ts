import type { QueryOf } from '../../../contract/call.ts';
import type { reconciliationCalls } from '../../../contract/reconciliation.ts';

/** Which lines are asked for. */
export type LinesQuery = QueryOf<typeof reconciliationCalls.getReconciliation>;

/** Which items behind a figure are asked for. */
export type ItemsQuery = QueryOf<typeof reconciliationCalls.listReconciliationItems>;

/** Which loans behind a difference are asked for. */
export type DifferencesQuery = QueryOf<typeof reconciliationCalls.listReconciliationDifferences>;
