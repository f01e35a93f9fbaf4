import type { SettlementDetail, SettlementRecord } from '../../../contract/settlement.ts';
import { outcomeWords } from '../../components/disposition-words.ts';
import { FactGroup } from '../../components/facts.tsx';
import { DayText, Money } from '../../components/figure.tsx';
import { Panel } from '../../components/page.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { formatDay, formatDayTime } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './settlements.module.css';

interface Props {
  settlement: SettlementDetail;
}

const percentOf = (share: number): number => Math.round(share * 100);

/** What the waiver costs beside what the loan would bring by itself. */
export function WaiverCost({ settlement }: Props) {
  const t = useText();
  const { expectation, offeredAmount, waiverAmount } = settlement;
  if (expectation === null) return null;
  const { chance, amount, rolls, isScored = false } = expectation;
  const less = offeredAmount - amount;
  const became = rolls
    .filter(({ share }) => share >= 0.005)
    .map(
      ({ outcome, share }) =>
        `${t(`predictions.rolls.${outcome}`)} ${formatPercent(percentOf(share))}`,
    )
    .join(' · ');
  return (
    <FactGroup
      title={t('settlements.cost')}
      facts={[
        { label: t('settlements.waived30'), value: <Money amount={waiverAmount} /> },
        {
          label: t('settlements.expected30'),
          value: t('settlements.expected30Value', {
            amount: formatRupees(amount),
            percent: percentOf(chance),
          }),
        },
        {
          label: t('settlements.gain'),
          value: t(less >= 0 ? 'settlements.gainMore' : 'settlements.gainLess', {
            amount: formatRupees(Math.abs(less)),
          }),
        },
        {
          label: t('settlements.expectedBy'),
          value: t(isScored ? 'settlements.expectedByScore' : 'settlements.expectedByHistory'),
        },
        ...(became === '' ? [] : [{ label: t('settlements.rolls'), isWide: true, value: became }]),
      ]}
    />
  );
}

const AGENCY: ReadonlySet<string> = new Set([
  'COLLECTOR',
  'FIELD_AGENT',
  'MANAGER',
  'ADMIN',
  'SUPER_ADMIN',
]);
const ADVISES: ReadonlySet<string> = new Set(['APPROVE', 'COUNTER', 'PROPOSE']);

/** What the agency said last: who approved it there, offered these terms, or proposed it, and why. */
export function Recommendation({ settlement }: Props) {
  const t = useText();
  const advice = settlement.events.find(
    ({ action, role }) => role !== null && AGENCY.has(role) && ADVISES.has(action),
  );
  if (advice === undefined) return null;
  return (
    <Panel title={t('settlements.recommendation')}>
      <p className="rc-sum">
        {t(`settlements.event.${advice.action}`, { status: '' })}:{' '}
        {formatRupees(advice.offeredAmount)}
        {' · '}
        {advice.personName} · {formatDayTime(advice.at)}
      </p>
      <p className={classes.quiet}>{advice.remarks ?? t('settlements.noRemarks')}</p>
    </Panel>
  );
}

/** What is known of the loan now. */
function RecordFacts({ settlement, record }: Props & { record: SettlementRecord }) {
  const t = useText();
  return (
    <Panel>
      <FactGroup
        title={t('words.loan')}
        facts={[
          { label: t('settlements.dueNow'), value: <Money amount={record.Total_Due_Amount} /> },
          { label: t('loanFields.DPD'), value: record.DPD },
          { label: t('words.loanAmount'), value: <Money amount={record.Loan_Amount} /> },
          { label: t('words.dueDate'), value: <DayText value={record.Due_Date} /> },
          { label: t('settlements.paidSoFar'), value: <Money amount={record.Paid_Amount} /> },
          { label: t('words.city'), value: record.City },
          { label: t('words.product'), value: settlement.Product },
          { label: t('words.bucket'), value: settlement.Bucket },
          { label: t('settlements.proposed'), value: settlement.Proposed_By },
        ]}
      />
    </Panel>
  );
}

/** The loan, contacts, promises and payments. */
export function SettlementRecordPanels({ settlement }: Props) {
  const t = useText();
  const { record } = settlement;
  if (record === null) return null;
  return (
    <>
      <RecordFacts settlement={settlement} record={record} />
      <Panel title={t('words.contacts')}>
        <Lines
          label={t('words.contacts')}
          none={t('settlements.noContacts')}
          items={record.contacts.map((one) => ({
            id: one._id,
            title: outcomeWords(t, one.code ?? '', one.label),
            meta: `${formatDayTime(one.at)} · ${one.Agent_Name}`,
            body: one.remarks ?? '',
          }))}
        />
      </Panel>
      <Panel title={t('menu.promises')}>
        <Lines
          label={t('menu.promises')}
          none={t('settlements.noPromises')}
          items={record.promises.map((one) => ({
            id: one._id,
            title: formatRupees(one.amount),
            meta: formatDay(one.dueOn),
            body: t(`promises.state.${one.state}`),
          }))}
        />
      </Panel>
      <Panel title={t('words.payments')}>
        <Lines
          label={t('words.payments')}
          none={t('settlements.noPayments')}
          items={record.payments.map((one) => ({
            id: one._id,
            title: formatRupees(one.amount),
            meta: formatDay(one.paidOn),
            body: one.isReversed ? t('words.reversed') : (one.mode ?? ''),
          }))}
        />
      </Panel>
    </>
  );
}

interface Line {
  readonly id: string;
  readonly title: string;
  readonly meta: string;
  readonly body: string;
}

function Lines({ label, none, items }: { label: string; none: string; items: readonly Line[] }) {
  if (items.length === 0) return <p className={classes.quiet}>{none}</p>;
  return (
    <Timeline label={label} items={items.map((line) => ({ ...line, tone: 'info' as const }))} />
  );
}
