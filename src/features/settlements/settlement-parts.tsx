import { Button } from '@mantine/core';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { settlementCalls } from '../../../contract/settlement-calls.ts';
import { isBeforeLetter } from '../../../contract/settlement-machine.ts';
import { SETTLEMENT_CLOSINGS } from '../../../contract/settlement.ts';
import type {
  SettlementClosing,
  SettlementDetail,
  SettlementEvent,
  SettlementLetter,
} from '../../../contract/settlement.ts';
import { FactGroup } from '../../components/facts.tsx';
import { DayText, Money } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { Timeline } from '../../components/timeline.tsx';
import type { TimelineItem } from '../../components/timeline.tsx';
import { useCallDownload } from '../../data/call-command.ts';
import { formatDay, formatDayTime } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './settlements.module.css';

const amount = (label: string, value: number | null) =>
  value === null ? [] : [{ label, value: <Money amount={value} /> }];

/** What was offered of what was due, and what it costs. */
export function TermsFacts({ settlement }: { settlement: SettlementDetail }) {
  const t = useText();
  const { principalAmount, interestAmount, chargesAmount, waivedAmount, expectedPercent } =
    settlement;
  const facts = [
    { label: t('settlements.offer'), value: <Money amount={settlement.offeredAmount} /> },
    { label: t('settlements.due'), value: <Money amount={settlement.dueAmount} /> },
    ...amount(t('words.principalOutstanding'), principalAmount),
    ...amount(t('words.interestOutstanding'), interestAmount),
    ...amount(t('settlements.charges'), chargesAmount),
    {
      label: t('settlements.waiver'),
      value: `${formatRupees(settlement.waiverAmount)} · ${t('settlements.waiverShare', { percent: settlement.waiverPercent })}`,
    },
    { label: t('settlements.kind'), value: t(`settlements.kinds.${settlement.kind}`) },
    { label: t('settlements.validUntil'), value: <DayText value={settlement.validUntil} /> },
    { label: t('loanFields.Paid_Amount'), value: <Money amount={settlement.paidAmount} /> },
    ...amount(t('settlements.waived'), waivedAmount),
    { label: t('settlements.reason'), value: t(`settlements.reasons.${settlement.reason}`) },
    { label: t('settlements.grace'), value: settlement.graceDays },
    ...(settlement.coolingUntil === null
      ? []
      : [{ label: t('settlements.cooling'), value: <DayText value={settlement.coolingUntil} /> }]),
    {
      label: t('settlements.expected'),
      value:
        expectedPercent === null
          ? t('settlements.expectedNone')
          : `${formatRupees(Math.round((settlement.dueAmount * expectedPercent) / 100))} · ${t('settlements.expectedHint', { percent: expectedPercent })}`,
      isWide: true,
    },
    ...(!settlement.remarks
      ? []
      : [{ label: t('words.remarks'), value: settlement.remarks, isWide: true }]),
  ];
  return <FactGroup title={t('settlements.facts')} facts={facts} />;
}

/** Whose loan it is. */
export function LoanFacts({ settlement }: { settlement: SettlementDetail }) {
  const t = useText();
  return (
    <FactGroup
      title={t('words.loan')}
      facts={[
        { label: t('words.borrower'), value: settlement.Customer_Name },
        { label: t('words.client'), value: settlement.Client_Name },
        { label: t('words.product'), value: settlement.Product ?? '–' },
        { label: t('words.bucket'), value: settlement.Bucket ?? '–' },
        { label: t('settlements.proposed'), value: settlement.Proposed_By },
      ]}
    />
  );
}

const STANDING: Readonly<Record<SettlementDetail['instalments'][number]['standing'], Tone>> = {
  DUE: 'quiet',
  PART: 'info',
  KEPT: 'good',
  LATE: 'good',
  SHORT: 'danger',
  MISSED: 'danger',
};

/** Each instalment with what came of it; of terms that were never agreed on, or were closed, nothing is awaited. */
export function Instalments({ settlement }: { settlement: SettlementDetail }) {
  const t = useText();
  const isAgreed = settlement.hasLetter && settlement.settlementStatus !== 'WITHDRAWN';
  const isAwaited = settlement.waitsFor !== null || isAgreed;
  return (
    <ul className={classes.rows}>
      {settlement.instalments.map(({ dueOn, amount, paidAmount, standing }) => (
        <li key={dueOn} className={classes.row}>
          <span className={classes.words}>
            <DayText value={dueOn} />
            <span className={classes.quiet}>
              {isAwaited && `${formatRupees(paidAmount)} / `}
              {formatRupees(amount)}
            </span>
          </span>
          {isAwaited && (
            <StatusChip tone={STANDING[standing]} label={t(`settlements.standing.${standing}`)} />
          )}
        </li>
      ))}
    </ul>
  );
}

const EVENT_TONES: Readonly<Partial<Record<SettlementEvent['action'], Tone>>> = {
  APPROVE: 'good',
  ISSUE_LETTER: 'good',
  REJECT: 'danger',
  WITHDRAW: 'quiet',
  COUNTER: 'warn',
};

