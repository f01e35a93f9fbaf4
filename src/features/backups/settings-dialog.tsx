import { backupCalls } from '../../../contract/backups.ts';
import type { BackupSettings } from '../../../contract/backups.ts';
import { CheckField } from '../../components/check-field.tsx';
import { TimeField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { settingsBody } from './settings-body.ts';
import classes from './backups.module.css';

/** When backups are made and how many are kept. */
export function SettingsDialog(props: { settings: BackupSettings; onClose: () => void }) {
  const { settings, onClose } = props;
  const t = useText();
  const save = useBodyCommand(backupCalls.saveBackupSettings);
  return (
    <DialogForm
      name="backups.settingsTitle"
      rules={backupCalls.saveBackupSettings.body}
      defaults={settingsBody(settings)}
      title={t('backups.settingsTitle')}
      save={(body) => save.mutateAsync(body)}
      done={t('backups.settingsSaved')}
      onClose={onClose}
    >
      <CheckField name="isScheduled" label={t('backups.daily')} />
      <TimeField name="at" label={t('backups.at')} />
      <p className={classes.words}>{t('backups.keepBody')}</p>
      <FieldRow>
        <NumberField name="keepDaily" label={t('backups.keepDaily')} isRequired />
        <NumberField name="keepWeekly" label={t('backups.keepWeekly')} isRequired />
        <NumberField name="keepMonthly" label={t('backups.keepMonthly')} isRequired />
      </FieldRow>
    </DialogForm>
  );
}
