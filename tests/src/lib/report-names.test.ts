import { expect, it } from 'vitest';
import { menu as enMenu } from '../../../src/lib/texts/en/menu.ts';
import { reportWords as enReports } from '../../../src/lib/texts/en/report-words.ts';
import { menu as hiMenu } from '../../../src/lib/texts/hi/menu.ts';
import { reportWords as hiReports } from '../../../src/lib/texts/hi/report-words.ts';

const english = [enMenu, enReports.title] as const;
const hindi = [hiMenu, hiReports.title] as const;

it.each([english, hindi])('calls a report in the menu what its screen is called', (menu, title) => {
  expect(title).toMatchObject({
    dailyCalls: menu.dailyCallReports,
    dailyVisits: menu.dailyFieldReports,
    collections: menu.collectionReport,
    allocation: menu.allocationReports,
    workable: menu.workableReports,
    lastInteraction: menu.lastInteraction,
    bestDisposition: menu.bestDisposition,
    retain: menu.retainReport,
    additional: menu.boiReports,
  });
});
