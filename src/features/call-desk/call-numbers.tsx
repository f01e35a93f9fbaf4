import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { borrowerProfileCalls } from '../../../contract/borrower-profile.ts';
import type { BorrowerNumber } from '../../../contract/borrower-profile.ts';
import type { LoanDetail } from '../../../contract/loan.ts';
import { DispositionChip } from '../../components/disposition-chip.tsx';
import { RelativeTimeText } from '../../components/figure.tsx';
import { TextField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatPhone, telLink } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import { BestTimeLine } from './best-time-line.tsx';
import { useAddNumber, useBorrowerProfile } from './borrower-queries.ts';
import classes from './call-numbers.module.css';

/** A number that can be dialled; `known` once the profile is there. */
export interface CallNumber {
  number: string;
  known: BorrowerNumber | null;
  /** Of every call it is known where it went: a number without calls was never called. */
  isSure: boolean;
}

/** The borrower's numbers: those of the loan at once, what is known of them when the profile is there. */
export function useCallNumbers(loan: LoanDetail): CallNumber[] {
  const profile = useBorrowerProfile(loan._id).data;
  const ofLoan = [...new Set([loan.Mobile_Number, loan.Alternate_Mobile_Number])].map((number) => ({
    number: number ?? '',
    known: null,
    isSure: false,
  }));
  const isSure =
    profile?.calls.total === profile?.numbers.reduce((sum, { calls }) => sum + calls, 0);
  const all: CallNumber[] =
    profile === undefined
      ? ofLoan
      : profile.numbers.map((known) => ({ number: known.number, known, isSure }));
  return all.filter(({ number }) => telLink(number) !== null);
}

/** The number to dial first: the first that was not wrong. */
export function firstNumber(numbers: readonly CallNumber[]): string | null {
  return (numbers.find(({ known }) => known?.isWrong !== true) ?? numbers[0])?.number ?? null;
}

/** The number after the chosen one, from the start again at the end. */
export function numberAfter(numbers: readonly CallNumber[], chosen: string | null): string | null {
  const at = numbers.findIndex(({ number }) => number === chosen);
  return numbers[(at + 1) % Math.max(1, numbers.length)]?.number ?? null;
}

interface NumbersProps {
  loanId: string;
  numbers: readonly CallNumber[];
  chosen: string | null;
  onChoose: (number: string) => void;
  isLost: boolean;
}

/** The numbers to choose from, each with what came of it last. */
export function CallNumbers({ loanId, numbers, chosen, onChoose, isLost }: NumbersProps) {
  const t = useText();
  return (
    <div className={classes.numbers}>
      {numbers.length === 0 && <strong>{t('callDesk.noNumber')}</strong>}
      <div role="radiogroup" aria-label={t('words.number')} className="rc-stack-6">
        {numbers.map((each) => (
          <label
            key={each.number}
            className={classes.row}
            data-chosen={each.number === chosen || undefined}
          >
            <input
              className={classes.radio}
              type="radio"
              name="call-number"
              value={each.number}
              checked={each.number === chosen}
              onChange={() => onChoose(each.number)}
            />
            <strong className={classes.number}>{formatPhone(each.number)}</strong>
            {each.known !== null && <KnownNumber known={each.known} isSure={each.isSure} />}
          </label>
        ))}
      </div>
      {!isLost && (
        <div className={classes.more}>
          <AddNumber loanId={loanId} onAdded={onChoose} />
          <BestTimeLine loanId={loanId} />
        </div>
      )}
    </div>
  );
}

function KnownNumber({ known, isSure }: { known: BorrowerNumber; isSure: boolean }) {
  const t = useText();
  const words = [known.holder ?? known.sources.map((source) => t(`borrower.source.${source}`))]
    .flat()
    .join(', ');
  const { lastResult } = known;
  return (
    <>
      <span className={classes.about}>
        {words}
        {known.calls > 0 &&
          ` · ${t('borrower.ofCalls', { count: known.calls, reached: known.reached })}`}
      </span>
      <span className={classes.result}>
        {known.isWrong ? (
          <StatusChip tone="danger" label={t('words.wrongNumber')} />
        ) : (
          lastResult !== null && (
            <DispositionChip
              code={lastResult.code}
              label={lastResult.label}
              dispositionClass={lastResult.disposition_class}
            />
          )
        )}
        {lastResult === null && isSure && (
          <span className={classes.about}>{t('borrower.neverCalled')}</span>
        )}
        {lastResult !== null && (
          <span className={classes.about}>
            <RelativeTimeText value={lastResult.at} />
          </span>
        )}
      </span>
    </>
  );
}

function AddNumber(props: { loanId: string; onAdded: (number: string) => void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <NumberForm {...props} onClose={() => setOpen(false)} />;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.add}
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => setOpen(true)}
    >
      {t('borrower.addNumber')}
    </Button>
  );
}

function NumberForm(props: {
  loanId: string;
  onAdded: (number: string) => void;
  onClose: () => void;
}) {
  const t = useText();
  const { loanId, onAdded, onClose } = props;
  const add = useAddNumber(loanId);
  return (
    <ScreenForm
      name="borrower.addNumber"
      rules={borrowerProfileCalls.addLearntNumber.body}
      defaults={{ loanId, number: '', holder: '' }}
      label={t('borrower.addNumber')}
      save={async ({ number, holder = '' }) => {
        const { numbers } = await add.mutateAsync({ number, holder });
        const digits = number.replace(/\D/g, '').slice(-10);
        return numbers.find((each) => each.number.replace(/\D/g, '').endsWith(digits));
      }}
      done={t('borrower.numberAdded')}
      onSaved={(kept) => {
        if (kept !== undefined) onAdded(kept.number);
        onClose();
      }}
      submitLabel={t('common.add')}
      actions={
        <Button variant="default" onClick={onClose}>
          {t('borrower.cancel')}
        </Button>
      }
    >
      <FieldRow>
        <TextField name="number" text="borrower.newNumber" type="tel" />
        <TextField
          name="holder"
          label={t('borrower.holder')}
          placeholder={t('borrower.holderHelp')}
        />
      </FieldRow>
    </ScreenForm>
  );
}
