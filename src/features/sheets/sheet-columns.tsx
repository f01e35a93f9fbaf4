import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import type { Sheet } from '../../../contract/sheet.ts';
import { countColumn, instantColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn, FileField } from '../../components/data-table-column.ts';
import { DayText, TwoLines } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatCount } from '../../lib/money.ts';
import { fileWords } from '../../lib/file-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { SHEET_TONES, sheetStateWords } from './sheet-words.ts';
import classes from './sheets.module.css';

const COUNTS = ['newRows', 'updateRows', 'unchangedRows', 'duplicateRows', 'failedRows'] as const;
/** Counts that a glance at the list needs; the others are in the column chooser. */
const AT_FIRST: ReadonlySet<string> = new Set(['newRows', 'updateRows', 'failedRows']);

/** The columns of the sheet list. */
export function useSheetColumns(): DataColumn<Sheet>[] {
  const t = useText();
  return useMemo(() => {
    const counts = COUNTS.map((key): DataColumn<Sheet> => ({
      key,
      title: t(`loanImport.${key}`),
      align: 'right',
      isHiddenAtFirst: !AT_FIRST.has(key),
      render: (sheet) => formatCount(sheet[key]),
    }));
    return [
      textColumn('batchNo', t('loanImport.batchNo'), (sheet) => sheet.batchNo, {
        card: 'aside',
        align: 'right',
      }),
      {
        key: 'name',
        title: t('sheets.name'),
        isFixed: true,
        render: (sheet) => <SheetName sheet={sheet} />,
      },
      textColumn('client', t('words.client'), (sheet) => sheet.Client_Name, { card: 'line' }),
      {
        key: 'state',
        title: t('words.status'),
        card: 'line',
        render: (sheet) => <StateCell sheet={sheet} />,
        file: stateFile(t),
      },
      ...counts,
      countColumn('totalRows', t('words.rows'), (sheet) => sheet.totalRows, {
        isHiddenAtFirst: true,
      }),
      {
        key: 'loansNow',
        title: t('words.activeLoans'),
        align: 'right',
        render: (sheet) => <LoansNow sheet={sheet} />,
        file: loansFile(t),
      },
      {
        key: 'period',
        title: t('sheets.period'),
        isHiddenAtFirst: true,
        render: ({ periodEndsOn: day }) =>
          day === null ? t('sheets.noPeriod') : <DayText value={day} />,
      },
      textColumn('createdBy', t('words.by'), (sheet) => sheet.createdBy),
      instantColumn('createdAt', t('words.when'), (sheet) => sheet.createdAt),
    ];
  }, [t]);
}

const stateFile = (t: TFunction): FileField<Sheet>[] => [
  { of: ({ state }) => state, words: (state) => sheetStateWords(t, state as Sheet['state']) },
  { of: ({ takenBackAt }) => takenBackAt, title: t('words.takenBack') },
  { of: ({ takenBackBy }) => takenBackBy, title: t('sheets.takenBackWho') },
];

const loansFile = (t: TFunction): FileField<Sheet>[] => [
  { of: ({ activeLoans }) => activeLoans },
  { of: ({ closedLoans }) => closedLoans, title: t('sheets.endedLoans') },
];

/** Its own name, with the file's below when that is another, and the sheet of the workbook. */
function SheetName({ sheet }: { sheet: Sheet }) {
  const t = useText();
  const small = [
    sheet.name === sheet.fileName ? '' : sheet.fileName,
    sheet.sheetName === null ? '' : t('loanImport.ofSheet', { name: sheet.sheetName }),
  ].filter(Boolean);
  return <TwoLines first={sheet.name} second={small.join(' · ')} />;
}

function StateCell({ sheet }: { sheet: Sheet }) {
  const t = useText();
  const note =
    sheet.takenBackAt === null
      ? sheet.error === null
        ? ''
        : fileWords(sheet.error)
      : [
          sheet.takenBackBy === null ? '' : t('sheets.takenBackBy', { name: sheet.takenBackBy }),
          sheet.canUndo ? t('sheets.undoToday') : '',
        ]
          .filter(Boolean)
          .join(', ');
  return <TwoLines first={<StateChip sheet={sheet} />} second={note} />;
}

function StateChip({ sheet }: { sheet: Sheet }) {
  const t = useText();
  return <StatusChip tone={SHEET_TONES[sheet.state]} label={sheetStateWords(t, sheet.state)} />;
}

/** Only a stored sheet has brought loans. */
function LoansNow({ sheet }: { sheet: Sheet }) {
  const t = useText();
  if (sheet.activeLoans + sheet.closedLoans === 0 && sheet.finishedAt === null) return '–';
  return (
    <span className={classes.figures}>
      {formatCount(sheet.activeLoans)}
      {sheet.closedLoans > 0 && (
        <span className={classes.small}>
          {t('sheets.closedLoans', { count: sheet.closedLoans })}
        </span>
      )}
    </span>
  );
}
