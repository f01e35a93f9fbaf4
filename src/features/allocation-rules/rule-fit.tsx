import { useDebouncedValue } from '@mantine/hooks';
import { useFormContext, useWatch } from 'react-hook-form';
import { FactGroup } from '../../components/facts.tsx';
import { Money } from '../../components/figure.tsx';
import { Panel } from '../../components/page.tsx';
import { errorWords } from '../../lib/error-words.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { toRule } from './rule-form.ts';
import type { RuleValues } from './rule-form.ts';
import { useRuleCount } from './rule-queries.ts';
import classes from './rules.module.css';

/** Long enough that not every letter is counted. */
const WAIT_MS = 500;

/** How many loans the rule that is being written fits, counted live. */
export function RuleFit() {
  const t = useText();
  const { control } = useFormContext<RuleValues>();
  const values = useWatch({ control }) as RuleValues;
  const [settled] = useDebouncedValue(values, WAIT_MS);
  const rule = toRule(settled);
  const count = useRuleCount(rule);
  const { data } = count;
  return (
    <Panel>
      <div className={classes.stack} aria-live="polite" aria-busy={count.isFetching}>
        {rule === null ? (
          <p className={classes.quiet}>{t('allocationRules.fitWrong')}</p>
        ) : count.isError ? (
          <p className={classes.warn}>{errorWords(count.error)}</p>
        ) : data === undefined || data === null ? (
          <p className={classes.quiet}>{t('autoAllocation.counting')}</p>
        ) : (
          <FactGroup
            title={t('allocationRules.fit', { count: data.loanCount })}
            facts={[
              { label: t('words.totalDue'), value: <Money amount={data.dueAmount} /> },
              { label: t('allocationRules.columns.free'), value: formatCount(data.freeCount) },
              { label: t('allocationRules.fitAgents'), value: formatCount(data.agentCount) },
            ]}
          />
        )}
        <p className={classes.quiet}>{t('allocationRules.fitHelp')}</p>
      </div>
    </Panel>
  );
}
