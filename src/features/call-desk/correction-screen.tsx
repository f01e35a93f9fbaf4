import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type {
  DispositionCorrection,
  DispositionRecord,
} from '../../../contract/disposition-change.ts';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { ContactHistory } from '../../components/contact-history.tsx';
import { dispositionWords } from '../../components/disposition-words.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Columns, Page, PageHeader, Panel } from '../../components/page.tsx';
import { EmptyState, LoadingState } from '../../components/screen-state.tsx';
import { showSuccess, showUndo } from '../../components/toast-store.ts';
import { Timeline } from '../../components/timeline.tsx';
import { loadContactFile, loadRecording } from '../../data/files.ts';
import { formatClock, formatDay, formatDayTime } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import {
  useAllCodes,
  useDispositionChanges,
  useDispositionRecord,
  useLoanCalls,
} from './borrower-queries.ts';
import { CorrectionForm } from './correction-form.tsx';
import { CorrectLink } from './desk-history.tsx';

/** `/call-management-modify?dispositionId=`: what a contact says is corrected; without one a call of the loan is chosen. */
export function CorrectionScreen() {
  const [params] = useSearchParams();
  const id = params.get('dispositionId') ?? '';
  return id === '' ? <CallChoice loanId={params.get('loanId') ?? ''} /> : <Correction id={id} />;
}

const deskOf = (loanId: string) => `/call-management?${new URLSearchParams({ loanId }).toString()}`;

function CallChoice({ loanId }: { loanId: string }) {
  const t = useText();
  const calls = useLoanCalls(loanId);
  const title = t('borrower.correctTitle');
  if (loanId === '') {
    return (
      <Page>
        <PageHeader title={title} backTo="/active-loans" />
        <EmptyState
          title={t('borrower.noContact')}
          action={
            <Button component={Link} to="/active-loans">
              {t('words.activeLoans')}
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <Page width="form">
      <PageHeader title={title} subtitle={t('borrower.chooseContact')} backTo={deskOf(loanId)} />
      {calls.isError ? (
        <LoadProblem error={calls.error} onRetry={() => void calls.refetch()} />
      ) : calls.data === undefined ? (
        <LoadingState rows={6} />
      ) : calls.data.length === 0 ? (
        <EmptyState title={t('borrower.noCalls')} />
      ) : (
        <Panel>
          <ContactHistory
            contacts={calls.data}
            load={loadContactFile}
            renderActions={({ _id }) => <CorrectLink id={_id} />}
          />
        </Panel>
      )}
    </Page>
  );
}

function Correction({ id }: { id: string }) {
  const t = useText();
  const record = useDispositionRecord(id);
  const codes = useAllCodes();
  const problem = record.error ?? codes.error;
  if (record.data !== undefined && codes.data !== undefined) {
    const { channel } = record.data;
    // A call that only began gets its outcome at the desk.
    const own = codes.data.filter((code) => code.channel === channel && code.sortOrder > 0);
    return <CorrectionWork record={record.data} codes={own} />;
  }
  return (
    <Page>
      <PageHeader title={t('borrower.correctTitle')} backTo="/active-loans" />
      {problem === null ? (
        <LoadingState kind="form" rows={5} />
      ) : (
        <LoadProblem error={problem} onRetry={() => void record.refetch()} />
      )}
    </Page>
  );
}

function CorrectionWork({
  record,
  codes,
}: {
  record: DispositionRecord;
  codes: NonNullable<ReturnType<typeof useAllCodes>['data']>;
}) {
  const t = useText();
  const { correct, remove, isSaved } = useCorrecting(record);
  const back = deskOf(record.loanId);
  return (
    <Page>
      <PageHeader
        title={t('borrower.correctTitle')}
        backTo={back}
        subtitle={
          <>
            <span>{record.Customer_Name}</span>
            <span>{record.Loan_ID}</span>
            <span>
              {t('borrower.recordedBy', {
                name: record.Agent_Name,
                when: formatDayTime(record.disCreatedAt),
              })}
            </span>
          </>
        }
      />
      <Columns
        main={
          <Panel title={t('loanFields.disposition')}>
            {record.mayCorrect ? (
              <CorrectionForm
                record={record}
                codes={codes}
                isSaved={isSaved}
                onSave={correct}
                onRemove={(reason) => void remove(reason)}
              />
            ) : (
              <EmptyState title={t('borrower.notYours')} />
            )}
          </Panel>
        }
        side={<ContactPast record={record} />}
      />
    </Page>
  );
}

/** Saving and removing with what the person is told of it; then back to the loan, once nothing is unsaved any more. */
function useCorrecting(record: DispositionRecord) {
  const t = useText();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const changes = useDispositionChanges();
  const [isSaved, setSaved] = useState(false);
  const back = deskOf(record.loanId);
  useEffect(() => {
    if (isSaved) void navigate(back);
  }, [back, isSaved, navigate]);
  const correct = async (body: DispositionCorrection) => {
    // A refusal is told by a toast; what was typed stays.
    const done = await changes.correct.mutateAsync(body).catch(() => null);
    if (done === null) return;
    showSuccess(t('toasts.updated'));
    setSaved(true);
  };
  const remove = async (reason: string) => {
    const isSure = await confirm({
      title: t('borrower.removeSure'),
      body: t('borrower.removeBody'),
      confirmLabel: t('borrower.remove'),
      isDangerous: true,
    });
    if (!isSure) return;
    const ids = [record._id];
    const given = { ids, ...(reason.trim() !== '' && { reason }) };
    const done = await changes.remove.mutateAsync(given).catch(() => null);
    if (done === null) return;
    showUndo(t('borrower.removed'), () => changes.restore.mutate(ids));
    setSaved(true);
  };
  return { correct, remove, isSaved };
}

/** The contact as it stands with its files and recording, and what it said before. */
function ContactPast({ record }: { record: DispositionRecord }) {
  const t = useText();
  const items = record.revisions.map((past) => ({
    id: String(past.revision),
    title: dispositionWords(t, past.code, past.label),
    meta: t('borrower.replacedBy', {
      name: past.Changed_By,
      when: formatDayTime(past.changedAt),
    }),
    body: [
      past.promiseAmount === null ? '' : formatRupees(past.promiseAmount),
      past.amountCollected === null ? '' : formatRupees(past.amountCollected),
      past.date === null ? '' : formatDay(past.date),
      past.time === null ? '' : formatClock(past.time),
      past.remarks ?? '',
      past.reason ?? '',
    ]
      .filter((words) => words !== '')
      .join(' · '),
  }));
  return (
    <>
      <Panel title={t('words.contact')}>
        <ContactHistory contacts={[record]} load={loadContactFile} loadRecording={loadRecording} />
      </Panel>
      {items.length > 0 && (
        <Panel title={t('borrower.past')}>
          <Timeline label={t('borrower.past')} items={items} />
        </Panel>
      )}
    </>
  );
}
