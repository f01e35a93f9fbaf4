import { TARGET_SHEET_COLUMNS, targetCalls } from '../../../contract/target.ts';
import { SheetUploadDialog } from '../../components/sheet-upload-dialog.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';

/** Sets the targets of a sheet. */
export function TargetUpload({ month, onClose }: { month: string; onClose: () => void }) {
  const t = useText();
  const upload = useCallCommand(targetCalls.uploadTargets, { changes: ['staff-dashboards'] });
  return (
    <SheetUploadDialog
      title={t('targets.upload')}
      fileLabel={t('targets.file')}
      columns={TARGET_SHEET_COLUMNS}
      onClose={onClose}
      send={(file) => upload.mutateAsync({ body: { month }, files: { file: [file] } })}
      done={({ count }) => t('targets.uploaded', { count })}
    />
  );
}
