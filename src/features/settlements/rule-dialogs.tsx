import { useState } from 'react';
import { portfolioCalls } from '../../../contract/portfolio.ts';
import {
  settlementPartInputSchema,
  settlementRuleCalls,
  settlementRuleInputSchema,
} from '../../../contract/settlement-rule.ts';
import type { SettlementPart, SettlementRule } from '../../../contract/settlement-rule.ts';
import { LETTER_LANGUAGES } from '../../../contract/settlement.ts';
import type { LetterLanguage } from '../../../contract/settlement.ts';
import { CheckField } from '../../components/check-field.tsx';
import { AmountField, TextAreaField, TextField } from '../../components/form-field.tsx';
import { PartHead } from '../../components/form-rows.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { MultiSelectField, SelectField } from '../../components/select-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useLoanValues } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { newId } from '../../offline/id.ts';

/** Up to which waiver each level may approve. Fields of the form around. */
function LimitFields() {
  const t = useText();
  return (
    <>
      {(['manager', 'admin', 'client'] as const).map((level) => (
        <FieldRow key={level}>
          <NumberField
            name={`${level}Percent`}
            label={t(`settlements.${level}Percent`)}
            suffix=" %"
          />
          <AmountField
            name={`${level}Amount`}
            label={t(`settlements.${level}Amount`)}
            help={t('settlements.limitHelp')}
          />
        </FieldRow>
      ))}
      <AmountField name="delegatedAmount" text="settlements.delegated" />
    </>
  );
}

/** Changes a client's rules for all of its loans. */
export function RuleDialog({ rule, onClose }: { rule: SettlementRule; onClose: () => void }) {
  const t = useText();
  const change = useCallCommand(settlementRuleCalls.changeSettlementRule);
  return (
    <DialogForm
      name="settlements.rulesOf"
      title={t('settlements.rulesOf', { name: rule.Client_Name })}
      rules={settlementRuleInputSchema}
      defaults={rule}
      save={(body) => change.mutateAsync({ params: { clientId: rule.clientId }, body })}
      done={t('toasts.updated')}
      onClose={onClose}
      size="lg"
    >
      <LimitFields />
      <FieldRow>
        <NumberField name="graceDays" text="settlements.grace" />
        <NumberField name="validDays" text="settlements.validDays" />
      </FieldRow>
      <NumberField name="coolingMonths" text="settlements.coolingMonths" />
      <CheckField name="isRbi" label={t('settlements.rbi')} />
      <p>{t('settlements.rbiHelp')}</p>
      <AmountField name="sanctionAmount" text="settlements.sanctionAmount" />
      <MultiSelectField
        name="letterLanguages"
        text="settlements.letterLanguages"
        options={LETTER_LANGUAGES.map((value) => ({
          value,
          label: t(`settlements.languages.${value}`),
        }))}
      />
      {LETTER_LANGUAGES.map((language) => (
        <LetterFields key={language} language={language} />
      ))}
    </DialogForm>
  );
}

/** What the client itself says in its letters of a language. */
function LetterFields({ language }: { language: LetterLanguage }) {
  const t = useText();
  const suffix = language === 'hi' ? 'Hi' : '';
  return (
    <>
      <PartHead
        title={t('settlements.letterWords', { language: t(`settlements.languages.${language}`) })}
        hint={t(`settlements.letterWordsHint.${language}`)}
      />
      <TextField name={`letterSignatory${suffix}`} text="settlements.letterSignatory" />
      <TextAreaField
        name={`letterOpening${suffix}`}
        text="settlements.letterOpening"
        maxLength={1000}
      />
      <TextAreaField
        name={`letterClause${suffix}`}
        text="settlements.letterClause"
        maxLength={1000}
      />
    </>
  );
}

const choicesOf = (known: readonly string[], chosen: string | null) =>
  [...new Set([...known, ...(chosen === null ? [] : [chosen])])].map((value) => ({
    value,
    label: value,
  }));

interface PartDialogProps {
  rule: SettlementRule;
  /** Null: limits for one more part, which begin with the client's. */
  part: SettlementPart | null;
  onClose: () => void;
}

/** Limits of their own for a portfolio, product or bucket of a client. */
export function PartDialog({ rule, part, onClose }: PartDialogProps) {
  const t = useText();
  const [partId] = useState(() => part?._id ?? newId());
  const change = useCallCommand(settlementRuleCalls.changeSettlementPart);
  const portfolios = useCallQuery(
    portfolioCalls.listPortfolios,
    { query: { clientId: rule.clientId } },
    { isWhole: true },
  );
  const values = useLoanValues().data;
  const limits = part ?? { ...rule, revision: 0 };
  return (
    <DialogForm
      name="settlements.partOf"
      title={t('settlements.partOf', { name: rule.Client_Name })}
      rules={settlementPartInputSchema}
      defaults={{
        ...limits,
        portfolioId: part?.portfolioId ?? null,
        Product: part?.Product ?? null,
        Bucket: part?.Bucket ?? null,
      }}
      save={(body) => change.mutateAsync({ params: { clientId: rule.clientId, partId }, body })}
      done={t('toasts.updated')}
      onClose={onClose}
      size="lg"
    >
      <p>{t('settlements.partHelp')}</p>
      <SelectField
        name="portfolioId"
        text="words.portfolio"
        placeholder={t('common.any')}
        options={(portfolios.data?.data ?? []).map(({ _id, name }) => ({
          value: _id,
          label: name,
        }))}
        isClearable
      />
      <FieldRow>
        <SelectField
          name="Product"
          text="words.product"
          placeholder={t('common.any')}
          options={choicesOf(values?.products ?? [], part?.Product ?? null)}
          isClearable
        />
        <SelectField
          name="Bucket"
          text="words.bucket"
          placeholder={t('common.any')}
          options={choicesOf(values?.buckets ?? [], part?.Bucket ?? null)}
          isClearable
        />
      </FieldRow>
      <LimitFields />
    </DialogForm>
  );
}
