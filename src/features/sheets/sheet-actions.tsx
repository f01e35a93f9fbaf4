import { Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconListDetails,
  IconPencil,
  IconRefresh,
  IconTableOff,
  IconTableShortcut,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Sheet } from '../../../contract/sheet.ts';
import { sheetCalls } from '../../../contract/sheet.ts';
import { RowMenu } from '../../components/row-menu.tsx';
import { TextField } from '../../components/form-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { SheetRemovalDialog } from './sheet-removal-dialog.tsx';
import { useReopenSheet } from './use-reopen-sheet.ts';
import { useChangeSheet } from './sheet-queries.ts';

/** A row's menu: what can be done with the sheet in its present state. */
export function SheetActions({ sheet }: { sheet: Sheet }) {
  const t = useText();
  const [asked, setAsked] = useState<'rename' | 'takeBack' | null>(null);
  const reopen = useReopenSheet();
  const close = () => setAsked(null);
  return (
    <>
      <RowMenu label={t('words.actionsOf', { name: sheet.name })} isBusy={reopen.isPending}>
        <Links sheet={sheet} />
        <Item icon={<IconPencil size={16} />} onClick={() => setAsked('rename')}>
          {t('sheets.rename')}
        </Item>
        {sheet.canReopen && (
          <Item icon={<IconRefresh size={16} />} onClick={() => reopen.run(sheet)}>
            {t('loanImport.reopen')}
          </Item>
        )}
        {sheet.canUndo && (
          <Item icon={<IconArrowBackUp size={16} />} onClick={() => reopen.run(sheet)}>
            {t('sheets.giveBack')}
          </Item>
        )}
        {canBeTakenBack(sheet) && (
          <Item isDangerous icon={<IconTableOff size={16} />} onClick={() => setAsked('takeBack')}>
            {t(sheet.state === 'TAKEN_BACK' ? 'sheets.takeBackRest' : 'words.takeBack')}
          </Item>
        )}
      </RowMenu>
      {asked === 'rename' && <SheetRenameDialog sheet={sheet} onClose={close} />}
      {asked === 'takeBack' && <SheetRemovalDialog sheet={sheet} onClose={close} />}
    </>
  );
}

/** While loans are being stored nothing can be taken; of what was taken back only what was kept is left. */
function canBeTakenBack({ state, activeLoans, canUndo }: Sheet): boolean {
  return state === 'TAKEN_BACK' ? canUndo && activeLoans > 0 : state !== 'SAVING';
}

function Links({ sheet }: { sheet: Sheet }) {
  const t = useText();
  return (
    <>
      <Menu.Item
        component={Link}
        to={`/upload-loan?import=${sheet._id}`}
        leftSection={<IconTableShortcut size={16} />}
      >
        {t('sheets.openUpload')}
      </Menu.Item>
      {sheet.activeLoans + sheet.closedLoans > 0 && (
        <Menu.Item
          component={Link}
          to={`/loans?batchNo=${sheet.batchNo}`}
          leftSection={<IconListDetails size={16} />}
        >
          {t('sheets.seeLoans')}
        </Menu.Item>
      )}
    </>
  );
}

function Item(props: {
  icon: ReactNode;
  onClick: () => void;
  children: ReactNode;
  isDangerous?: boolean;
}) {
  return (
    <Menu.Item
      {...(props.isDangerous === true && { c: 'var(--rc-danger)' })}
      leftSection={props.icon}
      onClick={props.onClick}
    >
      {props.children}
    </Menu.Item>
  );
}

/** Asks what people shall call the sheet. */
function SheetRenameDialog({ sheet, onClose }: { sheet: Sheet; onClose: () => void }) {
  const t = useText();
  const change = useChangeSheet(() => undefined);
  return (
    <DialogForm
      name="sheets.renameTitle"
      title={t('sheets.renameTitle')}
      rules={sheetCalls.changeSheet.body}
      defaults={{ _id: sheet._id, name: sheet.name }}
      save={change.mutateAsync}
      done={t('toasts.updated')}
      onClose={onClose}
    >
      <TextField name="name" text="sheets.newName" isRequired />
    </DialogForm>
  );
}
