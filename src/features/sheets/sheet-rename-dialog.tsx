import { Button, Modal } from '@mantine/core';
import { z } from 'zod';
import type { Sheet } from '../../../contract/sheet.ts';
import { textSchema } from '../../../contract/values.ts';
import { FormFrame, useSchemaForm } from '../../components/form.tsx';
import { TextField } from '../../components/form-field.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { text, useText } from '../../lib/texts/texts.ts';
import { useChangeSheet } from './sheet-queries.ts';

const formSchema = z.object({
  name: textSchema(200).min(1, { error: () => text()('sheets.needName') }),
});

/** Asks what people shall call the sheet. */
export function SheetRenameDialog({ sheet, onClose }: { sheet: Sheet; onClose: () => void }) {
  const t = useText();
  useFocusReturn();
  const form = useSchemaForm(formSchema, { name: sheet.name });
  const change = useChangeSheet(() => {
    showSuccess(t('toasts.updated'));
    onClose();
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('sheets.renameTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <FormFrame
        form={form}
        label={t('sheets.renameTitle')}
        hasLeavePrompt={false}
        onSubmit={({ name }) => change.mutate({ _id: sheet._id, name })}
        actions={
          <>
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={change.isPending}>
              {t('common.save')}
            </Button>
          </>
        }
      >
        <TextField
          name="name"
          label={t('sheets.newName')}
          help={t('sheets.newNameHelp')}
          isRequired
        />
      </FormFrame>
    </Modal>
  );
}
