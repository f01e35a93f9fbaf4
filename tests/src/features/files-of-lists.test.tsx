// @vitest-environment page
import { expect, it } from 'vitest';
import { backupCalls } from '../../../contract/backups.ts';
import type { Call } from '../../../contract/call.ts';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { contactGateCalls } from '../../../contract/contact-gate.ts';
import { deviceWatchCalls } from '../../../contract/device-watch.ts';
import { listFields } from '../../../contract/list-fields.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { messageCalls } from '../../../contract/message.ts';
import { partnerCalls } from '../../../contract/partner.ts';
import { receiptCalls } from '../../../contract/receipt.ts';
import { sheetCalls } from '../../../contract/sheet.ts';
import { workReviewCalls } from '../../../contract/work-review.ts';
import type { DataColumn } from '../../../src/components/data-table-column.ts';
import { fileColumns } from '../../../src/components/list-file.ts';
import { useBackupColumns } from '../../../src/features/backups/backup-columns.tsx';
import { useCampaignColumns } from '../../../src/features/campaigns/campaign-columns.tsx';
import { useLeadColumns } from '../../../src/features/campaigns/lead-columns.tsx';
import { useBreachColumns } from '../../../src/features/contact-rules/breach-columns.tsx';
import { useDeviceColumns } from '../../../src/features/devices/device-columns.tsx';
import { useLoanColumns } from '../../../src/features/loans/loan-columns.tsx';
import { useMessageColumns } from '../../../src/features/messages/message-columns.tsx';
import { usePartnerColumns } from '../../../src/features/partners/partner-columns.tsx';
import { useReceiptColumns } from '../../../src/features/receipts/receipt-columns.tsx';
import { useSheetColumns } from '../../../src/features/sheets/sheet-columns.tsx';
import { useReviewColumns } from '../../../src/features/work-reviews/work-review-columns.tsx';
import { text } from '../../../src/lib/texts/texts.ts';
import { FakeServer, openScreen } from '../support/screen.tsx';

const LISTS: readonly [string, () => DataColumn<never>[], Call][] = [
  ['backups', useBackupColumns, backupCalls.listBackups],
  ['breaches', useBreachColumns, contactGateCalls.listContactBreaches],
  ['campaigns', useCampaignColumns, campaignCalls.listCampaigns],
  ['devices', useDeviceColumns, deviceWatchCalls.listDevices],
  ['leads', useLeadColumns, campaignCalls.listLeads],
  ['loans', useLoanColumns, loanCalls.listLoans],
  ['messages', useMessageColumns, messageCalls.listMessages],
  ['partners', usePartnerColumns, partnerCalls.listPartners],
  ['receipts', () => useReceiptColumns(true), receiptCalls.listReceipts],
  ['sheets', useSheetColumns, sheetCalls.listSheets],
  ['work reviews', useReviewColumns, workReviewCalls.listWorkReviews],
];

/** Gives the columns away that a hook makes while a screen is drawn. */
function Columns({
  use,
  take,
}: {
  use: () => DataColumn<never>[];
  take: (made: DataColumn<never>[]) => void;
}) {
  take(use());
  return null;
}

async function fileOf(use: () => DataColumn<never>[], call: Call) {
  let columns: DataColumn<never>[] = [];
  const take = (made: DataColumn<never>[]) => {
    columns = made;
  };
  await openScreen(<Columns use={use} take={take} />, new FakeServer());
  return fileColumns(text(), columns, listFields(call) ?? new Map());
}

it.each(LISTS)(
  'the file of %s has every column of its screen, each under a heading of its own',
  async (_name, use, call) => {
    const file = await fileOf(use, call);
    expect(file.unread).toEqual([]);
    const titles = file.columns.map(({ title }) => title);
    // "Managers (2)" tells nobody what it is.
    expect(titles.filter((title) => title.endsWith(')'))).toEqual([]);
    expect(new Set(titles).size).toBe(titles.length);
  },
);

it('no file praises what the screen calls good only together with other fields', async () => {
  const { columns } = await fileOf(useBackupColumns, backupCalls.listBackups);
  const state = columns.find(({ path }) => path === 'state');
  expect(state?.words).toMatchObject({ FAILED: 'Failed' });
  expect(Object.values(state?.words ?? {})).not.toContain(text()('backups.state_DONE'));
});
