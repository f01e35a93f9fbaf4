import { sheetCalls } from '../../../contract/sheet.ts';
import type { Sheet } from '../../../contract/sheet.ts';
import { TextField } from '../../components/form-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useChangeSheet } from './sheet-queries.ts';

/** Asks what people shall call the sheet. */
export function SheetRenameDialog({ sheet, onClose }: { sheet: Sheet; onClose: () => void }) {
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
      <TextField
        name="name"
        label={t('sheets.newName')}
        help={t('sheets.newNameHelp')}
        isRequired
      />
    </DialogForm>
  );
}
