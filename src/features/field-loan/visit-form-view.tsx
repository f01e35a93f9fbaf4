import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { DispositionCode } from '../../../contract/disposition.ts';
import { knownLeft } from '../../../contract/loan.ts';
import { FormFrame, useSchemaForm } from '../../components/form.tsx';
import { LeavePrompt } from '../../components/leave-guard.tsx';
import type { LeaveWords } from '../../components/leave-guard.tsx';
import { Page, PageHeader, StickyAction } from '../../components/page.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useAfterRender } from '../../components/use-after-render.ts';
import { clockNow } from '../../lib/clock.ts';
import { formatDayTime, inBusinessZone, today } from '../../lib/dates.ts';
import { shownReceiptNumber } from '../../lib/receipt-number.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DeviceError } from '../../offline/errors.ts';
import { takenInWith } from '../../offline/operation-known.ts';
import { Notice } from '../../components/notice.tsx';
import { ClosedLoanNote } from './closed-loan-note.tsx';
import { useIsGone } from './field-loan-queries.ts';
import { SaveFailure } from './save-failure.tsx';
import { useDiscard, useKeptVisit } from './use-kept-visit.ts';
import { VisitAttachments } from './visit-attachments.tsx';
import { noteSaving } from './visit-draft.ts';
import type { VisitDraft } from './visit-draft.ts';
import { VisitFields } from './visit-fields.tsx';
import { afterSaving, namesOf } from './visited-loan.ts';
import type { VisitedLoan } from './visited-loan.ts';
import { EMPTY_VISIT, isVisitEmpty, visitSchema } from './visit-form.ts';
import type { VisitValues } from './visit-form.ts';
import { VisitOutcome } from './visit-outcome.tsx';
import { VisitPosition, useVisitPosition } from './visit-position.tsx';
import { saveVisit } from './visit-save.ts';
import classes from './visit-form-view.module.css';

/** The form of a visit. What is typed is kept on this phone all along; saved is it only by the button. */
export function VisitForm(props: {
  loan: VisitedLoan;
  codes: readonly DispositionCode[];
  draft: VisitDraft;
  /** What was begun is thrown away, and an empty visit is there. */
  onDiscarded?: () => void;
}) {
  const { loan, codes } = props;
  const t = useText();
  const visit = useVisit(props);
  const { form, failure, isDone, isKept } = visit;
  const isSaving = form.formState.isSubmitting;
  const place = useVisitPosition();
  const code = codes.find((each) => each.code === visit.values.disposition);
  const kept = useLeaveWords();
  return (
    <Page width="form" hasStickyAction>
      <PageHeader
        title={t('fieldLoan.recordVisit')}
        subtitle={loan.Customer_Name}
        backTo={`/field-agent/loan?id=${loan._id}`}
      />
      {loan.isGone && <GoneNote loanId={loan._id} />}
      <ClosedLoanNote loanId={loan._id} hasDraft={isKept} />
      <LeavePrompt isActive={isKept && !isDone} kept={kept} />
      <FormFrame
        name="fieldLoan.visit.title"
        form={form}
        label={t('fieldLoan.recordVisit')}
        // The draft keeps it, and leaving asks in words of its own.
        hasLeavePrompt={false}
        onSubmit={(values) => visit.save(values, place.position ?? { missingReason: 'TIMEOUT' })}
        foot={
          <StickyAction>
            <Button
              type="submit"
              size="lg"
              loading={isSaving}
              leftSection={<IconDeviceFloppy size={20} stroke={1.7} />}
            >
              {t('fieldLoan.visit.save')}
            </Button>
          </StickyAction>
        }
      >
        <div className={classes.form}>
          <BegunNote {...props} visitId={visit.visitId} />
          <VisitOutcome codes={codes} />
          {code !== undefined && <VisitFields code={code} loan={visit.asked} />}
          <VisitAttachments visit={visit} />
          <VisitPosition {...place} />
          {visit.savedElsewhereId !== null && failure === null && <SavedElsewhere />}
          {failure !== null && <SaveFailure error={failure} />}
        </div>
      </FormFrame>
    </Page>
  );
}

/** Said once it is saved: that it is, and the number to write on the receipt. */
function savedWords(t: ReturnType<typeof useText>, receiptNumber: number | null): string {
  const saved = t(navigator.onLine ? 'fieldLoan.visit.saved' : 'fieldLoan.visit.savedWillSend');
  if (receiptNumber === null) return saved;
  return `${t('fieldLoan.receipt.number', { number: shownReceiptNumber(receiptNumber) })} · ${saved}`;
}

