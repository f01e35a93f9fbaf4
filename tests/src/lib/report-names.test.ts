import { expect, it } from 'vitest';
import { attendance as enAttendance } from '../../../src/lib/texts/en/attendance.ts';
import { menu as enMenu } from '../../../src/lib/texts/en/menu.ts';
import { reportWords as enReports } from '../../../src/lib/texts/en/report-words.ts';
import { settlements as enSettlements } from '../../../src/lib/texts/en/settlements.ts';
import { attendance as hiAttendance } from '../../../src/lib/texts/hi/attendance.ts';
import { menu as hiMenu } from '../../../src/lib/texts/hi/menu.ts';
import { reportWords as hiReports } from '../../../src/lib/texts/hi/report-words.ts';
import { settlements as hiSettlements } from '../../../src/lib/texts/hi/settlements.ts';

const english = [enMenu, enReports.title, enSettlements, enAttendance] as const;
const hindi = [hiMenu, hiReports.title, hiSettlements, hiAttendance] as const;

it.each([english, hindi])('calls a report in the menu what its screen is called', (...texts) => {
  const [menu, title, settlements, attendance] = texts;
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
  expect(settlements.reportTitle).toBe(menu.settlementReports);
  expect(settlements.pendingTitle).toBe(menu.pendingClientReports);
  expect(attendance.reportTitle).toBe(menu.loginReport);
});
