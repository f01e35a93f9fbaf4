import { Button } from '@mantine/core';
import { LOAN_EDITABLE_FIELDS } from '../../../contract/loan.ts';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { BegunCorrection } from '../../offline/begun-visits.ts';
import { clearInputDraft } from '../../offline/input-drafts.ts';
import { useBegunCorrections, useIsGone } from './field-loan-queries.ts';
import { EDIT_LABELS } from './loan-edit-form.ts';

/** Where a loan was whose correction was begun: what was typed, to be passed on or thrown away. */
export function BegunEditNote({ loanId }: { loanId: string }) {
  const begun = useBegunCorrections(loanId);
  return begun.corrections.map((correction) => (
    <Correction key={correction.form} loanId={loanId} {...{ correction }} again={begun.again} />
  ));
}

function Correction({
  loanId,
  correction: { form, startedAt, typed, about },
  again,
}: {
  loanId: string;
  correction: BegunCorrection;
  again: () => Promise<unknown>;
}) {
  const t = useText();
  const confirm = useConfirm();
  const isTaken = useIsGone(loanId);
  const discard = async () => {
    const isSure = await confirm({
      title: t('fieldLoan.begunEdit.discardTitle'),
      body: t('fieldLoan.begunEdit.discardBody'),
      confirmLabel: t('fieldLoan.begunEdit.discard'),
      isDangerous: true,
    });
    if (!isSure) return;
    await clearInputDraft(form);
    await again();
  };
  return (
    <Notice
      tone="warn"
      title={
        startedAt === null
          ? t('fieldLoan.begunEdit.titleBare')
          : t('fieldLoan.begunEdit.title', { when: formatDayTime(startedAt) })
      }
      action={
        <Button variant="default" size="md" onClick={() => void discard()}>
          {t('fieldLoan.begunEdit.discard')}
        </Button>
      }
    >
      {about !== null && <p>{`${about.Customer_Name}, ${about.Loan_ID}`}</p>}
      {LOAN_EDITABLE_FIELDS.map((field) => {
        const { [field]: value } = typed;
        return (
          typeof value === 'string' && <p key={field}>{`${t(EDIT_LABELS[field])}: ${value}`}</p>
        );
      })}
      <p>{t(isTaken ? 'fieldLoan.begunEdit.body' : 'fieldLoan.begunEdit.listAway')}</p>
    </Notice>
  );
}
