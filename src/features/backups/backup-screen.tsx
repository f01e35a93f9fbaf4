import { Button } from '@mantine/core';
import { IconDatabaseExport, IconKey, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { backupCalls } from '../../../contract/backups.ts';
import type { Backup, BackupSettings } from '../../../contract/backups.ts';
import { Awaited } from '../../components/loaded.tsx';
import { useRightNow } from '../../components/figure.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { CheckField } from '../../components/check-field.tsx';
import { TimeField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { BackupActions } from './backup-actions.tsx';
import { useBackupColumns } from './backup-columns.tsx';
import { useBackups, useBackupSettings } from './backup-queries.ts';
import { BackupStanding } from './backup-standing.tsx';
import { KeyDialog } from './key-dialog.tsx';
import classes from './backups.module.css';
import { settingsBody } from './settings-body.ts';

const MINUTE_MS = 60_000;
const IN_WORK: ReadonlySet<Backup['state']> = new Set(['WAITING', 'WRITING', 'DRILLING']);

/** `/backup` (admin): whether the organisation could be restored, its backups, and making one now. */
export function BackupScreen() {
  const t = useText();
  const [opened, setOpened] = useState<'key' | 'settings' | null>(null);
  const url = useListState(backupCalls.listBackups.query, {}, { isSizeChosen: true });
  const backups = useBackups(url.asked);
  const columns = useBackupColumns();
  const now = useRightNow(MINUTE_MS);
  const inWork = backups.data?.data.find(({ state }) => IN_WORK.has(state));
  const settings = useBackupSettings(inWork?._id ?? 'none in work');
  const close = () => setOpened(null);
  return (
    <Page>
      <PageHeader
        title={t('menu.backups')}
        subtitle={t('backups.subtitle')}
        actions={
          settings.data && (
            <Actions settings={settings.data} isInWork={inWork !== undefined} open={setOpened} />
          )
        }
      />
      {settings.data ? (
        <BackupStanding
          settings={settings.data}
          inWork={inWork}
          now={now}
          onKey={() => setOpened('key')}
        />
      ) : (
        <Awaited of={settings} kind="record" rows={3} />
      )}
      <List<Backup>
        name="backups"
        label={t('menu.backups')}
        columns={columns}
        list={backups}
        state={url}
        rowLabel={(backup) => formatDayTime(backup.snapshotAt ?? backup.createdAt)}
        rowActions={actionsOf}
        empty={<EmptyState title={t('backups.emptyTitle')} body={t('backups.emptyBody')} />}
      />
      {settings.data && opened === 'key' && <KeyDialog settings={settings.data} onClose={close} />}
      {settings.data && opened === 'settings' && (
        <SettingsDialog settings={settings.data} onClose={close} />
      )}
    </Page>
  );
}

const actionsOf = (backup: Backup) => <BackupActions backup={backup} />;

function Actions(props: {
  settings: BackupSettings;
  isInWork: boolean;
  open: (what: 'key' | 'settings') => void;
}) {
  const t = useText();
  const make = useBodyCommand(backupCalls.makeBackup);
  const handleMake = () => whenDone(make.mutateAsync({}), () => showSuccess(t('backups.begun')));
  if (props.settings.recipient === null) return null;
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<IconKey size={16} aria-hidden />}
        onClick={() => props.open('key')}
      >
        {t('backups.newKey')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconSettings size={16} aria-hidden />}
        onClick={() => props.open('settings')}
      >
        {t('backups.settings')}
      </Button>
      <Button
        leftSection={<IconDatabaseExport size={16} aria-hidden />}
        loading={make.isPending}
        disabled={props.isInWork}
        onClick={handleMake}
      >
        {t('backups.makeNow')}
      </Button>
    </div>
  );
}

/** When backups are made and how many are kept. */
function SettingsDialog(props: { settings: BackupSettings; onClose: () => void }) {
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
      done={t('words.saved')}
      onClose={onClose}
    >
      <CheckField name="isScheduled" label={t('backups.daily')} />
      <TimeField name="at" text="backups.at" />
      <p className="rc-quiet-words">{t('backups.keepBody')}</p>
      <FieldRow>
        <NumberField name="keepDaily" text="words.days" isRequired />
        <NumberField name="keepWeekly" text="backups.keepWeekly" isRequired />
        <NumberField name="keepMonthly" text="backups.keepMonthly" isRequired />
      </FieldRow>
    </DialogForm>
  );
}
