import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { TFunction } from 'i18next';
import type { CallSheet } from '../../../contract/call-sheet.ts';
import { countColumn, instantColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { EarlierSheets } from '../../components/earlier-sheets.tsx';
import { useOwnPage } from '../../components/list-state.ts';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useCallSheets } from './call-sheet-queries.ts';
import { STATE_TONES } from './call-sheet-tones.ts';
import { KnownCallSheet } from './known-call-sheet.tsx';
import { NewCallSheet } from './new-call-sheet.tsx';
import classes from '../../components/sheet-work.module.css';

/** `/upload-sheets`: call sheets of an outside dialer, matched to loans and agents (admin; spec 2.2). */
export function CallSheetsScreen() {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const [round, setRound] = useState(0);
  const sheetId = params.get('sheet');
  const show = (id: string | null) => {
    setParams(id === null ? {} : { sheet: id });
    setRound(round + 1);
  };
  return (
    <Page>
      <PageHeader title={t('menu.uploadSheets')} subtitle={t('callSheets.subtitle')} />
      <div className={classes.parts}>
        <Panel>
          {sheetId === null ? (
            <NewCallSheet key={round} onUploaded={show} />
          ) : (
            <KnownCallSheet key={sheetId} sheetId={sheetId} onRestart={() => show(null)} />
          )}
        </Panel>
        <KnownSheets />
      </div>
    </Page>
  );
}

function KnownSheets() {
  const t = useText();
  const state = useOwnPage();
  const sheets = useCallSheets(state.page);
  const columns = useMemo(() => columnsOf(t), [t]);
  return <EarlierSheets name="call-sheets" sheets={sheets} columns={columns} state={state} />;
}

function State({ sheet }: { sheet: CallSheet }) {
  const t = useText();
  return (
    <StatusChip tone={STATE_TONES[sheet.state]} label={t(`callSheets.state.${sheet.state}`)} />
  );
}

function columnsOf(t: TFunction): DataColumn<CallSheet>[] {
  return [
    textColumn('fileName', t('words.file'), (sheet) => sheet.fileName, { card: 'title' }),
    textColumn('source', t('words.dialer'), (sheet) => sheet.source, { card: 'line' }),
    {
      key: 'state',
      title: t('words.status'),
      card: 'aside',
      render: (sheet) => <State sheet={sheet} />,
      file: [
        {
          of: ({ state }) => state,
          words: (state) => t(`callSheets.state.${state as CallSheet['state']}`),
        },
      ],
    },
    countColumn('taken', t('callSheets.taken'), (sheet) => sheet.sums.taken),
    countColumn('left', t('callSheets.left'), (sheet) => sheet.sums.left),
    textColumn('createdBy', t('words.uploadedBy'), (sheet) => sheet.createdBy),
    instantColumn('createdAt', t('callSheets.uploadedAt'), (sheet) => sheet.createdAt),
  ];
}
