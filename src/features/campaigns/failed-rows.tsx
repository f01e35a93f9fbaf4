import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { CampaignList } from '../../../contract/campaign-list.ts';
import { showError } from '../../components/toast-store.ts';
import { Dialog } from '../../components/dialog.tsx';
import { errorWords } from '../../lib/error-words.ts';
import { saveSheet } from '../../lib/sheet.ts';
import { fileWords } from '../../lib/file-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './campaigns.module.css';

/** The rows of a list that made no lead, with the reason; they can be saved as a file. */
export function FailedRows({ list, onClose }: { list: CampaignList; onClose: () => void }) {
  const t = useText();
  const save = () => {
    const rows = list.failedRows.map(({ row, reason }) => [row, fileWords(reason)]);
    const head = [t('words.row'), t('words.reason')];
    saveSheet(`${list.name}.xlsx`, { head, rows }).catch((error: unknown) =>
      showError(errorWords(error)),
    );
  };
  // What scrolls must be reachable by keys.
  const scrollable = { tabIndex: 0 };
  return (
    <Dialog title={t('campaigns.failedTitle')} size="lg" onClose={onClose}>
      <div className={classes.dialog}>
        <div className={classes.scroll} {...scrollable}>
          <table className={classes.table} aria-label={t('campaigns.failedTitle')}>
            <thead>
              <tr>
                <th scope="col">{t('words.row')}</th>
                <th scope="col">{t('words.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {list.failedRows.map(({ row, reason }) => (
                <tr key={row}>
                  <th scope="row">{row}</th>
                  <td>{fileWords(reason)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {list.failedCount > list.failedRows.length && (
          <p className="rc-quiet-words">
            {t('campaigns.failedMore', { count: list.failedRows.length })}
          </p>
        )}
        <div className="rc-row-8">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={save}
          >
            {t('campaigns.saveFailed')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
