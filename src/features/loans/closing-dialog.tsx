import { z } from 'zod';
import { loanClosureCalls } from '../../../contract/loan-closure.ts';
import type { ClosingPreview } from '../../../contract/loan-closure.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextAreaField } from '../../components/form-field.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { FormInDialog } from '../../components/saving-form.tsx';
import { showUndo } from '../../components/toast-store.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { targetCount } from './assignment.ts';
import type { AssignTarget } from './assignment.ts';
import { useCloseLoans, useClosingPreview } from './loan-closing-queries.ts';
import type { HandReason } from './loan-closing-queries.ts';
import { useRestore } from './use-restore.ts';
import classes from './loans.module.css';

interface DialogProps {
  reason: HandReason;
  target: AssignTarget;
  onClose: () => void;
  /** Called once loans ended: the selection is done with. */
  onDone: () => void;
}

const WORDS = {
  DELETED: { title: 'loanLife.deleteTitle', body: 'loanLife.deleteBody', verb: 'common.delete' },
  WITHDRAWN: {
    title: 'loanLife.recallTitle',
    body: 'loanLife.recallBody',
    verb: 'loanLife.recall',
  },
} as const;

const rules = z.object({ note: loanClosureCalls.withdrawLoans.body.shape.note.unwrap() });

/** Shows what a deletion or recall would end, asks, and offers to take it back. */
export function ClosingDialog(props: DialogProps) {
  const { reason, target, onClose } = props;
  const t = useText();
  const preview = useClosingPreview(target, reason);
  const loans = t('words.loanCount', { count: preview.data?.count ?? targetCount(target) });
  return (
    <Dialog title={t(WORDS[reason].title, { loans })} onClose={onClose}>
      <Loaded of={preview} rows={3}>
        {(data) => <Confirmation {...props} preview={data} />}
      </Loaded>
    </Dialog>
  );
}

function Confirmation(props: DialogProps & { preview: ClosingPreview }) {
  const { reason, target, preview, onDone } = props;
  const t = useText();
  const close = useCloseLoans();
  const offerRestore = useRestoreOffer(reason);
  return (
    <FormInDialog
      name={WORDS[reason].title}
      about={JSON.stringify(target)}
      rules={rules}
      defaults={{ note: '' }}
      save={({ note }) => close.mutateAsync({ reason, target, note })}
      onSaved={(ended) => {
        offerRestore(ended);
        onDone();
      }}
      submitLabel={t(WORDS[reason].verb)}
      isSubmitDisabled={preview.count === 0}
      isDangerous
      focus="cancel"
    >
      <p>{t(WORDS[reason].body)}</p>
      <PreviewLines preview={preview} />
      {reason === 'WITHDRAWN' && <TextAreaField name="note" text="loanLife.note" />}
    </FormInDialog>
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
    [preview.settlementCount ?? 0, 'loanLife.previewSettlements', ''],
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

/** Says what was done in the words of spec 8, and offers to take it back. */
function useRestoreOffer(reason: HandReason) {
  const t = useText();
  const restore = useRestore();
  return ({ commandId, count }: { commandId: string; count: number }) =>
    showUndo(
      reason === 'DELETED' ? t('toasts.loanDeleted') : t('loanLife.recalled', { count }),
      () => restore.run({ commandId }),
    );
}
