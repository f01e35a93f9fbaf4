import type { Person } from '../../../contract/person.ts';
import { Awaited, Together } from '../../components/loaded.tsx';
import type { Fact } from '../../components/facts.tsx';
import { FactGroup } from '../../components/facts.tsx';
import { Columns, Page, PageHeader, Panel } from '../../components/page.tsx';
import { formatDay } from '../../lib/dates.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { ContactForm } from './contact-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { QuickUnlockSettings, useQuickUnlock } from './quick-unlock-settings.tsx';
import { useProfile } from './profile-queries.ts';

/** `/myprofile`, `/profile`, `/my-profile`: the own account, its contact details and password. */
export function ProfileScreen() {
  const t = useText();
  const profile = useProfile();
  const unlock = useQuickUnlock();
  return (
    <Page>
      <PageHeader
        title={t('profiles.title')}
        {...(profile.data !== undefined && { subtitle: profile.data.fullName })}
      />
      <Together of={[unlock]}>
        <QuickUnlockSettings />
        {profile.data !== undefined ? (
          <Profile person={profile.data} />
        ) : (
          <Awaited of={profile} kind="form" />
        )}
      </Together>
    </Page>
  );
}

function Profile({ person }: { person: Person }) {
  const t = useText();
  return (
    <Columns
      main={
        <>
          <Panel title={t('profiles.contact')}>
            <ContactForm person={person} />
          </Panel>
          <Panel title={t('login.password')}>
            <PasswordForm username={person.username} />
          </Panel>
        </>
      }
      side={
        <Panel>
          <FactGroup title={t('frame.profile')} facts={useAccountFacts(person)} />
        </Panel>
      }
    />
  );
}

/** What only somebody else can change; facts that a role does not have are left out. */
function useAccountFacts(person: Person): Fact[] {
  const t = useText();
  const { managerName, Client_Name, clientNames, location, loanCount, teamCount } = person;
  const facts: (Fact | null)[] = [
    { label: t('fieldNames.username'), value: person.username },
    { label: t('words.role'), value: t(`people.roles.${person.role}`) },
    managerName === null ? null : { label: t('words.manager'), value: managerName },
    Client_Name === null ? null : { label: t('words.client'), value: Client_Name },
    clientNames.length === 0
      ? null
      : { label: t('menu.clients'), value: clientNames.join(', '), isWide: true },
    location === null ? null : { label: t('words.dialer'), value: dialerWords(person) },
    loanCount === 0 ? null : { label: t('words.loans'), value: formatCount(loanCount) },
    loanCount === 0 ? null : { label: t('words.dues'), value: formatRupees(person.dueAmount) },
    teamCount === 0 ? null : { label: t('words.team'), value: formatCount(teamCount) },
    { label: t('profiles.since'), value: formatDay(person.createdAt) },
  ];
  return facts.filter((fact) => fact !== null);
}

function dialerWords({ location, manualProcess, assignedPredictiveProcess }: Person): string {
  return [location, manualProcess, assignedPredictiveProcess].filter(Boolean).join(' · ');
}
