import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { recoveryModelCalls } from '../../../contract/recovery-model.ts';
import type { LoanScore } from '../../../contract/recovery-model.ts';
import { bestTimeWords } from '../../components/best-time.ts';
import { FactGroup } from '../../components/facts.tsx';
import { Panel } from '../../components/page.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { mayCall } from '../../data/may-call.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { formatPercent, percentOf } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './loans.module.css';

type Reason = LoanScore['reasons'][number];

/** So many days ago and more: as good as never. */
const NEVER_DAYS = 364;
const SINCE: ReadonlySet<Reason['sign']> = new Set([
  'daysSincePaid',
  'daysSinceContact',
  'daysSinceBroken',
]);

function useReasonWords() {
  const t = useText();
  return ({ sign, value }: Reason): string => {
    const isNone = SINCE.has(sign) ? value >= NEVER_DAYS : value === 0;
    if (isNone) return t(`recoveryModel.reasonsNone.${sign}`);
    return t(`recoveryModel.reasons.${sign}`, { value, amount: formatRupees(value) });
  };
}

/** How likely a payment is and why, for those who work the loan; nothing while there is no score. */
export function LoanScorePanel({ loanId }: { loanId: string }) {
  const t = useText();
  const isAsked = mayCall(recoveryModelCalls.readLoanScore);
  const found = useCallQuery(
    recoveryModelCalls.readLoanScore,
    isAsked ? { params: { id: loanId } } : null,
  );
  const score = found.data?.score ?? null;
  const bestTime = found.data?.bestTime ?? null;
  if (score === null && bestTime === null) return null;
  return (
    <Panel title={t('recoveryModel.loanTitle')}>
      {score !== null && (
        <FactGroup
          title={t('words.expected30')}
          facts={[
            {
              label: t('recoveryModel.loanChance'),
              value: formatPercent(percentOf(score.chance, 1)),
            },
            { label: t('recoveryModel.loanExpected'), value: formatRupees(score.expectedAmount) },
            { label: t('recoveryModel.loanScored'), value: formatDayTime(score.scoredAt) },
          ]}
        />
      )}
      {bestTime !== null && (
        <FactGroup
          title={t('words.bestTime')}
          facts={[
            {
              label: t('recoveryModel.bestTimeWhy', bestTime),
              value: bestTimeWords(t, bestTime),
            },
          ]}
        />
      )}
      {score !== null && score.reasons.length > 0 && <ReasonList reasons={score.reasons} />}
    </Panel>
  );
}

function ReasonList({ reasons }: { reasons: readonly Reason[] }) {
  const t = useText();
  const words = useReasonWords();
  return (
    <ul className="rc-plain-list" aria-label={t('words.why')}>
      {reasons.map((reason) => {
        const Icon = reason.raises ? IconArrowUpRight : IconArrowDownRight;
        const turn = t(reason.raises ? 'recoveryModel.raises' : 'recoveryModel.lowers');
        return (
          <li key={reason.sign} className={classes.scoreReason}>
            <Icon size={17} aria-hidden />
            <span>
              {words(reason)} <span className={classes.scoreTurn}>{turn}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
