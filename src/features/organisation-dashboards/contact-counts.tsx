import type { ClientLanding } from '../../../contract/organisation-dashboard.ts';
import { FactGroup } from '../../components/facts.tsx';
import { Panel } from '../../components/page.tsx';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';

type Counts = ClientLanding['contacts']['today'];

/** How often a lender's borrowers were called and visited, today and in the last seven days. */
export function ContactCounts({ contacts }: { contacts: ClientLanding['contacts'] }) {
  const t = useText();
  const factsOf = (counts: Counts) => [
    { label: t('organisation.calls'), value: formatCount(counts.calls) },
    { label: t('organisation.visits'), value: formatCount(counts.visits) },
    { label: t('words.promises'), value: formatCount(counts.promises) },
    { label: t('money.verified'), value: formatRupees(counts.verified) },
  ];
  return (
    <Panel title={t('organisation.contacts')}>
      <FactGroup title={t('organisation.contactsDay')} facts={factsOf(contacts.today)} />
      <FactGroup title={t('organisation.contactsWeek')} facts={factsOf(contacts.week)} />
    </Panel>
  );
}
