import { COST_SHEET_COLUMNS, employeeRevenueCalls } from '../../../contract/employee-revenue.ts';
import { SheetUploadDialog } from '../../components/sheet-upload-dialog.tsx';
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
      onClose={onClose}
      send={(file) => upload.mutateAsync({ body: { month }, files: { file: [file] } })}
      done={({ count }) => t('revenue.uploaded', { count })}
    />
  );
}
