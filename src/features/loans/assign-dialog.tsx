import { useState } from 'react';
import { z } from 'zod';
import type { allocationCalls as calls } from '../../../contract/allocation.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import { says } from '../../../contract/errors.ts';
import { daySchema } from '../../../contract/values.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DayField } from '../../components/form-field.tsx';
import { FormInDialog } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { showError, showSuccess } from '../../components/toast-store.ts';
import { useAssignees } from '../../data/choices.ts';
import { addDays, today } from '../../lib/dates.ts';
import { errorWords } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { toldApart } from '../../lib/told-apart.ts';
import { AssignConflicts } from './assign-conflicts.tsx';
import type { AssignKind, AssignTarget } from './assignment.ts';
import { assignConflictOf, useAssign, useOpenCount } from './loan-queries.ts';
import type { AssignConflict } from './loan-queries.ts';

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

const rules = z.object({
  personId: z.string(says('not-chosen')),
  visitDate: daySchema.nullable(),
});
const takeBackRules = rules.extend({ personId: z.null() });

/** Asks to whom the loans go (and on which day for a visit), and sends it; a conflict is shown and settled here. */
export function AssignDialog(props: DialogProps) {
  const t = useText();
  const [refused, setRefused] = useState<{ choice: Choice; conflict: AssignConflict } | null>(null);
  const loans = t('words.loanCount', { count: useOpenCount(props.target) });
  const title = props.isTakeBack
    ? t('loans.dialogTakeBack', { loans })
    : t(TITLES[props.kind], { loans });
  return (
    <Dialog title={refused === null ? title : t('loans.conflictTitle')} onClose={props.onClose}>
      {refused === null ? (
        <ChoiceForm {...props} onConflict={setRefused} />
      ) : (
        <Conflict {...props} {...refused} onConflict={setRefused} />
      )}
    </Dialog>
  );
}

interface Choice {
  personId: string | null;
  /** `YYYY-MM-DD`. */
  visitDate: string | null;
}

interface ChoiceProps extends DialogProps {
  /** Somebody else allocated some of the loans meanwhile. */
  onConflict: (refused: { choice: Choice; conflict: AssignConflict }) => void;
}

/** What a toast says of an allocation that was made. */
function useDoneWords({ kind, isTakeBack }: DialogProps) {
  const t = useText();
  return ({ allocated, unchanged, closed = 0 }: CallAnswer<typeof calls.assignCollector>) => {
    const done = isTakeBack ? 'loans.takenBackToast' : 'loans.allocatedToast';
    const words = [t(done, { count: allocated })];
    if (unchanged > 0) words.push(t('loans.unchanged', { count: unchanged }));
    if (closed > 0) words.push(t('loans.closedLeft', { count: closed }));
    // Spec 8 names what was done to loans of field agents.
    if (kind === 'fieldAgent') words.unshift(t('toasts.fieldAgentChanged'));
    return words.join(' · ');
  };
}

function ChoiceForm(props: ChoiceProps) {
  const { kind, isTakeBack, target, onDone, onConflict } = props;
  const t = useText();
  const assign = useAssign();
  const done = useDoneWords(props);
  return (
    <FormInDialog<Choice, Choice, Awaited<ReturnType<typeof assign.mutateAsync>>>
      name="loans.assign"
      rules={isTakeBack ? takeBackRules : rules}
      defaults={{ personId: null, visitDate: addDays(today(), 1) }}
      hasLeavePrompt={false}
      save={(choice) => assign.mutateAsync({ kind, input: { target, ...choice } })}
      done={done}
      onSaved={onDone}
      onRefused={(error, { getValues }) => {
        const conflict = assignConflictOf(error);
        if (conflict !== null) onConflict({ choice: getValues(), conflict });
        return conflict !== null;
      }}
      submitLabel={t(isTakeBack ? 'words.takeBack' : 'loans.allocate')}
      {...(isTakeBack && { focus: 'submit' })}
    >
      {isTakeBack ? <p>{t('loans.takeBackBody')}</p> : <PersonField kind={kind} />}
      {!isTakeBack && kind === 'fieldAgent' && (
        <DayField
          name="visitDate"
          text="loans.visitDate"
          help={t('loans.visitHelp')}
          min={today()}
          isClearable
        />
      )}
    </FormInDialog>
  );
}

/** The ways on from a conflict, each of which may meet another one. */
function Conflict(props: ChoiceProps & { choice: Choice; conflict: AssignConflict }) {
  const { kind, target, choice, conflict, onClose, onDone, onConflict } = props;
  const assign = useAssign();
  const done = useDoneWords(props);
  const send = (rest: AssignTarget) =>
    assign.mutate(
      { kind, input: { target: rest, ...choice } },
      {
        onSuccess: (answer) => {
          showSuccess(done(answer));
          onDone();
          onClose();
        },
        onError: (error) => {
          const another = assignConflictOf(error);
          if (another === null) showError(errorWords(error));
          else onConflict({ choice, conflict: another });
        },
      },
    );
  return (
    <AssignConflicts
      conflict={conflict}
      target={target}
      isSending={assign.isPending}
      onSend={send}
      onClose={onClose}
    />
  );
}

function PersonField({ kind }: { kind: AssignKind }) {
  const t = useText();
  const people = useAssignees(ROLE_OF[kind]);
  const nameOf = toldApart(people.data ?? []);
  return (
    <SelectField
      name="personId"
      text="words.person"
      placeholder={t('loans.findPerson')}
      options={(people.data ?? []).map((each) => ({
        value: each._id,
        label: nameOf(each),
        aside: t('loans.load', { count: each.loanCount }),
      }))}
      asked={people}
      nothingFound={t('loans.noPerson')}
      isRequired
    />
  );
}
