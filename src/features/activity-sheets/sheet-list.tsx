import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import type { ActivitySheet } from '../../../contract/activity-sheet.ts';
import type { SheetKind } from '../../../contract/sheet-mapping.ts';
import { countColumn, instantColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { EarlierSheets } from '../../components/earlier-sheets.tsx';
import { useOwnPage } from '../../components/list-state.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useSheets } from './sheet-queries.ts';
import { STATE_TONES } from './sheet-tones.ts';

/** Earlier sheets of a kind with state and counts; a row opens its sheet. */
export function SheetList({ kind }: { kind: SheetKind }) {
  const t = useText();
  const state = useOwnPage();
  const sheets = useSheets(kind, state.page);
  const columns = useMemo(() => columnsOf(kind, t), [kind, t]);
  return <EarlierSheets name={`sheets-${kind}`} sheets={sheets} columns={columns} state={state} />;
}

function columnsOf(kind: SheetKind, t: TFunction): DataColumn<ActivitySheet>[] {
  const isReport = kind === 'SYSTEM_EXPORT';
  const money: DataColumn<ActivitySheet>[] =
    kind === 'PAYMENT' || kind === 'BANK_PAID'
      ? [
          moneyColumn('amount', t('words.amount'), (sheet) => sheet.sums.amount, {
            card: 'aside',
          }),
        ]
      : [];
  return [
    textColumn('fileName', t('words.file'), (sheet) => sheet.fileName, { card: 'title' }),
    textColumn('client', t('words.client'), (sheet) => sheet.Client_Name, { card: 'line' }),
    {
      key: 'state',
      title: t('words.status'),
      card: 'aside',
      render: (sheet) => <State sheet={sheet} />,
      file: [
        {
          of: ({ state }) => state,
          words: (state) => t(`activitySheets.${state as ActivitySheet['state']}`),
        },
      ],
    },
    countColumn(
      'taken',
      t(isReport ? 'activitySheets.outcome_EQUAL' : 'activitySheets.taken'),
      (sheet) => sheet.sums.taken,
    ),
    countColumn(
      'left',
      t(isReport ? 'activitySheets.notEqual' : 'activitySheets.left'),
      (sheet) => sheet.sums.left,
    ),
    ...money,
    textColumn('createdBy', t('words.uploadedBy'), (sheet) => sheet.createdBy),
    instantColumn('createdAt', t('activitySheets.uploadedAt'), (sheet) => sheet.createdAt),
  ];
}

function State({ sheet }: { sheet: ActivitySheet }) {
  const t = useText();
  const isCompared = sheet.kind === 'SYSTEM_EXPORT' && sheet.state === 'DONE';
  const label = t(isCompared ? 'activitySheets.compared' : `activitySheets.${sheet.state}`);
  return <StatusChip tone={STATE_TONES[sheet.state]} label={label} />;
}
