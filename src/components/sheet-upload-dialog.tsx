import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { fileWords } from '../lib/file-words.ts';
import { SHEET_ENDINGS } from '../lib/sheet-endings.ts';
import { useText } from '../lib/texts/texts.ts';
import { FileDrop } from './file-drop.tsx';
import classes from './sheet-upload-dialog.module.css';

/** What is wrong in a row of a sheet. */
interface RowProblem {
  readonly row: number;
  readonly column: string;
  readonly reason: string;
}

interface SheetUploadDialogProps {
  title: string;
  fileLabel: string;
  /** The names of its columns. */
  columns: readonly string[];
  isSending: boolean;
  /** Sends the file and hands on what is wrong in its rows: nothing, when all of it was set. */
  send: (file: File, onAnswer: (problems: readonly RowProblem[]) => void) => void;
  onClose: () => void;
}

/** Sets what a small sheet says; nothing is set while one of its rows is wrong. */
export function SheetUploadDialog({ columns, send, onClose, ...props }: SheetUploadDialogProps) {
  const t = useText();
  const [file, setFile] = useState<File | null>(null);
  const [problems, setProblems] = useState<readonly RowProblem[]>([]);
  const onAnswer = (answer: readonly RowProblem[]) => {
    setProblems(answer);
    if (answer.length === 0) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={props.title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={classes.dialog}>
        <p>{t('sheetWork.columnsHelp', { columns: columns.join(', ') })}</p>
        <FileDrop
          label={props.fileLabel}
          endings={SHEET_ENDINGS}
          maxBytes={2_000_000}
          files={file === null ? [] : [file]}
          onFiles={([next]) => {
            setFile(next ?? null);
            setProblems([]);
          }}
        />
        {problems.length > 0 && (
          <ul className={classes.problems} role="alert">
            {problems.map(({ row, column, reason }) => (
              <li key={`${row}${column}${reason}`}>
                {t('sheetWork.rowProblem', { row, column, reason: fileWords(reason) })}
              </li>
            ))}
          </ul>
        )}
        <Button
          disabled={file === null}
          loading={props.isSending}
          onClick={() => file !== null && send(file, onAnswer)}
        >
          {t('sheetWork.upload')}
        </Button>
      </div>
    </Modal>
  );
}
