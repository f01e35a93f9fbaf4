import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { LoanImport } from '../../../contract/loan-import.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useDownloadFailed } from './loan-import-queries.ts';

/** The refused rows as a file that imports again once mended; nothing when none was refused. */
export function DownloadFailed({ upload }: { upload: LoanImport }) {
  const t = useText();
  const download = useDownloadFailed();
  if (upload.failedRows === 0) return null;
  const save = (format: 'csv' | 'xlsx') =>
    download.mutate({ params: { id: upload._id }, query: { format } });
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          loading={download.isPending}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('loanImport.downloadFailed')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('xlsx')}>{t('loanImport.downloadXlsx')}</Menu.Item>
        <Menu.Item onClick={() => save('csv')}>{t('loanImport.downloadCsv')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
