import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { BasicPrediction } from '../../../contract/prediction.ts';
import { Panel } from '../../components/page.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './predictions.module.css';

/** What tells who pays, for the portfolio and each stage with enough history, and how well. */
export function Segments({ segments }: { segments: BasicPrediction['segments'] }) {
  const t = useText();
  return (
    <div className={classes.segments}>
      {segments.map((segment) => (
        <Panel
          key={segment.stage ?? 'all'}
          title={
            segment.stage === null
              ? t('predictions.wholePortfolio')
              : t(`predictions.stages.${segment.stage}`)
          }
        >
          <p className={classes.note}>
            {t('predictions.learned', {
              count: formatCount(segment.count),
              payers: formatCount(segment.payers),
            })}{' '}
            {segment.auc === null
              ? t('predictions.untested')
              : t('predictions.tested', {
                  auc: segment.auc.toFixed(2),
                  brier: (segment.brier ?? 0).toFixed(3),
                  tested: formatCount(segment.tested),
                })}
          </p>
          <ul className="rc-plain-list">
            {segment.reasons.map(({ sign, odds }) => {
              const isUp = odds > 1;
              const Icon = isUp ? IconArrowUpRight : IconArrowDownRight;
              return (
                <li key={sign} className={classes.reason}>
                  <Icon size={17} aria-hidden />
                  <span>{t(`predictions.signs.${sign}`)}</span>
                  <span className={classes.weight}>
                    {t(isUp ? 'predictions.raises' : 'predictions.lowers', {
                      odds: (isUp ? odds : 1 / odds).toFixed(1),
                    })}
                  </span>
                </li>
              );
            })}
          </ul>
        </Panel>
      ))}
    </div>
  );
}