/** Its loan was taken away: the money may have been taken all the same. Or all loans were given up to make room. */
function GoneNote({ loanId }: { loanId: string }) {
  const t = useText();
  const isTaken = useIsGone(loanId);
  return (
    <Notice tone="warn" title={t('fieldLoan.notHereTitle')}>
      {t(isTaken ? 'fieldLoan.begun.body' : 'fieldLoan.begun.listAway')}
    </Notice>
  );
}

/** Another tab saved this visit: said where it is seen, however long the form is. */
function SavedElsewhere() {
  const t = useText();
  const frame = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <output ref={frame} className={classes.draft}>
      {t('fieldLoan.visit.savedElsewhere')}
    </output>
  );
}

/** Says that this visit was begun before, and offers to start over. */
function BegunNote({
  draft: { startedAt },
  loan,
  visitId,
  onDiscarded,
}: Parameters<typeof VisitForm>[0] & { visitId: string }) {
  const t = useText();
  const discard = useDiscard(loan._id, onDiscarded);
  if (startedAt === null) return null;
  return (
    <div className={classes.draft}>
      <span>{t('fieldLoan.visit.draftFound', { when: formatDayTime(startedAt) })}</span>
      <Button variant="subtle" onClick={() => void discard(visitId)}>
        {t('fieldLoan.visit.discardDraft')}
      </Button>
    </div>
  );
}

/** When the form is judged: a form may stand open over midnight. */
const momentNow = () => {
  const now = clockNow();
  return { day: today(now), time: inBusinessZone(now).format('HH:mm') };
};

function useLeaveWords(): LeaveWords {
  const t = useText();
  return useMemo(
    () => ({
      title: t('fieldLoan.visit.leaveTitle'),
      body: t('fieldLoan.visit.leaveBody'),
      leave: t('fieldLoan.visit.leave'),
      stay: t('states.stay'),
    }),
    [t],
  );
}

const withoutTaken = (loan: VisitedLoan, taken: number): VisitedLoan =>
  taken === 0 ? loan : { ...loan, Unverified_Amount: (loan.Unverified_Amount ?? 0) - taken };

/** Reads what another tab took in with the visit that it saved. */
function useTakenElsewhere(savedElsewhereId: string | null, setTaken: (taken: number) => void) {
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const taken = savedElsewhereId === null ? 0 : await takenInWith(savedElsewhereId);
      if (!isOver) setTaken(taken);
    };
    // Locked meanwhile: saving says so.
    void read().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [savedElsewhereId, setTaken]);
}

/** The form's state: values and files kept as they change, and the saving. */
function useVisit({ loan, codes, draft }: Parameters<typeof VisitForm>[0]) {
  const t = useText();
  const navigate = useNavigate();
  const afterRender = useAfterRender();
  const [takenElsewhere, setTakenElsewhere] = useState(0);
  // Saved unchanged it is the visit that the other tab saved: its own money is no reason to ask why more was taken.
  const asked = withoutTaken(loan, takenElsewhere);
  const left = knownLeft(asked);
  const settlement = loan.settlementAmount ?? null;
  const schema = useMemo(
    () =>
      visitSchema(codes, momentNow, (problem) => t(`fieldLoan.problem.${problem}`), {
        left,
        settlement,
      }),
    [codes, t, left, settlement],
  );
  const form = useSchemaForm<VisitValues, VisitValues>(schema, draft.values ?? EMPTY_VISIT);
  const values: VisitValues = { ...EMPTY_VISIT, ...useWatch({ control: form.control }) };
  const [failure, setFailure] = useState<unknown>(null);
  const [isDone, setDone] = useState(false);
  const about = draft.about ?? namesOf(loan);
  const kept = useKeptVisit({ loanId: loan._id, about }, draft, values, isDone);
  useTakenElsewhere(kept.savedElsewhereId, setTakenElsewhere);
  const save = async (
    filled: VisitValues,
    position: Parameters<typeof saveVisit>[0]['position'],
  ) => {
    const code = codes.find((each) => each.code === filled.disposition);
    if (code === undefined) return;
    setFailure(null);
    // What was chosen belongs to the visit, also while it is still being made small.
    const files = await kept.allFiles();
    if (files === null) return;
    const { visitId, savedElsewhereId } = kept;
    noteSaving(visitId);
    try {
      const visit = { visitId, loanId: loan._id, values: filled, code, position, files };
      const number = await saveVisit(visit, savedElsewhereId);
      showSuccess(savedWords(t, number));
    } catch (error) {
      setFailure(error);
      if (error instanceof DeviceError && error.code === 'ALREADY_SAVED') kept.startAnew();
      return;
    }
    setDone(true);
    afterRender(() => void navigate(afterSaving(loan), { replace: true }));
  };
  const isKept = !isVisitEmpty(values) || kept.files.length > 0 || kept.isTaking;
  return { form, values, failure, isDone, isKept, asked, save, ...kept };
}
