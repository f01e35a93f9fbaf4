import { Button, MultiSelect, Radio, Switch } from '@mantine/core';
import type { Assignee } from '../../../contract/allocation.ts';
import { SPREADS } from '../../../contract/allocation-rule.ts';
import { useAskedChoices } from '../../components/asked-choices.tsx';
import type { AskedChoices } from '../../components/asked-choices.tsx';
import { peopleChoices } from '../../components/filter-control.tsx';
import { Notice } from '../../components/notice.tsx';
import { useAssignees } from '../../data/choices.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { RunKind } from './allocation-queries.ts';
import { ROLE_OF } from './run-words.ts';
import classes from './auto-allocation.module.css';

/** Whom loans go to, and how. */
export interface RunWay {
  assigneeIds: string[];
  rules: 'None' | 'First' | 'Only';
  spread: (typeof SPREADS)[number];
  isSticky: boolean;
  prefersNear: boolean;
  respectsCapacity: boolean;
}

/** How a sharing-out begins. */
export const PLAIN_WAY: RunWay = {
  assigneeIds: [],
  rules: 'None',
  spread: 'EQUAL_COUNT',
  isSticky: true,
  prefersNear: true,
  respectsCapacity: true,
};

const RULES = ['None', 'First', 'Only'] as const;

interface WhomStepProps {
  kind: RunKind;
  way: RunWay;
  onWay: (way: RunWay) => void;
  isPlanning: boolean;
  onBack: () => void;
  onPlan: () => void;
}

/** Step 2: whom the loans go to and how they are spread. */
export function WhomStep(props: WhomStepProps) {
  const { kind, way, onWay } = props;
  const t = useText();
  const people = useAssignees(ROLE_OF[kind]);
  const ofKind = people.data ?? [];
  const isNobody = people.data !== undefined && ofKind.length === 0;
  const isRulesOnly = way.rules === 'Only';
  return (
    <div className={classes.step}>
      <Radio.Group
        label={t('allocationRules.viewRules')}
        value={way.rules}
        onChange={(rules) =>
          onWay({ ...way, rules: RULES.find((each) => each === rules) ?? 'None' })
        }
      >
        <div className={classes.choices}>
          {RULES.map((rules) => (
            <Radio key={rules} value={rules} label={t(`autoAllocation.rules${rules}`)} />
          ))}
        </div>
      </Radio.Group>
      {!isRulesOnly && <PeopleChoice {...props} people={ofKind} asked={people} />}
      {!isRulesOnly && <SpreadChoice {...props} />}
      <Switch
        label={t('autoAllocation.capacity')}
        description={t('autoAllocation.capacityHelp')}
        checked={way.respectsCapacity}
        onChange={(event) => onWay({ ...way, respectsCapacity: event.currentTarget.checked })}
      />
      {isNobody && <Notice tone="warn" title={t('autoAllocation.nobody')} />}
      <div className={classes.actions}>
        <Button loading={props.isPlanning} disabled={isNobody} onClick={props.onPlan}>
          {t('autoAllocation.makePlan')}
        </Button>
        <Button variant="default" onClick={props.onBack}>
          {t('common.back')}
        </Button>
      </div>
    </div>
  );
}

function PeopleChoice({
  way,
  onWay,
  people,
  asked,
}: WhomStepProps & {
  asked: AskedChoices;
  people: readonly Assignee[];
}) {
  const t = useText();
  const loads = new Map(people.map((person) => [person._id, person.loanCount]));
  const words = useAskedChoices(asked, t('autoAllocation.noPerson'));
  return (
    <MultiSelect
      className={classes.narrow}
      label={t('autoAllocation.people')}
      description={t('autoAllocation.peopleHelp')}
      placeholder={way.assigneeIds.length === 0 ? t('autoAllocation.peopleAll') : ''}
      data={peopleChoices(people)}
      searchable
      clearable
      hidePickedOptions={false}
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      maxDropdownHeight={320}
      {...words}
      value={way.assigneeIds}
      onChange={(assigneeIds) => onWay({ ...way, assigneeIds })}
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.label}
          <span className="rc-quiet">
            {t('autoAllocation.hasLoans', {
              count: loads.get(option.value) ?? 0,
              n: formatCount(loads.get(option.value) ?? 0),
            })}
          </span>
        </span>
      )}
    />
  );
}

function SpreadChoice({ kind, way, onWay }: WhomStepProps) {
  const t = useText();
  return (
    <>
      <Radio.Group
        label={t('autoAllocation.spread')}
        value={way.spread}
        onChange={(spread) =>
          onWay({ ...way, spread: SPREADS.find((each) => each === spread) ?? 'EQUAL_COUNT' })
        }
      >
        <div className={classes.choices}>
          {SPREADS.map((spread) => (
            <Radio key={spread} value={spread} label={t(`autoAllocation.${spread}`)} />
          ))}
        </div>
      </Radio.Group>
      <Switch
        label={t('autoAllocation.sticky')}
        checked={way.isSticky}
        onChange={(event) => onWay({ ...way, isSticky: event.currentTarget.checked })}
      />
      {kind === 'FIELD' && (
        <Switch
          label={t('autoAllocation.near')}
          checked={way.prefersNear}
          onChange={(event) => onWay({ ...way, prefersNear: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
