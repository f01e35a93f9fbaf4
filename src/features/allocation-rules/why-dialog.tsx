import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { LoanExplanation } from '../../../contract/allocation-rule-answers.ts';
import { z } from 'zod';
import { textSchema } from '../../../contract/values.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Due } from '../../components/due.tsx';
import { TextField } from '../../components/form-field.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { RowForm } from '../../components/saving-form.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useExplanation } from './rule-queries.ts';
import { conditionWords, valueWords } from './rule-words.ts';
import classes from './rules.module.css';

type ExplainedRule = LoanExplanation['rules'][number];

const rules = z.object({ number: textSchema(100).min(1) });

/** Why a loan goes where it goes: asked by its number ('' asks for one first). */
export function WhyDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const t = useText();
  const [asked, setAsked] = useState(number === '' ? null : number);
  const why = useExplanation(asked);
  return (
    <Dialog title={t('allocationRules.whyTitle')} size="lg" onClose={onClose}>
      <div className={classes.stack}>
        <RowForm
          label={t('allocationRules.whyTitle')}
          rules={rules}
          defaults={{ number }}
          save={async (typed) => setAsked(typed.number)}
          submitLabel={t('allocationRules.whyAsk')}
        >
          <TextField name="number" text="words.loanNumber" autoComplete="off" isRequired={false} />
        </RowForm>
        {asked !== null && (
          <Loaded of={why} kind="record">
            {(loans) => loans.map((one) => <Explanation key={one.loan._id} explanation={one} />)}
          </Loaded>
        )}
      </div>
    </Dialog>
  );
}

function Explanation({ explanation }: { explanation: LoanExplanation }) {
  const t = useText();
  const { loan, rules, holders } = explanation;
  const names = holders.map(({ fullName }) => fullName).join(', ');
  return (
    <section className={classes.stack} aria-label={loan.Loan_ID}>
      <div className="rc-stack-4 rc-words">
        <strong>{loan.Customer_Name}</strong>
        <span className={classes.small}>
          {loan.Loan_ID} · {loan.Client_Name} · <Due loan={loan} />
        </span>
        <span className={classes.small}>
          {names === '' ? t('allocationRules.hasNobody') : t('allocationRules.hasNow', { names })}
        </span>
        {loan.status !== 'ACTIVE' && (
          <span className={classes.warn}>{t('allocationRules.whyNotActive')}</span>
        )}
      </div>
      {rules.length === 0 && <p className={classes.quiet}>{t('allocationRules.whyNone')}</p>}
      {rules.map((rule) => (
        <RuleAnswer key={rule._id} rule={rule} />
      ))}
    </section>
  );
}

const TONES = { TAKES: 'good', LATER: 'info', NOBODY: 'warn', NOT: 'quiet' } as const;

function RuleAnswer({ rule }: { rule: ExplainedRule }) {
  const t = useText();
  const { outcome, conditions } = rule;
  return (
    <div className={classes.why} data-outcome={outcome}>
      <div className={classes.line}>
        <strong>{`${rule.position}. ${rule.name}`}</strong>
        <StatusChip tone={TONES[outcome]} label={t(`allocationRules.outcome.${outcome}`)} />
      </div>
      {conditions.map((condition) => (
        <span
          key={`${condition.field} ${condition.is}`}
          className={classes.check}
          data-holds={condition.holds || undefined}
        >
          {condition.holds ? <IconCheck size={16} aria-hidden /> : <IconX size={16} aria-hidden />}
          <span>
            <span className="rc-hidden">
              {t(condition.holds ? 'allocationRules.holds' : 'allocationRules.holdsNot')}:{' '}
            </span>
            {conditionWords(t, condition, condition.valueCount)}
            <span className={classes.small}>
              {' · '}
              {condition.value === null || condition.value === ''
                ? t('allocationRules.itsNothing')
                : t('allocationRules.itsValue', {
                    value: valueWords(t, condition.field, condition.value),
                  })}
            </span>
          </span>
        </span>
      ))}
      {outcome === 'TAKES' && <Takers rule={rule} />}
    </div>
  );
}

/** Names that are written out; the rest is counted. */
const SHOWN_NAMES = 5;

function Takers({ rule }: { rule: ExplainedRule }) {
  const t = useText();
  const last = rule.agents.find(({ hadItLast }) => hadItLast);
  const names = rule.agents
    .slice(0, SHOWN_NAMES)
    .map(({ fullName, held, capacity }) =>
      capacity === null
        ? `${fullName} (${t('allocationRules.load', { count: held, n: formatCount(held) })})`
        : `${fullName} (${t('allocationRules.loadOf', { held: formatCount(held), capacity: formatCount(capacity) })})`,
    )
    .join(', ');
  const hidden = rule.agentCount - Math.min(SHOWN_NAMES, rule.agents.length);
  return (
    <p className={classes.quiet}>
      {t(`allocationRules.spread.${rule.spread}`)}. {t('allocationRules.goesTo', { names })}
      {hidden > 0 && ` ${t('words.andMore', { count: hidden })}`}
      {last !== undefined && `. ${t('allocationRules.goesToSticky', { name: last.fullName })}`}
    </p>
  );
}
