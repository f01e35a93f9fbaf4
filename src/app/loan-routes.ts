import type { AppRoute } from './route-table.ts';

/** Loans in and shared out: sheets, corrections, payments, rules and automatic allocation (spec 2.2, 2.3). */
export const loanRoutes: readonly AppRoute[] = [];
