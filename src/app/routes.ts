import type { AppRoute } from './route-table.ts';

/**
 * Every screen behind a login, once: the router, the guard, the menu and the pictures are made from it
 * (spec 2.2, 2.3). A route whose screen is not built is not in the table.
 */
export const routes: readonly AppRoute[] = [];
