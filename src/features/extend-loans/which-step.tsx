import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { LOAN_STATUSES } from '../../../contract/loan.ts';
import type { MatchedLoan } from '../../../contract/loan-closure.ts';
import { loanClosureCalls } from '../../../contract/loan-closure.ts';
import { useAskedChoices } from '../../components/asked-choices.tsx';
import { GrowingText } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { NumberInput } from '../../components/number-field.tsx';
import { useCallOnce } from '../../data/call-command.ts';
import { useClientNames } from '../../data/choices.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { ExtendedLoans } from './extend-loans-queries.ts';
import classes from './extend-loans.module.css';

/** What is given of this step so far, in each of its ways. */
export interface WhichDraft {
  readonly way: 'numbers' | 'sheet' | 'filter';
  readonly numbers: string;
  readonly clientName: string | null;
  readonly batchNo: number | null;
  readonly status: 'ACTIVE' | 'EXPIRED';
}

export const NOTHING_GIVEN: WhichDraft = {
  way: 'numbers',
  numbers: '',
  clientName: null,
  batchNo: null,
  status: 'EXPIRED',
};

interface WayProps {
  draft: WhichDraft;
  onDraft: (part: Partial<WhichDraft>) => void;
  onChosen: (loans: ExtendedLoans) => void;
}

const MOST_NUMBERS = 10_000;
const SHOWN_UNKNOWN = 20;

/** First step: loans by their pasted numbers, a whole sheet, or a lender's loans of one status. */
export function WhichStep(props: WayProps) {
  const t = useText();
  const { way } = props.draft;
  return (
    <div className={classes.step}>
      <SegmentedControl
        aria-label={t('loanLife.stepWhich')}
        fullWidth
        value={way}
        onChange={(next) => props.onDraft({ way: next })}
        data={[
          { value: 'numbers', label: t('loanLife.byNumbers') },
          { value: 'sheet', label: t('loanLife.bySheet') },
          { value: 'filter', label: t('loanLife.byFilter') },
        ]}
      />
      {way === 'numbers' && <ByNumbers {...props} />}
      {way === 'sheet' && <BySheet {...props} />}
      {way === 'filter' && <ByFilter {...props} />}
    </div>
  );
}

/** One number per line or cell, as a column of a spreadsheet is pasted. */
const numbersOf = (text: string) => [
  ...new Set(
    text
      .split(/[\n\r\t,;]+/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

function ByNumbers({ draft, onDraft, onChosen }: WayProps) {
  const t = useText();
  const match = useCallOnce(loanClosureCalls.matchLoanIds, { isBlocking: true });
  const { numbers, clientName } = draft;
  const [problem, setProblem] = useState<string | null>(null);
  const look = () => {
    const loanNumbers = numbersOf(numbers);
    if (loanNumbers.length === 0) setProblem(t('loanLife.noNumbers'));
    else if (loanNumbers.length > MOST_NUMBERS) setProblem(t('loanLife.tooManyNumbers'));
    else match.mutate({ body: { loanNumbers, ...(clientName !== null && { clientName }) } });
  };
  return (
    <>
      <LenderSelect value={clientName} onChange={(name) => onDraft({ clientName: name })} />
      <GrowingText
        label={t('loanLife.numbersLabel')}
        description={t('loanLife.numbersHelp')}
        rows={5}
        value={numbers}
        error={problem}
        onChange={(event) => {
          onDraft({ numbers: event.currentTarget.value });
          setProblem(null);
          match.reset();
        }}
      />
      {match.data !== undefined && <Found {...match.data} />}
      <div className="rc-row-8">
        <Button
          variant={match.data === undefined ? 'filled' : 'default'}
          loading={match.isPending}
          onClick={look}
        >
          {t('loanLife.look')}
        </Button>
        {match.data !== undefined && match.data.data.length > 0 && (
          <GoOn onClick={() => onChosen({ loanIds: match.data.data.map((loan) => loan._id) })} />
        )}
      </div>
    </>
  );
}

/** What the numbers are: how many loans of which status, and which numbers are none. */
function Found({ data, unknown }: { data: readonly MatchedLoan[]; unknown: readonly string[] }) {
  const t = useText();
  const statuses = LOAN_STATUSES.map((status) => ({
    status,
    count: data.filter((loan) => loan.status === status).length,
  })).filter(({ count }) => count > 0);
  return (
    <>
      <Notice
        tone={data.length === 0 ? 'warn' : 'info'}
        title={
          data.length === 0
            ? t('loanLife.nothingFound')
            : t('loanLife.found', { count: data.length })
        }
      >
        {statuses
          .map(({ status, count }) => `${t(`loanLife.${status}`)}: ${formatCount(count)}`)
          .join(' · ')}
      </Notice>
      {unknown.length > 0 && (
        <Notice tone="warn" title={t('loanLife.unknown', { count: unknown.length })}>
          <span className={classes.unknown}>
            {unknown.slice(0, SHOWN_UNKNOWN).join(', ')}
            {unknown.length > SHOWN_UNKNOWN && ' …'}
          </span>
        </Notice>
      )}
    </>
  );
}

function BySheet({ draft, onDraft, onChosen }: WayProps) {
  const t = useText();
  const { batchNo } = draft;
  const [isTried, setTried] = useState(false);
  const isNumber = batchNo !== null && Number.isInteger(batchNo) && batchNo > 0;
  const goOn = () => {
    setTried(true);
    if (isNumber) onChosen({ matching: { batchNo } });
  };
  return (
    <>
      <NumberInput
        label={t('loanFields.batchNo')}
        description={t('loanLife.sheetHelp')}
        value={batchNo}
        error={isTried && !isNumber ? t('loanLife.noSheet') : undefined}
        onChange={(next) => onDraft({ batchNo: next })}
      />
      <div className="rc-row-8">
        <GoOn onClick={goOn} />
      </div>
    </>
  );
}

function ByFilter({ draft, onDraft, onChosen }: WayProps) {
  const t = useText();
  const { clientName, status } = draft;
  const goOn = () =>
    onChosen({
      matching: { status: [status], ...(clientName !== null && { client: [clientName] }) },
    });
  return (
    <>
      <LenderSelect value={clientName} onChange={(name) => onDraft({ clientName: name })} />
      <SegmentedControl
        aria-label={t('words.status')}
        value={status}
        onChange={(next) => onDraft({ status: next })}
        data={[
          { value: 'EXPIRED', label: t('loanLife.EXPIRED') },
          { value: 'ACTIVE', label: t('loanLife.ACTIVE') },
        ]}
      />
      <div className="rc-row-8">
        <GoOn onClick={goOn} />
      </div>
    </>
  );
}

function LenderSelect(props: { value: string | null; onChange: (name: string | null) => void }) {
  const t = useText();
  const lenders = useClientNames();
  const words = useAskedChoices(lenders, t('clients.noneFits'));
  return (
    <Select
      label={t('words.client')}
      placeholder={t('loanLife.anyClient')}
      data={lenders.data ?? []}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      {...words}
      value={props.value}
      onChange={props.onChange}
    />
  );
}

function GoOn({ onClick }: { onClick: () => void }) {
  const t = useText();
  return (
    <Button rightSection={<IconArrowRight size={16} aria-hidden />} onClick={onClick}>
      {t('loanLife.next')}
    </Button>
  );
}
