import type { ActivitySheet, RowOutcome } from '../../../contract/activity-sheet.ts';
import { FileFormatMenu } from '../../components/file-format-menu.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useDownloadRows } from './sheet-queries.ts';

/** Rows as a file with their reasons: those that are shown, else all that are not taken. Nothing when there are none. */
export function DownloadRows({
  sheet,
  outcome,
}: {
  sheet: ActivitySheet;
  outcome: RowOutcome | null;
}) {
  const t = useText();
  const download = useDownloadRows();
  const count = outcome === null ? sheet.sums.left : (sheet.counts[outcome]?.rows ?? 0);
  if (count === 0) return null;
  const save = (format: 'csv' | 'xlsx') =>
    download.mutate({
      params: { id: sheet._id },
      query: { format, ...(outcome !== null && { outcome }) },
    });
  return (
    <FileFormatMenu
      label={
        outcome === null
          ? t('activitySheets.downloadLeft', { count })
          : t('activitySheets.downloadShown', { count })
      }
      isBusy={download.isPending}
      onChoose={save}
    />
  );
}
