import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { ContactPolicy } from '../../../contract/contact-policy.ts';
import { contactPolicyCalls } from '../../../contract/contact-policy.ts';
import { Awaited } from '../../components/loaded.tsx';
import { NoClients } from '../../components/no-clients.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { latest } from '../../lib/latest.ts';
import { useText } from '../../lib/texts/texts.ts';
import { BlockedNumbers } from './blocked-numbers.tsx';
import { PolicyDialog } from './policy-dialog.tsx';
import { policyWords } from './policy-words.ts';
import { TryGate } from './try-gate.tsx';
import classes from './contact-rules.module.css';

/** `/contact-rules` (admin, client admin): when and how often a lender's borrowers may be contacted, in words, and tried. */
export function ContactRulesScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const policies = useCallQuery(contactPolicyCalls.listContactPolicies, {});
  const [changed, setChanged] = useState<ContactPolicy | null>(null);
  const shown = policies.data?.data;
  // Below cards of unknown height nothing stands yet.
  const isAwaited = shown === undefined && !policies.isError;
  return (
    <Page>
      <PageHeader title={t('contactRules.title')} subtitle={t('contactRules.subtitle')} />
      {shown === undefined ? (
        <Awaited of={policies} kind="cards" rows={3} />
      ) : shown.length === 0 ? (
        <NoClients />
      ) : (
        <ul className={classes.cards}>
          {shown.map((policy) => (
            <PolicyCard key={policy.clientId} policy={policy} onChange={() => setChanged(policy)} />
          ))}
        </ul>
      )}
      {!isAwaited && <TryGate />}
      {!isAwaited && user.role === 'ADMIN' && <BlockedNumbers />}
      {changed !== null && (
        <PolicyDialog policy={latest(changed, shown)} onClose={() => setChanged(null)} />
      )}
    </Page>
  );
}

function PolicyCard({ policy, onChange }: { policy: ContactPolicy; onChange: () => void }) {
  const t = useText();
  return (
    <li className={classes.card}>
      <h2>{policy.Client_Name}</h2>
      <span className="rc-quiet-small">{t(`contactRules.profile${policy.profile}`)}</span>
      <ul className={classes.sentences}>
        {policyWords(t, policy).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        aria-label={`${t('common.edit')}: ${policy.Client_Name}`}
        onClick={onChange}
      >
        {t('common.edit')}
      </Button>
    </li>
  );
}
