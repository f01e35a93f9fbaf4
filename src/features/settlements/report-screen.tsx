import type { TFunction } from 'i18next';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { settlementRuleCalls } from '../../../contract/settlement-rule.ts';
import type { SettlementReportRow } from '../../../contract/settlement-rule.ts';
import { countColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import { CountedDays } from '../../components/counted-days.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { choices, choiceField } from '../../components/filter-control.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import { pageOfAll, useOwnPage } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { showError } from '../../components/toast-store.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useLenders } from '../../data/choices.ts';
import { useMarkedSheet } from '../../data/marked-sheet.ts';
import { errorWords } from '../../lib/error-words.ts';
import type { SheetLine } from '../../lib/sheet.ts';
import { useText } from '../../lib/texts/texts.ts';
import { quarterChoices, withQuarters } from './quarters.ts';

const FILTERS = { clientName: 'text', gte: 'day', lte: 'day' } as const;

type SumKey =
  | 'count'
  | 'restructuringCount'
  | 'dueAmount'
  | 'offeredAmount'
  | 'waiverAmount'
  | 'paidAmount'
  | 'fulfilledCount'
  | 'brokenCount';

const SUMMED: readonly SumKey[] = [
  'count',
  'restructuringCount',
  'dueAmount',
  'offeredAmount',
  'waiverAmount',
  'paidAmount',
  'fulfilledCount',
  'brokenCount',
];

/** The sum of the rows, under them; none of no rows. */
function totalOf(rows: readonly SettlementReportRow[], total: string): SettlementReportRow[] {
  if (rows.length === 0) return [];
  const sums = Object.fromEntries(
    SUMMED.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)]),
  ) as Record<SumKey, number>;
  return [{ Client_Name: total, Approved_By: '', level: '', ...sums }];
}

const LEVELS = ['MANAGER', 'ADMIN', 'CLIENT', 'CLIENT_HEAD'] as const;

function levelWords(t: TFunction, row: SettlementReportRow): string {
  const level = LEVELS.find((one) => one === row.level);
  return level === undefined ? '' : t(`settlements.level.${level}`);
}

function useColumns(): DataColumn<SettlementReportRow>[] {
  const t = useText();
  return [
    textColumn(
      'client',
      t('words.client'),
      (row) => (row.level === '' ? <strong>{row.Client_Name}</strong> : row.Client_Name),
      { isFixed: true, card: 'title' },
    ),
    textColumn('by', t('settlements.approvedBy'), (row) => row.Approved_By),
    textColumn('level', t('words.level'), (row) => levelWords(t, row)),
    countColumn('count', t('settlements.settlementCount'), (row) => row.count),
    moneyColumn('due', t('settlements.due'), (row) => row.dueAmount),
    moneyColumn('offer', t('settlements.offer'), (row) => row.offeredAmount),
    moneyColumn('waiver', t('settlements.waiver'), (row) => row.waiverAmount, { card: 'aside' }),
    moneyColumn('paid', t('loanFields.Paid_Amount'), (row) => row.paidAmount),
    countColumn('fulfilled', t('settlements.fulfilledCount'), (row) => row.fulfilledCount),
    countColumn('broken', t('settlements.brokenCount'), (row) => row.brokenCount),
    countColumn('long', t('settlements.restructured'), (row) => row.restructuringCount),
  ];
}

/** `/download-reports`: what was approved by whom, with waiver and recovery (quarterly for the RBI's framework). */
export function SettlementReportScreen() {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const filters = withQuarters(url, url.values);
  const own = useOwnPage(50);
  const { clientName, gte, lte } = filters.values;
  const asked = {
    ...(clientName && { clientName }),
    ...(gte && { gte }),
    ...(lte && { lte }),
  };
  const report = useCallQuery(
    settlementRuleCalls.reportSettlements,
    { query: asked },
    { keepsPrevious: true },
  );
  const columns = useColumns();
  const rows = report.data?.data ?? [];
  const totals = totalOf(rows, t('words.total'));
  const list = pageOfAll({ ...report, data: report.data && rows }, own);
  const shown = list.data && { ...list.data, data: [...list.data.data, ...totals] };
  const state = { ...own, ...filters };
  return (
    <ListPage<SettlementReportRow>
      hasExport={false}
      name="settlement-report"
      title={t('menu.settlementReports')}
      subtitle={t('settlements.reportSubtitle')}
      actions={
        <ExportButton
          name={`Settlements_${report.data?.from}_${report.data?.to}.xlsx`}
          titles={columns.map(({ title }) => title)}
          rows={rows}
          totals={totals}
          clientName={clientName || null}
        />
      }
      list={{ ...list, data: shown }}
      sumRows={totals.length}
      state={state}
      fields={useFields()}
      columns={columns}
      rowId={(row) => `${row.Client_Name} ${row.Approved_By} ${row.level}`}
      rowLabel={(row) => `${row.Client_Name} ${row.Approved_By}`}
      empty={t('settlements.reportEmpty')}
      above={
        <CountedDays
          days={report.data}
          onChange={({ from, to }) => filters.change({ gte: from, lte: to })}
        />
      }
    />
  );
}

function useFields(): FilterField[] {
  const t = useText();
  return [
    choiceField('clientName', t('words.client'), choices(useLenders())),
    choiceField('quarter', t('settlements.quarter'), quarterChoices()),
    { kind: 'dayRange', fromKey: 'gte', toKey: 'lte', label: t('settlements.event.APPROVE') },
  ];
}

/** Saves exactly what is shown. */
function ExportButton(props: {
  name: string;
  titles: readonly string[];
  rows: readonly SettlementReportRow[];
  totals: readonly SettlementReportRow[];
  clientName: string | null;
}) {
  const { name, titles, rows, totals, clientName } = props;
  const t = useText();
  const save = useMarkedSheet('settlement-report', clientName === null ? [] : [clientName]);
  const lineOf = (row: SettlementReportRow): SheetLine => [
    row.Client_Name,
    row.Approved_By,
    levelWords(t, row),
    row.count,
    { rupees: row.dueAmount },
    { rupees: row.offeredAmount },
    { rupees: row.waiverAmount },
    { rupees: row.paidAmount },
    row.fulfilledCount,
    row.brokenCount,
    row.restructuringCount,
  ];
  const [sums] = totals.map(lineOf);
  return (
    <Button
      variant="default"
      disabled={rows.length === 0}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() =>
        save(name, { head: titles, rows: rows.map(lineOf), ...(sums && { totals: sums }) }).catch(
          (error: unknown) => showError(errorWords(error)),
        )
      }
    >
      {t('common.export')}
    </Button>
  );
}
