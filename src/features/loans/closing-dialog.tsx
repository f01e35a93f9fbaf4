import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ClosingPreview } from '../../../contract/loan-closure.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { showInfo, showUndo } from '../../components/toast-store.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { targetCount } from './assignment.ts';
import type { AssignTarget } from './assignment.ts';
import { useCloseLoans, useClosingPreview, useRestoreLoans } from './loan-closing-queries.ts';
import type { HandReason } from './loan-closing-queries.ts';
import classes from './loans.module.css';

interface DialogProps {
  reason: HandReason;
  target: AssignTarget;
  onClose: () => void;
  /** Called once loans ended: the selection is done with. */
  onDone: () => void;
}

const WORDS = {
  DELETED: { title: 'loanLife.deleteTitle', body: 'loanLife.deleteBody', verb: 'loanLife.delete' },
  WITHDRAWN: {
    title: 'loanLife.recallTitle',
    body: 'loanLife.recallBody',
    verb: 'loanLife.recall',
  },
} as const;
const MOST_NOTE = 500;

/** Shows what a deletion or recall would end, asks, and offers to take it back. */
export function ClosingDialog(props: DialogProps) {
  const { reason, target } = props;
  const t = useText();
  const preview = useClosingPreview(target, reason);
  const loans = t('loans.count', { count: preview.data?.count ?? targetCount(target) });
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t(WORDS[reason].title, { loans })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {preview.data !== undefined ? (
        <Confirmation {...props} preview={preview.data} />
      ) : preview.isError ? (
        <LoadProblem error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <LoadingState rows={3} />
      )}
    </Modal>
  );
}

function Confirmation(props: DialogProps & { preview: ClosingPreview }) {
  const { reason, preview } = props;
  const t = useText();
  const [note, setNote] = useState('');
  const { send, isPending } = useSend(props);
  return (
    <form
      className={classes.dialog}
      onSubmit={(event) => {
        event.preventDefault();
        send(note);
      }}
    >
      <p>{t(WORDS[reason].body)}</p>
      <PreviewLines preview={preview} />
      {reason === 'WITHDRAWN' && (
        <Textarea
          label={t('loanLife.note')}
          autosize
          minRows={2}
          maxLength={MOST_NOTE}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      <div className={classes.dialogActions}>
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button type="submit" color="red" loading={isPending} disabled={preview.count === 0}>
          {t(WORDS[reason].verb)}
        </Button>
      </div>
    </form>
  );
}

function PreviewLines({ preview }: { preview: ClosingPreview }) {
  const t = useText();
  const lines = [
    [preview.count, 'loanLife.previewCount', formatRupees(preview.dueAmount)],
    [preview.workedCount, 'loanLife.previewWorked', ''],
    [preview.promiseCount, 'loanLife.previewPromised', formatRupees(preview.promiseAmount)],
    [preview.allocatedCount, 'loanLife.previewAllocated', ''],
    [preview.paidCount, 'loanLife.previewPaid', ''],
    [preview.unchangedCount, 'loanLife.previewUnchanged', ''],
  ] as const;
  return (
    <ul className={classes.conflicts}>
      {lines.map(([count, key, sumText], index) =>
        count === 0 && index > 0 ? null : <li key={key}>{t(key, { count, amount: sumText })}</li>,
      )}
    </ul>
  );
}

/** Sends it, says what was done in the words of spec 8, and offers to take it back. */
function useSend({ reason, target, onClose, onDone }: DialogProps) {
  const t = useText();
  const close = useCloseLoans();
  const restore = useRestoreLoans();
  const send = (note: string) =>
    close.mutate(
      { reason, target, note: note.trim() },
      {
        onSuccess: ({ commandId, count }) => {
          const done =
            reason === 'DELETED' ? t('toasts.loanDeleted') : t('loanLife.recalled', { count });
          showUndo(done, () =>
            restore.mutate(
              { commandId },
              {
                onSuccess: ({ reopened }) =>
                  showInfo(t('loanLife.broughtBack', { count: reopened })),
              },
            ),
          );
          onDone();
          onClose();
        },
      },
    );
  return { send, isPending: close.isPending };
}
