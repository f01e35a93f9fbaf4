import { useState } from 'react';
import { fileWords } from '../lib/file-words.ts';
import { SHEET_ENDINGS } from '../lib/sheet-endings.ts';
import { useText } from '../lib/texts/texts.ts';
import { FileField } from './file-field.tsx';
import { oneFile } from './file-rules.ts';
import { DialogForm } from './saving-form.tsx';
import classes from './sheet-upload-dialog.module.css';

/** What is wrong in a row of a sheet. */
interface RowProblem {
  readonly row: number;
  readonly column: string;
  readonly reason: string;
}

/** What became of a sheet: nothing of it is set while one of its rows is wrong. */
interface SheetAnswer {
  readonly count: number;
  readonly problems: readonly RowProblem[];
}

interface SheetUploadDialogProps {
  title: string;
  fileLabel: string;
  /** The names of its columns. */
  columns: readonly string[];
  send: (file: File) => Promise<SheetAnswer>;
  /** What the toast says when the sheet was set. */
  done: (answer: SheetAnswer) => string;
  onClose: () => void;
}

/** Sets what a small sheet says. */
export function SheetUploadDialog({ columns, send, fileLabel, ...props }: SheetUploadDialogProps) {
  const t = useText();
  const [wrong, setWrong] = useState<readonly RowProblem[]>([]);
  return (
    <DialogForm
      name="sheetUpload"
      {...props}
      size="lg"
      rules={oneFile}
      defaults={{ file: [] }}
      submitLabel={t('words.upload')}
      save={async ({ file }) => {
        const answer = await send(file);
        setWrong(answer.problems);
        return answer;
      }}
      isSaved={({ problems }) => problems.length === 0}
    >
      <p>{t('sheetWork.columnsHelp', { columns: columns.join(', ') })}</p>
      <FileField
        name="file"
        label={fileLabel}
        endings={SHEET_ENDINGS}
        maxBytes={2_000_000}
        onChanged={() => setWrong([])}
      />
      {wrong.length > 0 && (
        <ul className={classes.problems} role="alert">
          {wrong.map(({ row, column, reason }) => (
            <li key={`${row}${column}${reason}`}>
              {t('sheetWork.rowProblem', { row, column, reason: fileWords(reason) })}
            </li>
          ))}
        </ul>
      )}
    </DialogForm>
  );
}
