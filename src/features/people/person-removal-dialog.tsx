import { z } from 'zod';
import { says } from '../../../contract/errors.ts';
import { peopleCalls } from '../../../contract/people.ts';
import type { Person, Removal } from '../../../contract/person.ts';
import { Dialog, DialogClose } from '../../components/dialog.tsx';
import { FactGroup } from '../../components/facts.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { FormInDialog } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { showSuccess, showUndo } from '../../components/toast-store.ts';
import { readWhenOpened, useCallQuery } from '../../data/call-query.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { sentenceWords } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { toldApart } from '../../lib/told-apart.ts';
import classes from './people.module.css';
import { useRemovePerson } from './people-queries.ts';

interface RemovalProps {
  person: Person;
  what: 'disable' | 'delete';
}

/** Disabling or deleting a person: what hangs on it first, then who takes over, then the button. */
export function PersonRemovalDialog(props: RemovalProps & { onClose: () => void }) {
  const { person, what, onClose } = props;
  const t = useText();
  const removal = useCallQuery(
    peopleCalls.readRemoval,
    { params: { id: person._id } },
    readWhenOpened,
  );
  return (
    <Dialog title={t(`people.${what}Title`, { name: person.fullName })} onClose={onClose}>
      <Loaded of={removal} kind="record" rows={4}>
        {(data) =>
          what === 'delete' && data.refusal !== null ? (
            <div className="rc-stack-16">
              <Consequences removal={data} />
              <Notice tone="danger" title={sentenceWords(data.refusal)} isAlert />
              <DialogClose />
            </div>
          ) : (
            <Decision person={person} what={what} removal={data} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

const withSuccessor = z.object({ successorId: z.string(says('successor-missing')) });
const maybeWithSuccessor = z.object({ successorId: z.string().nullable() });

interface Chosen {
  successorId: string | null;
}

function Decision(props: RemovalProps & { removal: Removal }) {
  const { what, removal } = props;
  const t = useText();
  const { save, tell } = useRemovalDecision(props);
  const isNeeded = what === 'delete' && removal.needsSuccessor;
  return (
    <FormInDialog<Chosen, Chosen, Chosen>
      name={`people.${what}`}
      rules={isNeeded ? withSuccessor : maybeWithSuccessor}
      defaults={{ successorId: null }}
      hasLeavePrompt={false}
      save={async (chosen) => {
        await save(chosen.successorId);
        return chosen;
      }}
      onSaved={({ successorId }) => tell(successorId)}
      submitLabel={t(`people.${what}Now`)}
      isDangerous
    >
      <Consequences removal={removal} />
      <p className={classes.quiet}>{t(`people.${what}Body`)}</p>
      <Successor removal={removal} isNeeded={isNeeded} />
    </FormInDialog>
  );
}

function Consequences({ removal }: { removal: Removal }) {
  const t = useText();
  return (
    <>
      <FactGroup title={t('people.consequences')} facts={useConsequences(removal)} />
      {removal.unsentCount > 0 && (
        <Notice tone="warn" title={t('people.unsentWarning', { count: removal.unsentCount })} />
      )}
      {removal.waitingSettlements > 0 && (
        <Notice
          tone="warn"
          title={t('people.waitingSettlements', { count: removal.waitingSettlements })}
        />
      )}
    </>
  );
}

function useConsequences(removal: Removal) {
  const t = useText();
  const { loanCount, dueAmount, alertCount, teamCount, unsentCount, inHandAmount } = removal;
  const loans = loanCount === 0 ? '0' : `${formatCount(loanCount)} · ${formatRupees(dueAmount)}`;
  const facts = [
    { label: t('people.loansAndDues'), value: loans },
    { label: t('people.alerts'), value: formatCount(alertCount) },
  ];
  if (removal.role === 'MANAGER' || teamCount > 0)
    facts.push({ label: t('words.team'), value: formatCount(teamCount) });
  if (removal.role === 'FIELD_AGENT' || unsentCount > 0)
    facts.push({ label: t('people.unsent'), value: formatCount(unsentCount) });
  if (inHandAmount > 0)
    facts.push({ label: t('menu.receipts'), value: formatRupees(inHandAmount) });
  return facts;
}

/** Who takes over; nobody to choose when nothing hangs on the person. */
function Successor({ removal, isNeeded }: { removal: Removal; isNeeded: boolean }) {
  const t = useText();
  if (!removal.needsSuccessor) return null;
  if (removal.successors.length === 0) {
    return <Notice tone={isNeeded ? 'danger' : 'info'} title={t('people.noSuccessor')} />;
  }
  const nameOf = toldApart(removal.successors);
  return (
    <SelectField
      name="successorId"
      text="people.successor"
      help={t(isNeeded ? 'people.successorNeeded' : 'people.successorHelp')}
      placeholder={t('people.findSuccessor')}
      options={removal.successors.map((each) => ({
        value: each._id,
        label: nameOf(each),
        aside: t('words.loanCount', { count: each.loanCount }),
      }))}
      nothingFound={t('people.nobodyFound')}
      isClearable={!isNeeded}
    />
  );
}

/** Disables or deletes a person, and tells it. */
function useRemovalDecision({ person, what }: { person: Person; what: 'disable' | 'delete' }) {
  const t = useText();
  const setActive = useCallCommand(peopleCalls.setPersonActive);
  const remove = useRemovePerson();
  const { _id: id, fullName: name } = person;

  const save = (successorId: string | null): Promise<unknown> => {
    const chosen = successorId === null ? {} : { successorId };
    return what === 'delete'
      ? remove.mutateAsync({ person, ...chosen })
      : setActive.mutateAsync({ params: { id }, body: { isActive: false, ...chosen } });
  };
  const enable = () => setActive.mutate({ params: { id }, body: { isActive: true } });
  const tell = (successorId: string | null) => {
    if (what === 'delete')
      showSuccess(
        person.role === 'MANAGER' ? t('toasts.sheetDeleted') : t('people.deletedToast', { name }),
      );
    // Loans that went to a successor would not come back: then there is nothing to undo.
    else if (successorId === null) showUndo(t('people.disabledToast', { name }), enable);
    else showSuccess(t('people.disabledToast', { name }));
  };
  return { save, tell };
}
