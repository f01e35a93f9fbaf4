import { useMemo, useState } from 'react';
import type { SavedSheetMapping } from '../../../contract/activity-sheet.ts';
import { sheetMappingCalls } from '../../../contract/sheet-mapping-calls.ts';
import type { SheetKind } from '../../../contract/sheet-mapping.ts';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText } from '../../components/figure.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { MappingActions } from './mapping-actions.tsx';
import { MappingDialog } from './mapping-dialog.tsx';
import classes from '../../components/sheet-work.module.css';
import { useCallQuery } from '../../data/call-query.ts';

const PAGE_SIZE = 10;

/** The saved mappings of a kind of sheet: each can be renamed, changed and deleted. */
export function SavedMappings({ kind }: { kind: SheetKind }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<SavedSheetMapping | null>(null);
  const mappings = useCallQuery(
    sheetMappingCalls.listSheetMappings,
    { query: { kind } },
    // Uploads save mappings too.
    { staleTime: 0, select: (answer) => answer.data },
  );
  const columns = useColumns();
  const { data } = mappings;
  if (mappings.isError && data === undefined)
    return <LoadProblem error={mappings.error} onRetry={() => void mappings.refetch()} />;
  return (
    <div className={classes.section}>
      <p className={classes.quiet}>{t('activitySheets.mappingsHelp')}</p>
      <DataTable<SavedSheetMapping>
        name={`sheet-mappings-${kind}`}
        label={t('activitySheets.mappings')}
        columns={columns}
        rows={data?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowId={(saved) => saved._id}
        rowLabel={(saved) => `${saved.name}, ${saved.Client_Name}`}
        totalCount={data?.length ?? 0}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        hasColumnChooser={false}
        rowActions={(saved) => actionsOf(saved, () => setEdited(saved))}
        renderCard={(saved) => <MappingCard saved={saved} />}
        empty={t('activitySheets.noMappings')}
      />
      <MappingDialog saved={edited} onClose={() => setEdited(null)} />
    </div>
  );
}

/** What can be done with a row. */
const actionsOf = (saved: SavedSheetMapping, onEdit: () => void) => (
  <MappingActions saved={saved} onEdit={onEdit} />
);

function useColumns(): DataColumn<SavedSheetMapping>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('activitySheets.mappingName'),
        isFixed: true,
        render: (saved) => saved.name,
      },
      { key: 'client', title: t('activitySheets.client'), render: (saved) => saved.Client_Name },
      {
        key: 'columns',
        title: t('activitySheets.columns'),
        render: (saved) => <span className={classes.wrap}>{columnsOf(saved)}</span>,
      },
      {
        key: 'updatedBy',
        title: t('activitySheets.changedBy'),
        render: (saved) => saved.updatedBy ?? '–',
      },
      {
        key: 'updatedAt',
        title: t('activitySheets.changedAt'),
        render: (saved) => <DayText value={saved.updatedAt} show="both" />,
      },
    ],
    [t],
  );
}

const columnsOf = ({ mapping }: SavedSheetMapping) => Object.values(mapping).join(' · ');

function MappingCard({ saved }: { saved: SavedSheetMapping }) {
  return (
    <div className={classes.card}>
      <strong className={classes.wrap}>{saved.name}</strong>
      <div className={classes.quiet}>{saved.Client_Name}</div>
      <div className={classes.quiet}>{columnsOf(saved)}</div>
    </div>
  );
}
