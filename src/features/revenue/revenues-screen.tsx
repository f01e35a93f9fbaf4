import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { TFunction } from 'i18next';
import { employeeRevenueCalls, COST_SHEET_COLUMNS } from '../../../contract/employee-revenue.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import type { EmployeeRevenue } from '../../../contract/employee-revenue.ts';
import type { Role } from '../../../contract/roles.ts';
import { countColumn, moneyColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines, useThisMonth } from '../../components/figure.tsx';
import { useListState } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { rowButton } from '../../components/row-button.tsx';
import { StatTile, StatTiles, StatTilesLoading } from '../../components/stat-tile.tsx';
import { SheetUploadDialog } from '../../components/sheet-upload-dialog.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { formatPaise, formatRupees } from '../../lib/money.ts';
import { monthChoices, formatMonth } from '../../lib/months.ts';
import { useText } from '../../lib/texts/texts.ts';
import { paiseColumn } from './invoice-columns.tsx';

const FILTERS = { month: 'day', search: 'text' } as const;

/** `/revenues`: what each person earned the agency in a month, and what it cost. */
export function RevenuesScreen() {
  const t = useText();
  const url = useListState(employeeRevenueCalls.listRevenues.query, FILTERS);
  const thisMonth = useThisMonth();
  const month = url.asked.month ?? thisMonth;
  const revenues = useCallQuery(
    employeeRevenueCalls.listRevenues,
    { query: { ...url.asked, month } },
    { keepsPrevious: true },
  );
  const [isUploading, setUploading] = useState(false);
  const columns = useMemo(() => revenueColumns(t), [t]);
  return (
    <ListPage<EmployeeRevenue>
      name="revenues"
      title={t('revenue.employees')}
      subtitle={t('revenue.employeesSubtitle')}
      actions={<UploadButton onOpen={() => setUploading(true)} />}
      columns={columns}
      list={revenues}
      state={url}
      search={t('words.name')}
      fields={[
        {
          kind: 'choice',
          key: 'month',
          label: t('words.month'),
          options: monthChoices(13),
          whenEmpty: thisMonth,
        },
      ]}
      rowId={(row) => row.personId ?? 'nobody'}
      rowLabel={(row) => row.name ?? t('money.nobodyCredited')}
      rowActions={({ personId, name }) =>
        personId !== null &&
        rowButton(t('revenue.editCosts'), name ?? '', `/revenue/edit?id=${personId}&month=${month}`)
      }
      empty={t('revenue.noPeople')}
      above={
        revenues.data === undefined ? (
          revenues.isPending && <StatTilesLoading />
        ) : (
          <Totals totals={revenues.data.totals} />
        )
      }
    >
      {isUploading && <CostUpload month={month} onClose={() => setUploading(false)} />}
    </ListPage>
  );
}

function UploadButton({ onOpen }: { onOpen: () => void }) {
  const t = useText();
  return (
    <Button variant="default" onClick={onOpen}>
      {t('revenue.upload')}
    </Button>
  );
}

type RevenueTotals = CallAnswer<typeof employeeRevenueCalls.listRevenues>['totals'];

function Totals({ totals }: { totals: RevenueTotals }) {
  const t = useText();
  return (
    <StatTiles>
      <StatTile label={t('revenue.totalsFee')} value={formatPaise(totals.fee)} />
      <StatTile label={t('revenue.editCosts')} value={formatRupees(totals.cost)} />
      <StatTile label={t('revenue.costPer100')} value={formatPaise(totals.costPer100)} />
      <StatTile
        label={t('revenue.margin')}
        value={formatPaise(totals.margin)}
        tone={totals.margin < 0 ? 'danger' : 'plain'}
      />
    </StatTiles>
  );
}

function revenueColumns(t: TFunction): DataColumn<EmployeeRevenue>[] {
  return [
    {
      key: 'person',
      title: t('words.person'),
      isFixed: true,
      render: ({ name, role }) => (
        <TwoLines
          first={name ?? t('money.nobodyCredited')}
          second={role === null ? null : t(`roles.${role}`)}
        />
      ),
      file: [
        { of: ({ name }) => name, words: { '': t('money.nobodyCredited') } },
        { of: ({ role }) => role, words: (role) => t(`roles.${role as Role}`) },
      ],
    },
    moneyColumn('verified', t('money.verified'), ({ verified }) => verified, {
      hint: t('reportWords.says.verified'),
    }),
    countColumn('visitCount', t('words.visits'), ({ visitCount }) => visitCount),
    paiseColumn('fee', t('words.fee'), ({ fee }) => fee),
    moneyColumn('salary', t('revenue.salary'), ({ salary }) => salary),
    moneyColumn('incentive', t('words.incentive'), ({ incentive }) => incentive),
    moneyColumn('calls', t('revenue.calls'), ({ calls }) => calls),
    moneyColumn('visits', t('revenue.visits'), ({ visits }) => visits),
    moneyColumn('cost', t('revenue.cost'), ({ cost }) => cost, { hint: t('revenue.costSays') }),
    paiseColumn('costPer100', t('revenue.costPer100'), ({ costPer100 }) => costPer100, {
      hint: t('revenue.costPer100Says'),
    }),
    paiseColumn('margin', t('revenue.margin'), ({ margin }) => margin, {
      card: 'aside',
      hint: t('revenue.marginSays'),
    }),
  ];
}

/** Sets the costs of a sheet. */
function CostUpload({ month, onClose }: { month: string; onClose: () => void }) {
  const t = useText();
  const upload = useCallCommand(employeeRevenueCalls.uploadEmployeeCosts);
  return (
    <SheetUploadDialog
      title={`${t('revenue.upload')}, ${formatMonth(month)}`}
      fileLabel={t('revenue.file')}
      columns={COST_SHEET_COLUMNS}
      onClose={onClose}
      send={(file) => upload.mutateAsync({ body: { month }, files: { file: [file] } })}
      done={({ count }) => t('revenue.uploaded', { count })}
    />
  );
}
