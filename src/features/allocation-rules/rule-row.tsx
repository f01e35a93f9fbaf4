import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { AllocationRule } from '../../../contract/allocation-rule.ts';
import type { DryRun } from '../../../contract/allocation-rule-answers.ts';
import { allocationRuleCalls } from '../../../contract/allocation-rule-calls.ts';
import { RowMenu } from '../../components/row-menu.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { showUndo } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { DryRunShare } from './dry-run.tsx';
import { conditionWords, whomWords } from './rule-words.ts';
import classes from './rules.module.css';

interface RuleRowProps {
  rule: AllocationRule;
  /** Its place from 0, of so many. */
  place: number;
  count: number;
  /** The version that the list shows. */
  version: number;
  /** What it would take; undefined until it was tried, or out of force. */
  taken: DryRun['rules'][number] | undefined;
  total: number;
  isDragged: boolean;
  onMove: (id: string, place: number) => void;
  onDrag: (id: string | null) => void;
  onDrop: () => void;
}

/** One rule of the ordered list. */
export function RuleRow(props: RuleRowProps) {
  const { rule, place, onDrag } = props;
  const { _id, name, isActive, spec } = rule;
  const t = useText();
  return (
    // The same can be done with the two buttons: dragging is a pointer's shortcut.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes.rule}
      data-off={!isActive || undefined}
      data-dragged={props.isDragged || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        onDrag(_id);
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop();
      }}
    >
      <div className={classes.place}>
        <IconGripVertical size={16} className={classes.grip} aria-hidden />
        <span className={classes.number}>{place + 1}</span>
      </div>
      <div className={classes.ruleBody}>
        <div className="rc-row-tight">
          <Link to={`/allocation-rule?rule=${_id}`} className={classes.ruleName} draggable={false}>
            {name}
          </Link>
          {!isActive && <StatusChip tone="quiet" label={t('allocationRules.outOfForce')} />}
        </div>
        <Conditions rule={rule} />
        <span className={classes.small}>→ {whomWords(t, spec)}</span>
      </div>
      {props.taken !== undefined && <DryRunShare taken={props.taken} total={props.total} />}
      <RowActions {...props} />
    </li>
  );
}

/** Moving by keys, and what else can be done with the rule. */
function RowActions({ rule, place, count, version, onMove }: RuleRowProps) {
  const { _id, name } = rule;
  const t = useText();
  return (
    <div className={classes.ruleActions}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="xl"
        disabled={place === 0}
        aria-label={t('allocationRules.moveUp', { name })}
        onClick={() => onMove(_id, place - 1)}
      >
        <IconArrowUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="xl"
        disabled={place === count - 1}
        aria-label={t('allocationRules.moveDown', { name })}
        onClick={() => onMove(_id, place + 1)}
      >
        <IconArrowDown size={18} aria-hidden />
      </ActionIcon>
      <RuleMenu rule={rule} version={version} />
    </div>
  );
}

/** Which loans a rule takes, in words. */
export function Conditions({ rule }: { rule: Pick<AllocationRule, 'Client_Name' | 'spec'> }) {
  const t = useText();
  const { Client_Name: lender, spec } = rule;
  const words = [
    ...(lender === null ? [] : [`${t('words.client')}: ${lender}`]),
    ...spec.conditions.map((condition) => conditionWords(t, condition)),
  ];
  if (words.length === 0) words.push(t('allocationRules.everyLoan'));
  return (
    <ul className={classes.conditions}>
      {words.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}

function RuleMenu({ rule, version }: { rule: AllocationRule; version: number }) {
  const t = useText();
  const { _id: id, name, isActive, revision } = rule;
  const setActive = useCallCommand(allocationRuleCalls.setAllocationRuleActive);
  const remove = useCallCommand(allocationRuleCalls.removeAllocationRule);
  const restore = useCallCommand(allocationRuleCalls.restoreRuleVersion);
  const removeIt = () =>
    whenDone(remove.mutateAsync({ params: { id }, query: { revision } }), (set) =>
      showUndo(t('allocationRules.deleted', { name }), () =>
        restore.mutate({ params: { version }, body: { version: set.version } }),
      ),
    );
  return (
    <RowMenu label={t('words.actionsOf', { name })}>
      <Menu.Item
        leftSection={
          isActive ? (
            <IconPlayerPause size={16} aria-hidden />
          ) : (
            <IconPlayerPlay size={16} aria-hidden />
          )
        }
        onClick={() =>
          setActive.mutate({ params: { id }, body: { isActive: !isActive, revision } })
        }
      >
        {t(isActive ? 'allocationRules.deactivate' : 'allocationRules.activate')}
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={removeIt}>
        {t('common.delete')}
      </Menu.Item>
    </RowMenu>
  );
}
