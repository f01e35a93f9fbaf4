import { Button, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import type { Assignee } from '../../../contract/allocation.ts';
import { useAskedChoices } from '../../components/asked-choices.tsx';
import { DayInput } from '../../components/day-input.tsx';
import { showError, showSuccess } from '../../components/toast-store.ts';
import { useAssignees } from '../../data/choices.ts';
import { addDays, today } from '../../lib/dates.ts';
import { errorWords } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { AssignConflicts } from './assign-conflicts.tsx';
import { targetCount } from './assignment.ts';
import type { AssignKind, AssignTarget } from './assignment.ts';
import { assignConflictOf, useAssign } from './loan-queries.ts';
import type { AssignConflict } from './loan-queries.ts';
import classes from './loans.module.css';

interface DialogProps {
  kind: AssignKind;
  isTakeBack: boolean;
  target: AssignTarget;
  onClose: () => void;
  /** Called once something was allocated: the selection is done with. */
  onDone: () => void;
}

const ROLE_OF = { manager: 'MANAGER', collector: 'COLLECTOR', fieldAgent: 'FIELD_AGENT' } as const;
const TITLES = {
  manager: 'loans.dialogManager',
  collector: 'loans.dialogCollector',
  fieldAgent: 'loans.dialogFieldAgent',
} as const;

/** Asks to whom the loans go (and on which day for a visit), and sends it; a conflict is shown and settled here. */
export function AssignDialog(props: DialogProps) {
  const t = useText();
  const [conflict, setConflict] = useState<AssignConflict | null>(null);
  const [choice, setChoice] = useState<Choice>({ personId: null, visitDate: addDays(today(), 1) });
  const send = useSend(props, choice, setConflict);
  const loans = t('loans.count', { count: targetCount(props.target) });
  const title = props.isTakeBack
    ? t('loans.dialogTakeBack', { loans })
    : t(TITLES[props.kind], { loans });
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={conflict === null ? title : t('loans.conflictTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {conflict === null ? (
        <ChoiceForm
          {...props}
          choice={choice}
          onChoice={setChoice}
          isSending={send.isPending}
          onSubmit={() => send.to(props.target)}
        />
      ) : (
        <AssignConflicts
          conflict={conflict}
          target={props.target}
          isSending={send.isPending}
          onSend={send.to}
          onClose={props.onClose}
        />
      )}
    </Modal>
  );
}

interface Choice {
  personId: string | null;
  /** `YYYY-MM-DD`. */
  visitDate: string | null;
}

/** Sends the allocation; says how many changed, or hands a conflict back. */
function useSend(
  { kind, isTakeBack, onClose, onDone }: DialogProps,
  choice: Choice,
  onConflict: (conflict: AssignConflict) => void,
) {
  const t = useText();
  const assign = useAssign();
  const to = (target: AssignTarget) => {
    const personId = isTakeBack ? null : choice.personId;
    const input = { target, personId, visitDate: choice.visitDate };
    assign.mutate(
      { kind, input },
      {
        onSuccess: ({ allocated, unchanged }) => {
          const done = isTakeBack ? 'loans.takenBackToast' : 'loans.allocatedToast';
          const words = [t(done, { count: allocated })];
          if (unchanged > 0) words.push(t('loans.unchanged', { count: unchanged }));
          // Spec 8 names what was done to loans of field agents.
          if (kind === 'fieldAgent') words.unshift(t('toasts.fieldAgentChanged'));
          showSuccess(words.join(' · '));
          onDone();
          onClose();
        },
        onError: (error) => {
          const conflict = assignConflictOf(error);
          if (conflict === null) showError(errorWords(error));
          else onConflict(conflict);
        },
      },
    );
  };
  return { to, isPending: assign.isPending };
}

function ChoiceForm(
  props: DialogProps & {
    choice: Choice;
    onChoice: (choice: Choice) => void;
    isSending: boolean;
    onSubmit: () => void;
  },
) {
  const { kind, isTakeBack, choice, onChoice, isSending } = props;
  const t = useText();
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    if (!isTakeBack && choice.personId === null) setMissing(true);
    else props.onSubmit();
  };
  return (
    <form
      className={classes.dialog}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isTakeBack ? (
        <p>{t('loans.takeBackBody')}</p>
      ) : (
        <PersonSelect
          kind={kind}
          value={choice.personId}
          error={isMissing && choice.personId === null ? t('loans.choosePerson') : null}
          onChange={(personId) => onChoice({ ...choice, personId })}
        />
      )}
      {!isTakeBack && kind === 'fieldAgent' && (
        <DayInput
          label={t('loans.visitDate')}
          description={t('loans.visitHelp')}
          value={choice.visitDate}
          min={today()}
          isClearable
          onChange={(visitDate) => onChoice({ ...choice, visitDate })}
        />
      )}
      <div className={classes.dialogActions}>
        <Button variant="default" onClick={props.onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={isSending} {...(isTakeBack && { 'data-autofocus': true })}>
          {t(isTakeBack ? 'loans.takeBack' : 'loans.allocate')}
        </Button>
      </div>
    </form>
  );
}

function PersonSelect(props: {
  kind: AssignKind;
  value: string | null;
  error: string | null;
  onChange: (personId: string | null) => void;
}) {
  const t = useText();
  const people = useAssignees(ROLE_OF[props.kind]);
  const words = useAskedChoices(people, t('loans.noPerson'));
  const fitting = people.data ?? [];
  const loads = new Map(fitting.map((person: Assignee) => [person._id, person.loanCount]));
  return (
    <Select
      data-autofocus
      label={t('loans.person')}
      placeholder={t('loans.findPerson')}
      data={fitting.map((person) => ({ value: person._id, label: person.fullName }))}
      searchable
      withAsterisk
      {...words}
      error={props.error}
      value={props.value}
      onChange={props.onChange}
      comboboxProps={{ shadow: 'md' }}
      renderOption={({ option }) => (
        <span className={classes.person}>
          {option.label}
          <span className={classes.quiet}>
            {t('loans.load', { count: loads.get(option.value) ?? 0 })}
          </span>
        </span>
      )}
    />
  );
}
