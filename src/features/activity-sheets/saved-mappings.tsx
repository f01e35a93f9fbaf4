import { useState } from 'react';
import type { SavedSheetMapping } from '../../../contract/activity-sheet.ts';
import { sheetMappingCalls } from '../../../contract/sheet-mapping-calls.ts';
import type { SheetKind } from '../../../contract/sheet-mapping.ts';
import { instantColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { pageOfAll, useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { MappingActions } from './mapping-actions.tsx';
import { MappingDialog } from './mapping-dialog.tsx';
import classes from '../../components/sheet-work.module.css';
import { useCallQuery } from '../../data/call-query.ts';

/** The saved mappings of a kind of sheet: each can be renamed, changed and deleted. */
export function SavedMappings({ kind }: { kind: SheetKind }) {
  const t = useText();
  const state = useOwnPage();
  const [edited, setEdited] = useState<SavedSheetMapping | null>(null);
  const mappings = useCallQuery(
    sheetMappingCalls.listSheetMappings,
    { query: { kind } },
    // Uploads save mappings too.
    { staleTime: 0, select: (answer) => answer.data },
  );
  const columns = useColumns();
  return (
    <div className={classes.section}>
      <p className={classes.quiet}>{t('activitySheets.mappingsHelp')}</p>
      <List<SavedSheetMapping>
        name={`sheet-mappings-${kind}`}
        label={t('activitySheets.mappings')}
        columns={columns}
        list={pageOfAll(mappings, state)}
        state={state}
        rowLabel={(saved) => `${saved.name}, ${saved.Client_Name}`}
        hasColumnChooser={false}
        rowActions={(saved) => actionsOf(saved, () => setEdited(saved))}
        empty={t('activitySheets.noMappings')}
      />
      {edited && <MappingDialog saved={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

/** What can be done with a row. */
const actionsOf = (saved: SavedSheetMapping, onEdit: () => void) => (
  <MappingActions saved={saved} onEdit={onEdit} />
);

function useColumns(): DataColumn<SavedSheetMapping>[] {
  const t = useText();
  return [
    textColumn('name', t('activitySheets.mappingName'), (saved) => saved.name, { isFixed: true }),
    textColumn('client', t('words.client'), (saved) => saved.Client_Name, { card: 'line' }),
    {
      key: 'columns',
      title: t('activitySheets.columns'),
      card: 'line',
      render: (saved) => <span className={classes.wrap}>{columnsOf(saved)}</span>,
    },
    textColumn('updatedBy', t('activitySheets.changedBy'), (saved) => saved.updatedBy ?? '–'),
    instantColumn('updatedAt', t('activitySheets.changedAt'), (saved) => saved.updatedAt),
  ];
}

const columnsOf = ({ mapping }: SavedSheetMapping) => Object.values(mapping).join(' · ');
