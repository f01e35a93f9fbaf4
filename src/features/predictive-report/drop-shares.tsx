import type { DropShare } from '../../../contract/predictive-report.ts';
import { Panel } from '../../components/page.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { percentText } from './figure-words.ts';
import classes from './predictive-report.module.css';

/** From this share of the cap on it is near. */
const NEAR = 0.8;

/** The dropped calls of 30 days against each campaign's cap. */
export function DropShares({ drops }: { drops: readonly DropShare[] }) {
  const t = useText();
  if (drops.length === 0) return null;
  return (
    <Panel title={t('predictiveReport.dropsTitle')}>
      <ul className="rc-stack-12 rc-plain-list">
        {drops.map((share) => (
          <li key={share.campaignId} className={classes.drop}>
            <span className={classes.dropName}>
              <strong>{share.campaignName}</strong>
              <span className="rc-quiet-words">
                {t('predictiveReport.dropsBody', {
                  abandoned: formatCount(share.abandoned),
                  answered: formatCount(share.answered),
                  cap: share.capPercent,
                })}
              </span>
            </span>
            <strong>{percentText(share.percent)}</strong>
            <CapChip share={share} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function CapChip({ share: { percent, capPercent } }: { share: DropShare }) {
  const t = useText();
  if (percent === null) return <StatusChip tone="quiet" label={t('predictiveReport.noCalls')} />;
  if (percent > capPercent)
    return <StatusChip tone="danger" label={t('predictiveReport.overCap')} />;
  return percent > capPercent * NEAR ? (
    <StatusChip tone="warn" label={t('predictiveReport.nearCap')} />
  ) : (
    <StatusChip tone="good" label={t('predictiveReport.withinCap')} />
  );
}
