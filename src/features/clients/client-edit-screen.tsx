import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ClientRecord } from '../../../contract/client.ts';
import { Awaited } from '../../components/loaded.tsx';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { NoClients } from '../../components/no-clients.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { FeeForm, IncentiveForm, ManagerForm, ProfileForm } from './client-edit-forms.tsx';
import { ClientList, clientPath, useClientList } from './client-list.tsx';
import { useClient } from './client-queries.ts';
import { ContactPanel } from './contact-panel.tsx';
import { PolicyPanel } from './policy-panel.tsx';
import { PortfolioPanel } from './portfolio-panel.tsx';

/** `/client/edit`: a client's contract, section by section; each is stored by itself (admin). */
export function ClientEditScreen() {
  const [params] = useSearchParams();
  const id = params.get('clientId') ?? '';
  return id === '' ? <Choice /> : <Sections id={id} />;
}

/** Which client is to be changed. */
function Choice() {
  const t = useText();
  const clients = useClientList();
  return (
    <Page>
      <PageHeader title={t('clients.editTitle')} subtitle={t('clients.editChoice')} />
      <ClientList clients={clients} empty={<NoClients />} />
    </Page>
  );
}

function Sections({ id }: { id: string }) {
  const t = useText();
  const client = useClient(id);
  const header = (
    <PageHeader
      title={t('clients.editTitle')}
      {...(client.data !== undefined && { subtitle: client.data.Client_Name })}
      backTo={clientPath(id)}
    />
  );
  if (client.data === undefined) {
    return (
      <Page width="form">
        {header}
        {<Awaited of={client} kind="form" />}
      </Page>
    );
  }
  return (
    <Page width="form">
      {header}
      <SectionTabs client={client.data} />
    </Page>
  );
}

/** Told by a section whether it has something unsaved. */
export type UnsavedTold = (isUnsaved: boolean) => void;

function sectionsOf(client: ClientRecord, onUnsaved: UnsavedTold) {
  const section = { client, onUnsaved };
  const { _id: clientId, policies, contacts } = client;
  return [
    { value: 'profile', content: <ProfileForm {...section} /> },
    { value: 'portfolios', content: <PortfolioPanel client={client} isEditable /> },
    {
      value: 'policies',
      content: <PolicyPanel clientId={clientId} policies={policies} isEditable />,
    },
    { value: 'incentives', content: <IncentiveForm {...section} /> },
    { value: 'fees', content: <FeeForm {...section} /> },
    {
      value: 'contacts',
      content: <ContactPanel clientId={clientId} contacts={contacts} isEditable />,
    },
    { value: 'managers', content: <ManagerForm {...section} /> },
  ] as const;
}

function SectionTabs({ client }: { client: ClientRecord }) {
  const t = useText();
  const confirm = useConfirm();
  const [params, setParams] = useSearchParams();
  const [isUnsaved, setUnsaved] = useState(false);
  const sections = sectionsOf(client, setUnsaved);
  const asked = params.get('part');
  const part = sections.find(({ value }) => value === asked)?.value ?? 'profile';
  const show = async (next: string) => {
    const question = {
      title: t('states.leaveTitle'),
      body: t('states.leaveBody'),
      confirmLabel: t('states.leave'),
      cancelLabel: t('states.stay'),
      isLosing: true,
    };
    if (isUnsaved && !(await confirm(question))) return;
    setUnsaved(false);
    setParams({ clientId: client._id, part: next }, { replace: true });
  };
  return (
    <ViewTabs
      label={t('clients.editTitle')}
      value={part}
      onChange={(next) => void show(next)}
      tabs={sections.map(({ value, content }) => ({
        value,
        label: t(`clients.steps.${value}`),
        content,
      }))}
    />
  );
}
