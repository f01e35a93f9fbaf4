import type { Page } from '@playwright/test';
import { matchPath } from 'react-router-dom';
import type { Role } from '../../../contract/roles.ts';
import { isAllowed } from '../../../src/app/route-table.ts';
import { routes } from '../../../src/app/routes.ts';

/** Links of a screen to screens that its reader may not open: those would only lead home. */
export async function linksLeadingHome(page: Page, role: Role): Promise<string[]> {
  const paths = await page
    .locator('main a[href]')
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
  return [...new Set(paths)].filter((path) => {
    const route = routes.find((each) => matchPath(each.path, path) !== null);
    return route !== undefined && !isAllowed(route, role);
  });
}
