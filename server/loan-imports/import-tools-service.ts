/*
 * What every kind of uploaded sheet works with: which client it is for, one transaction for a whole job, and the lock under
 * which a client's sheets change its loans one after the other and what lenders call columns.
 */
export { HEADER_SYNONYMS } from './header-synonyms.ts';
export { chooseClient } from './client-choice.ts';
export { jobTransaction, lockClientLoans } from './job-transaction.ts';
export type { JobTransaction } from './job-transaction.ts';
