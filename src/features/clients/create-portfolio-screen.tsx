import type { LoggedInUser } from '../../../contract/auth.ts';
import { Awaited } from '../../components/loaded.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useClient } from './client-queries.ts';
import { PortfolioPanel } from './portfolio-panel.tsx';

/** `/create-portfolio`: a lender's parts of its book, which it gives to the agency together (client admin). */
export function CreatePortfolioScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const client = useClient(user.client);
  return (
    <Page width="form">
      <PageHeader title={t('clients.portfolioTitle')} subtitle={t('clients.portfolioSubtitle')} />
      {user.client === null ? (
        <EmptyState title={t('clients.noOwn')} body={t('clients.noOwnBody')} />
      ) : client.data !== undefined ? (
        <PortfolioPanel client={client.data} isEditable />
      ) : (
        <Awaited of={client} kind="form" />
      )}
    </Page>
  );
}
