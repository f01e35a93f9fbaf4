import { Table } from '@mantine/core';
import { ROLLS } from '../../../contract/prediction.ts';
import type { BasicPrediction } from '../../../contract/prediction.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { percent } from './percent.ts';
import classes from './predictions.module.css';

/** What became within 30 days of the loans of each stage: share, its interval, and of how many. */
export function RollRates({ rolls }: { rolls: BasicPrediction['rolls'] }) {
  const t = useText();
  if (rolls.length === 0) return <p className={classes.none}>{t('predictions.noRolls')}</p>;
  const scrollable = { tabIndex: 0 };
  return (
    <div className={classes.scroll} {...scrollable}>
      <Table aria-label={t('predictions.rollsTitle')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('predictions.atBeginning')}</Table.Th>
            <Table.Th className={classes.figure}>{t('predictions.loanMonths')}</Table.Th>
            {ROLLS.map((outcome) => (
              <Table.Th key={outcome} className={classes.figure}>
                {t(`predictions.rolls.${outcome}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rolls.map(({ stage, count, outcomes }) => (
            <Table.Tr key={stage}>
              <Table.Th scope="row" className={classes.stage}>
                {t(`predictions.stages.${stage}`)}
              </Table.Th>
              <Table.Td className={classes.figure}>{formatCount(count)}</Table.Td>
              {outcomes.map((each) => (
                <Table.Td key={each.outcome} className={classes.figure}>
                  {each.count === 0 ? '–' : percent(each.share)}
                  {each.count > 0 && (
                    <span className={classes.between}>
                      {percent(each.low)} – {percent(each.high)}
                    </span>
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
