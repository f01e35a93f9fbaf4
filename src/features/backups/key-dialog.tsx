import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { backupCalls } from '../../../contract/backups.ts';
import type { BackupSettings } from '../../../contract/backups.ts';
import { CheckField } from '../../components/check-field.tsx';
import { TextField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { errorWords } from '../../lib/error-words.ts';
import { text, useText } from '../../lib/texts/texts.ts';
import { showError } from '../../components/toast-store.ts';
import { makeBackupKey, saveBackupKey } from './backup-key.ts';
import type { BackupKey } from './backup-key.ts';
import { settingsBody } from './settings-body.ts';

const rules = z.object({
  recipient: z.string().trim(),
  isKept: z.boolean().refine((isKept) => isKept, { error: () => text()('backups.keepFirst') }),
});

/**
 * Makes the key of the backups here in the browser, or takes the public half of one made elsewhere, and has the person keep
 * it before any backup is made with it.
 */
export function KeyDialog(props: { settings: BackupSettings; onClose: () => void }) {
  const { settings, onClose } = props;
  const t = useText();
  const [made, setMade] = useState<{ key: BackupKey; fileName: string } | null>(null);
  const save = useCallCommand(backupCalls.saveBackupSettings);
  const make = async () => {
    try {
      const key = made?.key ?? (await makeBackupKey());
      setMade({ key, fileName: saveBackupKey(key) });
    } catch (error) {
      showError(errorWords(error));
    }
  };
  return (
    <DialogForm
      name={settings.recipient === null ? 'backups.keyTitle' : 'backups.newKeyTitle'}
      rules={rules}
      defaults={{ recipient: '', isKept: false }}
      title={t(settings.recipient === null ? 'backups.keyTitle' : 'backups.newKeyTitle')}
      save={(typed) =>
        save.mutateAsync({
          body: { ...settingsBody(settings), recipient: made?.key.recipient ?? typed.recipient },
        })
      }
      done={t('backups.keySaved')}
      submitLabel={t('backups.useKey')}
      onClose={onClose}
    >
      <p className="rc-quiet-words">{t('backups.keyBody')}</p>
      {settings.recipient !== null && (
        <Notice tone="warn" title={t('backups.oldKeyTitle')}>
          {t('backups.oldKeyBody')}
        </Notice>
      )}
      <Button
        variant={made === null ? 'filled' : 'default'}
        leftSection={<IconKey size={16} aria-hidden />}
        onClick={() => void make()}
      >
        {t(made === null ? 'backups.makeKey' : 'backups.saveKeyAgain')}
      </Button>
      {made === null ? (
        <TextField name="recipient" text="backups.otherKey" autoComplete="off" />
      ) : (
        <output className="rc-quiet-words">
          {t('backups.keyMade', { fileName: made.fileName })}
        </output>
      )}
      <CheckField name="isKept" label={t('backups.isKept')} />
    </DialogForm>
  );
}