/** The days and amounts that were offered: told where somebody set them. */
function planOf(t: TFunction, { action, instalments = [] }: SettlementEvent): string {
  if ((action !== 'PROPOSE' && action !== 'COUNTER') || instalments.length === 0) return '';
  const list = instalments.map(({ dueOn, amount: due }) =>
    t('settlements.eventInstalment', { amount: formatRupees(due), day: formatDay(dueOn) }),
  );
  return t('settlements.eventInstalments', { list: list.join(', ') });
}

/** What the server itself closed: its remarks are the code of why. */
export const closingOf = ({
  action,
  toStatus,
  remarks,
}: SettlementEvent): SettlementClosing | undefined =>
  action === 'FOLLOW' && toStatus === 'WITHDRAWN'
    ? SETTLEMENT_CLOSINGS.find((closing) => closing === remarks)
    : undefined;

function eventTitle(t: TFunction, event: SettlementEvent): string {
  const { action, toStatus } = event;
  const closing = closingOf(event);
  if (closing) return t(`settlements.closed.${closing}`);
  if (action === 'FOLLOW' && isBeforeLetter(toStatus)) return t('settlements.resumed');
  return t(`settlements.event.${action}`, { status: t(`settlements.state.${toStatus}`) });
}

function eventItem(t: TFunction, event: SettlementEvent): TimelineItem {
  const closing = closingOf(event);
  return {
    id: event._id,
    title: eventTitle(t, event),
    meta: `${formatDayTime(event.at)} · ${event.personName ?? t('common.brand')}`,
    body: [
      t('settlements.eventTerms', {
        amount: formatRupees(event.offeredAmount),
        day: formatDay(event.validUntil),
      }),
      planOf(t, event),
      closing === undefined && event.remarks,
    ]
      .filter(Boolean)
      .join(' · '),
    tone: EVENT_TONES[event.action] ?? 'info',
  };
}

/** Everything that was done, the newest first. */
export function SettlementHistory({ settlement }: { settlement: SettlementDetail }) {
  const t = useText();
  return (
    <Timeline
      label={t('words.history')}
      items={settlement.events.map((event) => eventItem(t, event))}
    />
  );
}

const CHECKED: Readonly<Record<SettlementLetter['check'], Tone>> = {
  AGREES: 'good',
  DIFFERS: 'danger',
  UNREAD: 'warn',
};

/** Drafts to sign, before the letter and once all is paid. */
function Drafts({ settlement }: { settlement: SettlementDetail }) {
  const t = useText();
  const download = useCallDownload(settlementCalls.draftLetter);
  const { _id: id, drafts, settlementStatus } = settlement;
  const isPaid = settlementStatus === 'FULFILLED';
  const shown = drafts.filter(({ kind }) => (kind === 'NO_DUES') === isPaid);
  if (shown.length === 0) return null;
  return (
    <div className={classes.words}>
      <div className={classes.actions}>
        {shown.map(({ kind, language }) => (
          <Button
            key={`${kind} ${language}`}
            variant="default"
            leftSection={<IconFileText size={16} aria-hidden />}
            loading={download.isPending && download.variables.query.language === language}
            onClick={() => download.mutate({ query: { id, kind, language } })}
          >
            {t(`settlements.draft.${kind}.${language}`)}
          </Button>
        ))}
      </div>
      {!isPaid && <p className={classes.quiet}>{t('settlements.draftHint')}</p>}
    </div>
  );
}

/** The letter and earlier ones, to download. */
export function Letters({ settlement }: { settlement: SettlementDetail }) {
  const t = useText();
  return (
    <>
      {settlement.letters.length === 0 && (
        <p className={classes.quiet}>{t('settlements.noLetter')}</p>
      )}
      <LetterRows settlement={settlement} />
      <Drafts settlement={settlement} />
    </>
  );
}

function LetterRows({ settlement }: { settlement: SettlementDetail }) {
  const t = useText();
  const download = useCallDownload(settlementCalls.downloadLetter);
  return (
    <ul className={classes.rows}>
      {settlement.letters.map((letter) => (
        <li key={letter._id} className={classes.row}>
          <span className={classes.words}>
            <strong>{letter.name}</strong>
            <span className={classes.quiet}>
              {[letter.Uploaded_By, formatDayTime(letter.uploadedAt), letter.confirmReason]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {letter.replacedAt === null && letter.findings.includes('LIMITS') && (
              <span className={classes.quiet}>{t('settlements.notWithinLimits')}</span>
            )}
            {letter.replacedAt === null ? (
              <StatusChip
                tone={CHECKED[letter.check]}
                label={t(`settlements.check.${letter.check}`)}
              />
            ) : (
              <span className={classes.quiet}>
                {t('settlements.replaced', { when: formatDayTime(letter.replacedAt) })}
              </span>
            )}
          </span>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            aria-label={t('settlements.downloadNamed', { name: letter.name })}
            loading={download.isPending}
            onClick={() => download.mutate({ query: { id: settlement._id, letterId: letter._id } })}
          >
            {t('common.download')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
