import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '../../components/page.tsx';
import { showError, showInfo, showSuccess } from '../../components/toast-store.ts';
import { errorWords } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { downloadStuck } from './outbox-queries.ts';
import classes from './outbox-storage.module.css';

/** The way out for items that don't get through: a sealed file, and what to do with it. */
export function OutboxExport({ hasStuck }: { hasStuck: boolean }) {
  const t = useText();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    if (!hasStuck) {
      showInfo(t('outbox.exportNone'));
      return;
    }
    setSaving(true);
    try {
      await downloadStuck();
      showSuccess(t('outbox.exported'));
    } catch (error) {
      showError(errorWords(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Panel title={t('outbox.exportTitle')}>
      <div className={classes.line}>
        <p className={classes.quiet}>{t('outbox.exportHelp')}</p>
        <Button
          variant="default"
          loading={isSaving}
          leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
          onClick={() => void save()}
        >
          {t('outbox.exportStuck')}
        </Button>
      </div>
    </Panel>
  );
}
