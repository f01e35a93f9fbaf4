import type { LoanImport } from '../../../contract/loan-import.ts';
import { FileFormatMenu } from '../../components/file-format-menu.tsx';
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
    <FileFormatMenu
      label={t('loanImport.downloadFailed')}
      isBusy={download.isPending}
      onChoose={save}
    />
  );
}
