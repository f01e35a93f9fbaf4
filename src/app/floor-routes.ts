import type { AppRoute } from './route-table.ts';

/** The call floor: contact rules, messages, campaigns, predictive calls, seats and the dialer's reports (spec 2.2, 2.3). */
export const floorRoutes: readonly AppRoute[] = [];
