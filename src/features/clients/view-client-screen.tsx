import { Button, Group } from '@mantine/core';
import { IconListDetails, IconPencil } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { ClientRecord } from '../../../contract/client.ts';
import { Awaited } from '../../components/loaded.tsx';
import { Money } from '../../components/figure.tsx';
import { stockPath } from '../../components/loan-link.ts';
import { Notice } from '../../components/notice.tsx';
import { NoClients } from '../../components/no-clients.tsx';
import { Columns, Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { ClientFacts, ClientTerms } from './client-facts.tsx';
import { ClientList, useClientList } from './client-list.tsx';
import { useClient, useClientRemoval } from './client-queries.ts';
import classes from './clients.module.css';
import { ContactPanel } from './contact-panel.tsx';
import { PolicyPanel } from './policy-panel.tsx';
import { PortfolioPanel } from './portfolio-panel.tsx';

/** `/view-client`: a lender with its whole contract; a client admin's own, an admin's choice (admin, client admin). */
export function ViewClientScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const [params] = useSearchParams();
  const isAdmin = user.role !== 'CLIENT_ADMIN';
  const id = isAdmin ? params.get('clientId') : user.client;
  if (id !== null && id !== '') return <Record id={id} isAdmin={isAdmin} />;
  if (isAdmin) return <Choice />;
  return (
    <Page>
      <PageHeader title={t('clients.viewTitle')} />
      <EmptyState title={t('clients.noOwn')} body={t('clients.noOwnBody')} />
    </Page>
  );
}

/** Which client an admin wants to see. */
function Choice() {
  const t = useText();
  const clients = useClientList();
  return (
    <Page>
      <PageHeader
        title={t('clients.viewTitle')}
        subtitle={t('clients.viewSubtitle')}
        count={clients.list.data?.totalCount ?? null}
      />
      <ClientList clients={clients} empty={<NoClients />} />
    </Page>
  );
}

function Record({ id, isAdmin }: { id: string; isAdmin: boolean }) {
  const t = useText();
  const client = useClient(id);
  if (client.data === undefined) {
    return (
      <Page>
        <PageHeader title={t('clients.viewTitle')} />
        {<Awaited of={client} kind="record" rows={10} />}
      </Page>
    );
  }
  const { data } = client;
  return (
    <Page>
      <Header client={data} isAdmin={isAdmin} />
      {isAdmin && <FirstLogin clientId={data._id} />}
      <NextStep client={data} isAdmin={isAdmin} />
      <Columns
        main={
          <>
            <ClientFacts client={data} />
            <PortfolioPanel client={data} isEditable={!isAdmin} />
          </>
        }
        side={
          <>
            <ContactPanel clientId={data._id} contacts={data.contacts} isEditable={false} />
            <ClientTerms client={data} />
            <PolicyPanel clientId={data._id} policies={data.policies} isEditable={false} />
          </>
        }
      />
    </Page>
  );
}

function Header({ client, isAdmin }: { client: ClientRecord; isAdmin: boolean }) {
  const t = useText();
  const loans = `/loans${isAdmin ? `?client=${encodeURIComponent(client.Client_Name)}` : ''}`;
  return (
    <PageHeader
      title={client.Client_Name}
      {...(isAdmin && { backTo: '/clients' })}
      subtitle={
        <>
          {client.code !== null && <span>{client.code}</span>}
          <State client={client} />
          <span>{t('clients.loanCount', { count: client.loanCount })}</span>
          <span className={classes.due}>
            {t('words.dues')}
            <strong>
              <Money amount={client.dueAmount} />
            </strong>
          </span>
        </>
      }
      actions={
        <>
          <Button
            component={Link}
            to={loans}
            variant="default"
            leftSection={<IconListDetails size={16} aria-hidden />}
          >
            {t('words.loans')}
          </Button>
          {isAdmin && (
            <Button
              component={Link}
              to={`/client/edit?clientId=${client._id}`}
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              {t('common.edit')}
            </Button>
          )}
        </>
      }
    />
  );
}

/** Whether work for the client runs. */
function State({ client }: { client: ClientRecord }) {
  const t = useText();
  if (client.loanCount === 0) return <StatusChip tone="quiet" label={t('clients.stateNew')} />;
  if (client.unallocatedCount === client.loanCount)
    return <StatusChip tone="warn" label={t('clients.stateWaiting')} />;
  return <StatusChip tone="good" label={t('clients.stateWorked')} />;
}

/** The way to the first login of the client's own people; nothing when they have one. */
function FirstLogin({ clientId }: { clientId: string }) {
  const t = useText();
  const { data } = useClientRemoval(clientId);
  if (data?.personCount !== 0) return null;
  return (
    <Notice
      tone="info"
      title={t('clients.nextLogin')}
      action={
        <Button
          component={Link}
          to={`/userdata?role=CLIENT_ADMIN&clientId=${clientId}`}
          variant="default"
          size="xs"
        >
          {t('clients.newLogin')}
        </Button>
      }
    />
  );
}

/** What is to be done next for the client; nothing when all runs. */
function NextStep({ client, isAdmin }: { client: ClientRecord; isAdmin: boolean }) {
  const t = useText();
  if (isAdmin && client.managers.length === 0) {
    return (
      <Notice
        tone="info"
        title={t('clients.nextManagers')}
        action={
          <Group gap="xs">
            <Button
              component={Link}
              to={`/client/edit?clientId=${client._id}&part=managers`}
              variant="default"
              size="xs"
            >
              {t('clients.chooseManagers')}
            </Button>
            <Button
              component={Link}
              to={`/manager/create?clientId=${client._id}`}
              variant="default"
              size="xs"
            >
              {t('clients.newManager')}
            </Button>
          </Group>
        }
      />
    );
  }
  if (client.loanCount === 0) {
    return (
      <Notice
        tone="info"
        title={t('clients.nextImport')}
        action={
          <Button component={Link} to="/upload-loan" variant="default" size="xs">
            {t('clients.import')}
          </Button>
        }
      />
    );
  }
  if (client.unallocatedCount === 0) return null;
  const free = stockPath('/loans', {
    allocated: 'no',
    ...(isAdmin && { client: client.Client_Name }),
  });
  return (
    <Notice
      tone="info"
      title={t('clients.nextAllocate', { count: client.unallocatedCount })}
      action={
        <Button component={Link} to={free} variant="default" size="xs">
          {t('clients.showLoans')}
        </Button>
      }
    />
  );
}
