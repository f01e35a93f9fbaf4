import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Page, PageHeader } from '../../components/page.tsx';
import { ErrorState, LoadingState } from '../../components/screen-state.tsx';
import { useDeviceQuery } from '../../data/device-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useFieldCodes, useIsGone } from './field-loan-queries.ts';
import { NotHere } from './loan-screen.tsx';
import type { DispositionCode } from '../../../contract/disposition.ts';
import { useHeldLoan } from './use-held-loan.ts';
import { openVisitDraft } from './visit-draft.ts';
import type { VisitDraft } from './visit-draft.ts';
import { VisitForm } from './visit-form-view.tsx';
import { goneLoan } from './visited-loan.ts';

/** What a visit's form was opened with. */
interface OpenedVisit {
  readonly loanId: string;
  readonly codes: readonly DispositionCode[];
  readonly draft: VisitDraft;
}

/** Recording a visit (/field-agent/loan/visit?id=): goes on with a begun one where there is one. */
export function VisitScreen() {
  const t = useText();
  const [params] = useSearchParams();
  const loanId = params.get('id') ?? '';
  const cached = useHeldLoan(loanId);
  const isGone = useIsGone(loanId);
  const codes = useFieldCodes();
  const draft = useDeviceQuery({
    key: ['field-loan', loanId, 'visit'],
    topics: [],
    load: () => openVisitDraft(loanId),
    // A draft read before is not the draft that is kept now.
    isReadAnew: 'only',
  });
  // Once it is open it stays: a screen that is locked for an hour drops what it had read, not what was typed.
  const [opened, setOpened] = useState<OpenedVisit | null>(null);
  const isOpen = opened?.loanId === loanId;
  if (!isOpen && codes.data !== undefined && codes.data.length > 0 && draft.data !== undefined)
    setOpened({ loanId, codes: codes.data, draft: draft.data });
  // Taken away meanwhile: what was begun can be finished all the same.
  const isBegun = isOpen ? opened.draft.startedAt !== null : draft.data?.startedAt !== null;
  if (cached === null && (draft.isError || !isBegun)) return <NotHere />;
  if (isOpen && cached !== undefined)
    return (
      <VisitForm
        key={opened.draft.visitId}
        loan={cached === null ? goneLoan(loanId, opened.draft.about) : { ...cached.loan, isGone }}
        codes={opened.codes}
        draft={opened.draft}
        onDiscarded={() => setOpened(null)}
      />
    );
  if (codes.isError || codes.data?.length === 0) {
    return (
      <Page>
        <PageHeader title={t('fieldLoan.recordVisit')} backTo={`/field-agent/loan?id=${loanId}`} />
        <ErrorState message={t('fieldLoan.visit.noCodes')} onRetry={() => void codes.refetch()} />
      </Page>
    );
  }
  return (
    <Page>
      <LoadingState kind="form" />
    </Page>
  );
}
