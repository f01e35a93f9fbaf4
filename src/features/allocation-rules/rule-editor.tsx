import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { SPREADS, kindSchema } from '../../../contract/allocation-rule.ts';
import type { AllocationRule } from '../../../contract/allocation-rule.ts';
import type { RuleChoices } from '../../../contract/allocation-rule-answers.ts';
import { SwitchField } from '../../components/check-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { TextField } from '../../components/form-field.tsx';
import { Columns, Panel } from '../../components/page.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { MultiSelectField, SelectField } from '../../components/select-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { toldApart } from '../../lib/told-apart.ts';
import { ConditionFields } from './condition-fields.tsx';
import { RuleFit } from './rule-fit.tsx';
import { ruleFormSchema, ruleValues, toRule } from './rule-form.ts';
import type { RuleValues } from './rule-form.ts';
import { useSaveRule } from './rule-queries.ts';
import classes from './rules.module.css';

const LIST = '/allocation-rule';

interface EditorProps {
  /** Null: a new one. */
  rule: AllocationRule | null;
  choices: RuleChoices;
}

/** Writes a rule: which loans, to whom, spread how; beside it how many loans fit it now. */
export function RuleEditor({ rule, choices }: EditorProps) {
  const t = useText();
  const navigate = useNavigate();
  const save = useSaveRule();
  const schema = ruleFormSchema((problem) => t(`allocationRules.${problem}`));
  return (
    <ScreenForm<RuleValues, RuleValues, unknown>
      name={rule === null ? 'allocationRules.add' : 'allocationRules.edit'}
      rules={schema}
      defaults={ruleValues(rule)}
      label={t(rule === null ? 'allocationRules.add' : 'allocationRules.edit')}
      save={async (values) => {
        const made = toRule(values);
        return (
          made &&
          save.mutateAsync({ id: rule?._id ?? null, revision: values.revision ?? 1, rule: made })
        );
      }}
      done={t('allocationRules.saved')}
      onSaved={() => void navigate(LIST)}
      icon={<IconDeviceFloppy size={17} aria-hidden />}
      actions={
        <Button component={Link} to={LIST} variant="default">
          {t('common.cancel')}
        </Button>
      }
    >
      <RuleParts choices={choices} />
    </ScreenForm>
  );
}

function RuleParts({ choices }: { choices: RuleChoices }) {
  const t = useText();
  return (
    <Columns
      main={
        <>
          <Panel title={t('allocationRules.conditions')}>
            <div className={classes.stack}>
              <FieldRow>
                <TextField name="name" text="allocationRules.name" autoComplete="off" isRequired />
                <SelectField
                  name="lenderId"
                  text="words.client"
                  options={[
                    { value: '', label: t('words.everyClient') },
                    ...choices.lenders.map(({ _id, Client_Name: name }) => ({
                      value: _id,
                      label: name,
                    })),
                  ]}
                />
              </FieldRow>
              <p className={classes.quiet}>{t('allocationRules.conditionsHelp')}</p>
              <ConditionFields choices={choices} />
            </div>
          </Panel>
          <Panel title={t('allocationRules.whom')}>
            <div className={classes.stack}>
              <WhomFields choices={choices} />
            </div>
          </Panel>
        </>
      }
      side={<RuleFit />}
    />
  );
}

function WhomFields({ choices }: { choices: RuleChoices }) {
  const t = useText();
  const { control } = useFormContext<RuleValues>();
  const [kind, chosen] = useWatch({ control, name: ['kind', 'assigneeIds'] });
  // People of another kind stay to be seen, so that they can be taken out.
  const people = choices.agents.filter(
    (agent) => agent.kind === kind || chosen.includes(agent._id),
  );
  const nameOf = toldApart(people);
  return (
    <>
      <FieldRow>
        <SelectField
          name="kind"
          text="allocationRules.whomKind"
          options={kindSchema.options.map((value) => ({
            value,
            label: t(`allocationRules.kind.${value}`),
          }))}
        />
        <SelectField
          name="spread"
          text="allocationRules.spreadLabel"
          options={SPREADS.map((value) => ({ value, label: t(`allocationRules.spread.${value}`) }))}
        />
      </FieldRow>
      <MultiSelectField
        name="assigneeIds"
        text="allocationRules.agents"
        placeholder={chosen.length === 0 ? t(`allocationRules.everyone.${kind}`) : ''}
        options={people.map((person) => ({
          value: person._id,
          label: [nameOf(person), person.managerName].filter(Boolean).join(' · '),
        }))}
        nothingFound={t('allocationRules.nobodyFound')}
      />
      <SwitchField name="isSticky" text="allocationRules.stickyLabel" />
      <SwitchField name="matchesSkills" text="allocationRules.skillsLabel" />
    </>
  );
}
