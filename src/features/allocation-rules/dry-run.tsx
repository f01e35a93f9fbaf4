import { Link } from 'react-router-dom';
import { useEffect, useState } from 'react';
import type { DryRun } from '../../../contract/allocation-rule-answers.ts';
import { Money } from '../../components/figure.tsx';
import { ProgressPanel } from '../../components/progress-panel.tsx';
import { formatCount } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './rules.module.css';

const SECOND_MS = 1000;

/** While the rules are tried: it reads every active loan once, which nobody knows the length of before. */
export function DryRunWait() {
  const t = useText();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <ProgressPanel title={t('allocationRules.dryRunning')} done={0} total={null}>
      <span className={classes.quiet}>
        {t('allocationRules.dryRunSeconds', { count: seconds })}
      </span>
    </ProgressPanel>
  );
}

/** A part of all loans in percent: `12 %`, `< 1 %`. */
function percentOf(part: number, all: number): string {
  if (part === 0 || all === 0) return formatPercent(0);
  const percent = (part / all) * 100;
  return percent < 1 ? `< ${formatPercent(1)}` : formatPercent(Math.round(percent));
}

/** What a rule would take: loans, rupees, the part of all; what hinders it. */
export function DryRunShare({ taken, total }: { taken: DryRun['rules'][number]; total: number }) {
  const t = useText();
  const { loanCount, dueAmount, freeCount, agentCount, room, _id } = taken;
  return (
    <div className={classes.share}>
      <Link to={`/allocation-rule-loans?rule=${_id}`} className={classes.shareCount}>
        {t('words.loanCount', { count: loanCount })}
      </Link>
      <Money amount={dueAmount} />
      <Bar part={loanCount} all={total} />
      <span className={classes.small}>
        {t('allocationRules.share', { percent: percentOf(loanCount, total), count: total })}
        {' · '}
        {t('allocationRules.freeOf', { free: formatCount(freeCount) })}
      </span>
      {agentCount === 0 ? (
        <span className={classes.warn}>{t('allocationRules.nobody')}</span>
      ) : room === 0 ? (
        <span className={classes.warn}>{t('allocationRules.noRoom')}</span>
      ) : room !== null && room < freeCount ? (
        <span className={classes.warn}>
          {t('allocationRules.roomFor', { room: formatCount(room) })}
        </span>
      ) : null}
    </div>
  );
}

function Bar({ part, all }: { part: number; all: number }) {
  const width = all === 0 ? 0 : Math.max(part > 0 ? 1 : 0, (part / all) * 100);
  return (
    <span className={classes.bar} aria-hidden>
      <span style={{ inlineSize: `${width}%` }} />
    </span>
  );
}

/** What no rule takes, of each kind that has rules. */
export function DryRunNone({ run }: { run: DryRun }) {
  const t = useText();
  return (
    <ul className={classes.none}>
      {run.none.map(({ kind, loanCount, dueAmount, freeCount }) => (
        <li key={kind} className={classes.noneRow}>
          <span>{t('allocationRules.noneOf', { kind: t(`allocationRules.kind.${kind}`) })}</span>
          <span className="rc-row-baseline">
            <Link to={`/allocation-rule-loans?kind=${kind}`}>
              {t('words.loanCount', { count: loanCount })}
            </Link>
            <Money amount={dueAmount} />
            <span className={classes.small}>
              {t('allocationRules.freeOf', { free: formatCount(freeCount) })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
