import { Button } from '@mantine/core';
import type { LoanNote } from '../../../contract/loan-note.ts';
import { loanNoteCalls } from '../../../contract/loan-note.ts';
import { Awaited } from '../../components/loaded.tsx';
import { CheckField } from '../../components/check-field.tsx';
import { TextAreaField } from '../../components/form-field.tsx';
import { FormFrame } from '../../components/form.tsx';
import { Panel } from '../../components/page.tsx';
import { useSavingForm } from '../../components/saving-form.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { useUndo } from '../../components/use-undo.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { useLoanNotes, useNoteChanges } from './borrower-queries.ts';
import classes from './borrower-panel.module.css';

const MOST_LETTERS = 2000;

/** Notes on a loan, pinned ones first. `isOfLender`: the reader is the lender's; everything it writes is for both. */
export function LoanNotes({
  loanId,
  isOfLender = false,
}: {
  loanId: string;
  isOfLender?: boolean;
}) {
  const t = useText();
  const notes = useLoanNotes(loanId);
  return (
    <Panel title={t('borrower.notes')}>
      {notes.data !== undefined ? (
        <NoteList loanId={loanId} notes={notes.data} isOfLender={isOfLender} />
      ) : (
        <Awaited of={notes} rows={2} />
      )}
      <NoteForm loanId={loanId} isOfLender={isOfLender} />
    </Panel>
  );
}

function NoteList(props: { loanId: string; notes: readonly LoanNote[]; isOfLender: boolean }) {
  const t = useText();
  if (props.notes.length === 0) return <p className={classes.small}>{t('borrower.noNotes')}</p>;
  return (
    <ul className={classes.notes} aria-label={t('borrower.notes')}>
      {props.notes.map((note) => (
        <Note key={note._id} note={note} {...props} />
      ))}
    </ul>
  );
}

function Note({
  loanId,
  note,
  isOfLender,
}: {
  loanId: string;
  note: LoanNote;
  isOfLender: boolean;
}) {
  const t = useText();
  const { add, pin, remove } = useNoteChanges();
  const offerUndo = useUndo();
  const takeAway = () =>
    whenDone(remove.mutateAsync(note._id), () =>
      offerUndo(t('borrower.noteRemoved'), () =>
        add.mutate({
          loanId,
          note: note.note,
          isPinned: note.isPinned,
          isForLender: note.isForLender,
        }),
      ),
    );
  return (
    <li className={classes.note}>
      <p>{note.note}</p>
      <div className={classes.noteFoot}>
        <span className={classes.small}>
          {t('borrower.noteBy', { name: note.Author_Name, when: formatDayTime(note.createdAt) })}
        </span>
        {note.isPinned && <StatusChip tone="info" label={t('borrower.pinned')} />}
        {note.isForLender && !isOfLender && (
          <StatusChip tone="quiet" label={t('borrower.forLender')} />
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.touch}
          loading={pin.isPending}
          onClick={() => pin.mutate({ _id: note._id, isPinned: !note.isPinned })}
        >
          {t(note.isPinned ? 'borrower.unpinNote' : 'borrower.pinNote')}
        </Button>
        {note.isOwn && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.touch}
            loading={remove.isPending}
            onClick={takeAway}
          >
            {t('common.remove')}
          </Button>
        )}
      </div>
    </li>
  );
}

function NoteForm({ loanId, isOfLender }: { loanId: string; isOfLender: boolean }) {
  const t = useText();
  const { add } = useNoteChanges();
  const empty = { loanId, note: '', isForLender: isOfLender };
  const { form, submit } = useSavingForm({
    rules: loanNoteCalls.addLoanNote.body,
    defaults: empty,
    save: add.mutateAsync,
    onSaved: (_note, saved) => saved.reset(empty),
  });
  return (
    <div className={classes.noteForm}>
      <FormFrame
        name="borrower.writeNote"
        form={form}
        rules={loanNoteCalls.addLoanNote.body}
        onSubmit={submit}
        actions={
          <Button
            type="submit"
            variant="default"
            loading={form.formState.isSubmitting}
            className={classes.touch}
          >
            {t('borrower.saveNote')}
          </Button>
        }
      >
        <TextAreaField name="note" text="borrower.writeNote" maxLength={MOST_LETTERS} />
        {!isOfLender && <CheckField name="isForLender" label={t('borrower.isForLender')} />}
      </FormFrame>
    </div>
  );
}

/** The pinned notes where the work is: nobody has to look for them. */
export function PinnedNotes({ loanId }: { loanId: string }) {
  const t = useText();
  const pinned = (useLoanNotes(loanId).data ?? []).filter((note) => note.isPinned);
  if (pinned.length === 0) return null;
  return (
    <section className={classes.next} aria-label={t('borrower.pinned')}>
      <ul className={classes.notes}>
        {pinned.map((note) => (
          <li key={note._id}>{note.note}</li>
        ))}
      </ul>
    </section>
  );
}
