import { Button, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { peopleCalls } from '../../../contract/people.ts';
import type { Person, Removal } from '../../../contract/person.ts';
import { FactGroup } from '../../components/facts.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Notice } from '../../components/notice.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { readWhenOpened, useCallQuery } from '../../data/call-query.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useRemovalDecision } from './use-removal-decision.ts';
import classes from './people.module.css';

interface DialogProps {
  person: Person;
  what: 'disable' | 'delete';
  onClose: () => void;
}

/** Disabling or deleting a person: what hangs on it first, then who takes over, then the button. */
export function PersonRemovalDialog(props: DialogProps) {
  const { person, what, onClose } = props;
  const t = useText();
  useFocusReturn();
  const removal = useCallQuery(
    peopleCalls.readRemoval,
    { params: { id: person._id } },
    readWhenOpened,
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`people.${what}Title`, { name: person.fullName })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {removal.data !== undefined ? (
        <Decision {...props} removal={removal.data} />
      ) : removal.isError ? (
        <LoadProblem error={removal.error} onRetry={() => void removal.refetch()} />
      ) : (
        <LoadingState kind="record" rows={4} />
      )}
    </Modal>
  );
}

function Decision({ removal, ...props }: DialogProps & { removal: Removal }) {
  const { what, onClose } = props;
  const t = useText();
  const { successorId, setSuccessorId, isMissing, send, isPending } = useRemovalDecision({
    ...props,
    removal,
  });
  const isRefused = what === 'delete' && removal.refusal !== null;
  return (
    <div className={classes.dialog}>
      <FactGroup title={t('people.consequences')} facts={useConsequences(removal)} />
      {removal.unsentCount > 0 && (
        <Notice tone="warn" title={t('people.unsentWarning', { count: removal.unsentCount })} />
      )}
      {isRefused ? (
        <Notice tone="danger" title={removal.refusal ?? ''} isAlert />
      ) : (
        <>
          <p className={classes.quiet}>{t(`people.${what}Body`)}</p>
          <Successor
            removal={removal}
            isNeeded={what === 'delete' && removal.needsSuccessor}
            value={successorId}
            isMissing={isMissing}
            onChange={setSuccessorId}
          />
        </>
      )}
      <div className={classes.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {t(isRefused ? 'common.close' : 'common.cancel')}
        </Button>
        {!isRefused && (
          <Button color="red" loading={isPending} onClick={send}>
            {t(`people.${what}Now`)}
          </Button>
        )}
      </div>
    </div>
  );
}

function useConsequences(removal: Removal) {
  const t = useText();
  const { loanCount, dueAmount, alertCount, teamCount, unsentCount } = removal;
  const loans = loanCount === 0 ? '0' : `${formatCount(loanCount)} · ${formatRupees(dueAmount)}`;
  const facts = [
    { label: t('people.loansAndDues'), value: loans },
    { label: t('people.alerts'), value: formatCount(alertCount) },
  ];
  if (removal.role === 'MANAGER' || teamCount > 0)
    facts.push({ label: t('people.team'), value: formatCount(teamCount) });
  if (removal.role === 'FIELD_AGENT' || unsentCount > 0)
    facts.push({ label: t('people.unsent'), value: formatCount(unsentCount) });
  return facts;
}

/** Who takes over; nobody to choose when nothing hangs on the person. */
function Successor(props: {
  removal: Removal;
  isNeeded: boolean;
  isMissing: boolean;
  value: string | null;
  onChange: (successorId: string | null) => void;
}) {
  const { removal, isNeeded } = props;
  const t = useText();
  const [query, setQuery] = useState('');
  if (!removal.needsSuccessor) return null;
  if (removal.successors.length === 0) {
    return <Notice tone={isNeeded ? 'danger' : 'info'} title={t('people.noSuccessor')} />;
  }
  const loads = new Map(removal.successors.map((each) => [each._id, each.loanCount]));
  return (
    <Select
      data-autofocus
      label={t('people.successor')}
      description={t(isNeeded ? 'people.successorNeeded' : 'people.successorHelp')}
      placeholder={t('people.findSuccessor')}
      data={removal.successors.map(({ _id, fullName }) => ({ value: _id, label: fullName }))}
      searchable
      searchValue={query}
      onSearchChange={setQuery}
      clearable={!isNeeded}
      withAsterisk={isNeeded}
      nothingFoundMessage={t('people.nobodyFound')}
      error={props.isMissing ? t('people.chooseSuccessor') : null}
      value={props.value}
      onChange={props.onChange}
      comboboxProps={{ shadow: 'md' }}
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.label}
          <span className={classes.small}>
            {t('people.loanCount', { count: loads.get(option.value) ?? 0 })}
          </span>
        </span>
      )}
    />
  );
}
