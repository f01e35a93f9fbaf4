import { COST_SHEET_COLUMNS, employeeRevenueCalls } from '../../../contract/employee-revenue.ts';
import { SheetUploadDialog } from '../../components/sheet-upload-dialog.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { formatMonth } from '../../lib/months.ts';
import { useText } from '../../lib/texts/texts.ts';

/** Sets the costs of a sheet. */
export function CostUpload({ month, onClose }: { month: string; onClose: () => void }) {
  const t = useText();
  const upload = useCallCommand(employeeRevenueCalls.uploadEmployeeCosts);
  return (
    <SheetUploadDialog
      title={`${t('revenue.upload')}, ${formatMonth(month)}`}
      fileLabel={t('revenue.file')}
      columns={COST_SHEET_COLUMNS}
      isSending={upload.isPending}
      onClose={onClose}
      send={(file, onAnswer) =>
        upload.mutate(
          { body: { month }, files: { file: [file] } },
          {
            onSuccess: ({ count, problems }) => {
              if (problems.length === 0) showSuccess(t('revenue.uploaded', { count }));
              onAnswer(problems);
            },
          },
        )
      }
    />
  );
}
