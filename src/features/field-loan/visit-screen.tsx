import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { Page, PageHeader } from '../../components/page.tsx';
import { ErrorState, LoadingState } from '../../components/screen-state.tsx';
import { deviceQuery } from '../../lib/device-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useFieldCodes } from './field-loan-queries.ts';
import { NotHere } from './loan-screen.tsx';
import { useHeldLoan } from './use-held-loan.ts';
import { openVisitDraft } from './visit-draft.ts';
import { VisitForm } from './visit-form-view.tsx';

/** Recording a visit (/field-agent/loan/visit?id=): goes on with a begun one where there is one. */
export function VisitScreen() {
  const t = useText();
  const [params] = useSearchParams();
  const loanId = params.get('id') ?? '';
  const cached = useHeldLoan(loanId);
  const codes = useFieldCodes();
  const draft = useQuery({
    ...deviceQuery({
      key: ['field-loan', loanId, 'visit'],
      topics: [],
      load: () => openVisitDraft(loanId),
    }),
    // A draft read before is not the draft that is kept now.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (cached === null) return <NotHere />;
  if (codes.isError || codes.data?.length === 0) {
    return (
      <Page>
        <PageHeader title={t('fieldLoan.visit.title')} backTo={`/field-agent/loan?id=${loanId}`} />
        <ErrorState message={t('fieldLoan.visit.noCodes')} onRetry={() => void codes.refetch()} />
      </Page>
    );
  }
  const isReady = cached !== undefined && codes.data !== undefined && draft.data !== undefined;
  if (!isReady) {
    return (
      <Page>
        <LoadingState kind="form" />
      </Page>
    );
  }
  return <VisitForm loan={cached.loan} codes={codes.data} draft={draft.data} />;
}
