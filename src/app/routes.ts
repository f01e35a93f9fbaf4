import { floorRoutes } from './floor-routes.ts';
import { lenderRoutes } from './lender-routes.ts';
import { insightRoutes } from './insight-routes.ts';
import { loanRoutes } from './loan-routes.ts';
import { moneyRoutes } from './money-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { settlementRoutes } from './settlement-routes.ts';
import type { AppRoute } from './route-table.ts';
import { workRoutes } from './work-routes.ts';

/**
 * Every screen behind a login, once: the router, the guard, the menu and the pictures are made from it
 * (spec 2.2, 2.3). A route whose screen is not built is not in the table.
 */
export const routes: readonly AppRoute[] = [
  ...workRoutes,
  ...loanRoutes,
  ...floorRoutes,
  ...peopleRoutes,
  ...lenderRoutes,
  ...moneyRoutes,
  ...settlementRoutes,
  ...reportRoutes,
  ...insightRoutes,
];
