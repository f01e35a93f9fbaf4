import { Button } from '@mantine/core';
import { useState } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { contactGateCalls } from '../../../contract/contact-gate.ts';
import type { ContactBreach } from '../../../contract/contact-record.ts';
import { GATE_REASONS } from '../../../contract/contact-rules.ts';
import { choices } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Together } from '../../components/loaded.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { TextAreaField } from '../../components/form-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useBreachColumns } from './breach-columns.tsx';
import { FRESH_MS, useOpenExceptions } from './contact-rules-queries.ts';
import { OpenExceptions } from './open-exceptions.tsx';

const FILTERS = {
  search: 'text',
  decision: 'text',
  reason: 'list',
  isReviewed: 'text',
  startDate: 'day',
  endDate: 'day',
} as const;

/** `/contact-breaches` (admin, manager, lender): contacts against a rule, and the exceptions that agents ask for. */
export function ContactBreachesScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const url = useListState(contactGateCalls.listContactBreaches.query, FILTERS, {
    isSizeChosen: true,
  });
  const breaches = useCallQuery(
    contactGateCalls.listContactBreaches,
    { query: url.asked },
    { keepsPrevious: true, staleTime: FRESH_MS },
  );
  const columns = useBreachColumns();
  const [reviewed, setReviewed] = useState<ContactBreach | null>(null);
  const mayDecide = user.role === 'ADMIN' || user.role === 'MANAGER';
  const exceptions = useOpenExceptions(mayDecide);
  const review = useReviewAction(mayDecide, setReviewed);
  return (
    <Page>
      <PageHeader
        title={t('contactRules.breaches')}
        count={breaches.data?.totalCount ?? null}
        subtitle={t('contactRules.breachesSubtitle')}
      />
      <Together of={mayDecide ? [exceptions] : []}>
        {mayDecide && <OpenExceptions />}
        <List<ContactBreach>
          name="contact-breaches"
          label={t('contactRules.breaches')}
          columns={columns}
          list={breaches}
          state={url}
          fields={useFilterFields()}
          search={t('contactRules.breachSearch')}
          rowLabel={(breach) => breach.Customer_Name}
          rowActions={review}
          empty={<NoBreaches />}
        />
      </Together>
      {reviewed !== null && <ReviewDialog breach={reviewed} onClose={() => setReviewed(null)} />}
    </Page>
  );
}

/** The button of a breach that nobody has looked at. */
function useReviewAction(mayDecide: boolean, onReview: (breach: ContactBreach) => void) {
  const t = useText();
  return (breach: ContactBreach) => {
    if (!mayDecide || breach.reviewedAt !== null) return null;
    return (
      <Button variant="default" onClick={() => onReview(breach)}>
        {t('contactRules.review')}
      </Button>
    );
  };
}

function NoBreaches() {
  const t = useText();
  return (
    <EmptyState title={t('contactRules.noBreaches')} body={t('contactRules.noBreachesBody')} />
  );
}

function useFilterFields() {
  const t = useText();
  return [
    {
      kind: 'choice' as const,
      key: 'decision',
      label: t('words.kind'),
      options: choices(['BREACH', 'OVERRIDDEN'], (value) => t(`contactRules.${value}`)),
    },
    {
      kind: 'multi' as const,
      key: 'reason',
      label: t('words.rule'),
      options: choices(GATE_REASONS, (reason) => t(`gate.${reason}`)),
    },
    {
      kind: 'choice' as const,
      key: 'isReviewed',
      label: t('contactRules.reviewed'),
      options: [
        { value: 'false', label: t('contactRules.notReviewed') },
        { value: 'true', label: t('contactRules.reviewed') },
      ],
    },
    {
      kind: 'dayRange' as const,
      fromKey: 'startDate',
      toKey: 'endDate',
      label: t('words.when'),
    },
  ];
}

/** Notes that a breach was looked at, and what was done about it. */
function ReviewDialog({ breach, onClose }: { breach: ContactBreach; onClose: () => void }) {
  const t = useText();
  const review = useCallCommand(contactGateCalls.reviewContactBreach);
  return (
    <DialogForm
      name="contactRules.reviewTitle"
      about={breach._id}
      title={`${breach.Customer_Name} · ${breach.Loan_ID}`}
      rules={contactGateCalls.reviewContactBreach.body}
      defaults={{ note: '' }}
      save={(body) => review.mutateAsync({ params: { id: breach._id }, body })}
      done={t('contactRules.reviewSaved')}
      submitLabel={t('contactRules.markReviewed')}
      onClose={onClose}
    >
      <TextAreaField name="note" text="contactRules.reviewTitle" maxLength={500} />
    </DialogForm>
  );
}
