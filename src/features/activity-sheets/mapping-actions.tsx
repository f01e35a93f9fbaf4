import { Menu } from '@mantine/core';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import type { SavedSheetMapping } from '../../../contract/activity-sheet.ts';
import { sheetMappingCalls } from '../../../contract/sheet-mapping-calls.ts';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';

/** The menu of a saved mapping: change it, or delete it after a question. */
export function MappingActions(props: { saved: SavedSheetMapping; onEdit: () => void }) {
  const { saved, onEdit } = props;
  const t = useText();
  const confirm = useConfirm();
  const remove = useCallCommand(sheetMappingCalls.removeSheetMapping, {
    // What asked must still be there to tell of it.
    isWaited: false,
  });
  const askRemoval = async () => {
    const isSure = await confirm({
      title: t('activitySheets.deleteMappingTitle', { name: saved.name }),
      body: t('activitySheets.deleteMappingBody', { client: saved.Client_Name }),
      confirmLabel: t('activitySheets.deleteMapping'),
      isDangerous: true,
    });
    if (!isSure) return;
    whenDone(remove.mutateAsync({ params: { id: saved._id } }), () =>
      showSuccess(t('activitySheets.mappingDeleted', { name: saved.name })),
    );
  };
  return (
    <RowMenu label={t('activitySheets.actionsOf', { name: saved.name })} isBusy={remove.isPending}>
      <Menu.Item leftSection={<IconEdit size={16} aria-hidden />} onClick={onEdit}>
        {t('activitySheets.editMapping')}
      </Menu.Item>
      <Menu.Item
        c="var(--rc-danger)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => void askRemoval()}
      >
        {t('activitySheets.deleteMapping')}
      </Menu.Item>
    </RowMenu>
  );
}
