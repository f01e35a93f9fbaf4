import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { CallAnswer } from '../../../contract/call.ts';
import { TARGET_SHEET_COLUMNS, targetCalls } from '../../../contract/target.ts';
import { FileDrop } from '../../components/file-drop.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { fileWords } from '../../lib/file-words.ts';
import { SHEET_ENDINGS } from '../../lib/sheet-endings.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './targets.module.css';

type Problems = CallAnswer<typeof targetCalls.uploadTargets>['problems'];

/** Sets the targets of a sheet; nothing is set while one of its rows is wrong. */
export function TargetUpload({ month, onClose }: { month: string; onClose: () => void }) {
  const t = useText();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problems, setProblems] = useState<Problems>([]);
  const upload = useCallCommand(targetCalls.uploadTargets, { changes: ['staff-dashboards'] });
  const send = () =>
    upload.mutate(
      { body: { month }, files: { file: files } },
      {
        onSuccess: (answer) => {
          setProblems(answer.problems);
          if (answer.problems.length > 0) return;
          showSuccess(t('targets.uploaded', { count: answer.count }));
          onClose();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('targets.upload')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <p>{t('targets.uploadHelp', { columns: TARGET_SHEET_COLUMNS.join(', ') })}</p>
      <FileDrop
        label={t('targets.file')}
        endings={SHEET_ENDINGS}
        maxBytes={2_000_000}
        files={files}
        onFiles={(next) => {
          setFiles(next);
          setProblems([]);
        }}
      />
      {problems.length > 0 && (
        <ul className={classes.problems} role="alert">
          {problems.map(({ row, column, reason }) => (
            <li key={`${row}${column}${reason}`}>
              {t('targets.rowProblem', { row, column, reason: fileWords(reason) })}
            </li>
          ))}
        </ul>
      )}
      <Button disabled={files.length === 0} loading={upload.isPending} onClick={send}>
        {t('targets.uploadNow')}
      </Button>
    </Modal>
  );
}
