import { useState } from 'react';
import type { SavedMapping } from '../../../contract/column-mapping.ts';
import type { SheetKind } from '../../../contract/sheet-mapping.ts';
import { useOwnPage } from '../../components/list-state.ts';
import { SavedMappingList } from '../../components/saved-mapping-list.tsx';
import { useMappingRemoval, useSavedMappings } from '../../data/column-mappings.ts';
import { useText } from '../../lib/texts/texts.ts';
import { MappingDialog } from './mapping-dialog.tsx';
import classes from '../../components/sheet-work.module.css';

/** The saved mappings of a kind of sheet: each can be renamed, changed and deleted. */
export function SavedMappings({ kind }: { kind: SheetKind }) {
  const t = useText();
  const [edited, setEdited] = useState<SavedMapping | null>(null);
  return (
    <div className={classes.section}>
      <p className={classes.quiet}>{t('activitySheets.mappingsHelp')}</p>
      <SavedMappingList
        name={`sheet-mappings-${kind}`}
        label={t('activitySheets.mappings')}
        mappings={useSavedMappings(kind)}
        state={useOwnPage()}
        about={{
          key: 'columns',
          title: t('activitySheets.columns'),
          card: 'line',
          render: ({ mapping }) => (
            <span className={classes.wrap}>{Object.values(mapping).join(' · ')}</span>
          ),
        }}
        removal={useMappingRemoval()}
        edit={{ open: setEdited }}
        editLabel={t('activitySheets.editMapping')}
        empty={t('activitySheets.noMappings')}
      />
      {edited && <MappingDialog kind={kind} saved={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}
