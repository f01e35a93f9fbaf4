import { TARGET_SHEET_COLUMNS, targetCalls } from '../../../contract/target.ts';
import { SheetUploadDialog } from '../../components/sheet-upload-dialog.tsx';
import { showSuccess } from '../../components/toast-store.ts';
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
      isSending={upload.isPending}
      onClose={onClose}
      send={(file, onAnswer) =>
        upload.mutate(
          { body: { month }, files: { file: [file] } },
          {
            onSuccess: ({ count, problems }) => {
              if (problems.length === 0) showSuccess(t('targets.uploaded', { count }));
              onAnswer(problems);
            },
          },
        )
      }
    />
  );
}
