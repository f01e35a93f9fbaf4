import { z } from 'zod';
import { settlementCalls } from '../../../contract/settlement-calls.ts';
import type { SettlementDetail, SettlementTerms } from '../../../contract/settlement.ts';
import { textSchema } from '../../../contract/values.ts';
import { TextAreaField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useOnline } from '../../lib/use-online.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { TermsFields } from './terms-fields.tsx';
import { readTerms, termsValues } from './terms.ts';
import type { TermsValues } from './terms.ts';

/** What a person decides by a dialog. */
export type Decided = 'APPROVE' | 'COUNTER' | 'REJECT' | 'WITHDRAW';

/** A decision goes to the client's call or to the agency's (spec 7.8). */
export function useDecide(isClient: boolean) {
  const changes = ['notifications', 'loans'] as const;
  const agency = useBodyCommand(settlementCalls.updateSettlementStatus, { changes });
  const client = useBodyCommand(settlementCalls.approveByClient, { changes });
  return (isClient ? client : agency) as typeof agency;
}

interface DialogProps {
  settlement: SettlementDetail;
  isClient: boolean;
  action: Decided;
  /** Somebody was faster, or a rule stops it: from then on it is about the settlement as it stands now. */
  onRefused: () => void;
  onClose: (isSaved: boolean) => void;
}

/** Asks what a decision needs. It needs the network; what is typed stays when it is refused. */
export function DecisionDialog(props: DialogProps) {
  switch (props.action) {
    case 'APPROVE':
      return <ApproveDialog {...props} />;
    case 'COUNTER':
      return <CounterDialog {...props} />;
    case 'REJECT':
    case 'WITHDRAW':
      return <RefuseDialog {...props} />;
  }
}

/** A decision needs the network: said while there is none. */
export function OfflineNote() {
  const t = useText();
  return useOnline() ? null : <Notice tone="warn" title={t('settlements.offline')} />;
}

const remarksRules = z.object({ remarks: textSchema(2000) });

function ApproveDialog({ settlement, isClient, action, onRefused, onClose }: DialogProps) {
  const t = useText();
  const isOnline = useOnline();
  const decide = useDecide(isClient);
  const { _id, revision, offeredAmount, waiverAmount, dueAmount } = settlement;
  return (
    <DialogForm
      name="settlements.approveTitle"
      about={_id}
      title={t('settlements.approveTitle', { amount: formatRupees(offeredAmount) })}
      rules={remarksRules}
      defaults={{ remarks: '' }}
      save={({ remarks }) => decide.mutateAsync({ _id, revision, action, remarks })}
      done={t('toasts.updated')}
      submitLabel={t('settlements.action.APPROVE')}
      isSubmitDisabled={!isOnline}
      onRefused={() => {
        onRefused();
        return false;
      }}
      onClose={onClose}
    >
      <p>
        {t('settlements.approveBody', {
          waiver: formatRupees(waiverAmount),
          due: formatRupees(dueAmount),
        })}
      </p>
      <TextAreaField name="remarks" text="words.remarks" maxLength={2000} />
      <OfflineNote />
    </DialogForm>
  );
}

interface CounterValues extends TermsValues {
  remarks: string;
}

function CounterDialog({ settlement, isClient, action, onRefused, onClose }: DialogProps) {
  const t = useText();
  const isOnline = useOnline();
  const decide = useDecide(isClient);
  const { _id, revision } = settlement;
  return (
    <DialogForm<CounterValues, { terms: SettlementTerms; remarks: string }, unknown>
      name="settlements.counterTitle"
      about={_id}
      title={t('settlements.counterTitle')}
      rules={({ remarks, ...typed }) => {
        const read = readTerms(typed);
        return read.problems === null
          ? { data: { terms: read.data, remarks }, problems: null }
          : read;
      }}
      defaults={{ ...termsValues(settlement), remarks: '' }}
      save={({ terms, remarks }) => decide.mutateAsync({ _id, revision, action, remarks, terms })}
      done={t('toasts.updated')}
      submitLabel={t('settlements.sendTerms')}
      isSubmitDisabled={!isOnline}
      onRefused={() => {
        onRefused();
        return false;
      }}
      onClose={onClose}
    >
      <TermsFields dueAmount={settlement.dueAmount + (settlement.bouncedAmount ?? 0)} />
      <TextAreaField name="remarks" text="words.remarks" maxLength={2000} />
      <OfflineNote />
    </DialogForm>
  );
}

function RefuseDialog({ settlement, isClient, action, onRefused, onClose }: DialogProps) {
  const t = useText();
  const isOnline = useOnline();
  const decide = useDecide(isClient);
  const { _id, revision } = settlement;
  const isReject = action === 'REJECT';
  return (
    <ReasonDialog
      name={isReject ? 'settlements.rejectTitle' : 'settlements.withdrawTitle'}
      about={_id}
      title={t(isReject ? 'settlements.rejectTitle' : 'settlements.withdrawTitle')}
      label={t('words.reason')}
      action={t(`settlements.action.${isReject ? 'REJECT' : 'WITHDRAW'}`)}
      most={2000}
      save={(remarks) => decide.mutateAsync({ _id, revision, action, remarks })}
      done={t('toasts.updated')}
      isSubmitDisabled={!isOnline}
      onRefused={() => {
        onRefused();
        return false;
      }}
      onClose={onClose}
    >
      <OfflineNote />
    </ReasonDialog>
  );
}
