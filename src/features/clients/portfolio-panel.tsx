import { z } from 'zod';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { portfolioInputSchema } from '../../../contract/client-contract.ts';
import type { Portfolio } from '../../../contract/portfolio.ts';
import { portfolioCalls } from '../../../contract/portfolio.ts';
import { Awaited } from '../../components/loaded.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { showError } from '../../components/toast-store.ts';
import { useUndo } from '../../components/use-undo.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { formatDay } from '../../lib/dates.ts';
import { errorWords } from '../../lib/error-words.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { ItemActions, ItemPanel } from './client-items.tsx';
import { useClient, useSavePortfolio } from './client-queries.ts';
import { EMPTY_PORTFOLIO } from './client-values.ts';
import { PortfolioFields } from './portfolio-fields.tsx';

/** `/create-portfolio`: a lender's parts of its book, which it gives to the agency together (client admin). */
export function CreatePortfolioScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const client = useClient(user.client);
  return (
    <Page width="form">
      <PageHeader title={t('words.portfolios')} subtitle={t('clients.portfolioSubtitle')} />
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

/** Whose portfolios they are, with the products and buckets to choose from. */
export interface PortfolioOwner {
  readonly _id: string;
  readonly products: readonly string[];
  readonly buckets: readonly string[];
  readonly portfolios: readonly Portfolio[];
}

/** A client's portfolios: add, change, remove (with undo). Read-only without `isEditable`. */
export function PortfolioPanel(props: { client: PortfolioOwner; isEditable: boolean }) {
  const { client, isEditable } = props;
  const t = useText();
  return (
    <ItemPanel
      title={t('words.portfolios')}
      addLabel={t('words.addPortfolio')}
      empty={t('clients.noPortfolios')}
      items={client.portfolios}
      isEditable={isEditable}
      renderWords={(portfolio) => <PortfolioWords portfolio={portfolio} />}
      renderActions={(portfolio, onEdit) => (
        <PortfolioActions portfolio={portfolio} onEdit={onEdit} />
      )}
      renderDialog={(portfolio, onClose) => (
        <PortfolioDialog client={client} portfolio={portfolio} onClose={onClose} />
      )}
    />
  );
}

function PortfolioWords({ portfolio }: { portfolio: Portfolio }) {
  const t = useText();
  const { products, buckets, startsOn, endsOn } = portfolio;
  const parts = [
    products.join(', ') || t('clients.allProducts'),
    buckets.length > 0
      ? t('clients.bucketsAre', { names: buckets.join(', ') })
      : t('clients.allBuckets'),
    startsOn === null && endsOn === null ? '' : `${formatDay(startsOn)} – ${formatDay(endsOn)}`,
  ];
  return (
    <>
      <strong>{portfolio.name}</strong>
      <span className="rc-quiet-small">{parts.filter(Boolean).join(' · ')}</span>
      <span className="rc-quiet-small">
        {`${t('clients.loanCount', { count: portfolio.loanCount })} · ${formatRupees(portfolio.dueAmount)}`}
      </span>
    </>
  );
}

function PortfolioActions({ portfolio, onEdit }: { portfolio: Portfolio; onEdit: () => void }) {
  const t = useText();
  const offerUndo = useUndo();
  const remove = useCallCommand(portfolioCalls.removePortfolio);
  const save = useSavePortfolio();
  const putBack = () =>
    save.mutate(
      {
        portfolio: portfolioInputSchema.parse(portfolio),
        place: { clientId: portfolio.clientId },
      },
      { onError: (error) => showError(errorWords(error)) },
    );
  const take = () =>
    whenDone(remove.mutateAsync({ params: { id: portfolio._id } }), () =>
      offerUndo(t('words.removed', { name: portfolio.name }), putBack),
    );
  return (
    <ItemActions
      name={portfolio.name}
      onEdit={onEdit}
      onRemove={take}
      isRemoving={remove.isPending}
    />
  );
}

const portfolioRules = portfolioInputSchema.safeExtend({ revision: z.int().optional() });

function PortfolioDialog(props: {
  client: PortfolioOwner;
  portfolio: Portfolio | null;
  onClose: () => void;
}) {
  const t = useText();
  const { client, portfolio } = props;
  const save = useSavePortfolio();
  const place = portfolio === null ? { clientId: client._id } : { id: portfolio._id };
  return (
    <DialogForm
      name={portfolio === null ? 'clients.addPortfolio' : 'clients.editPortfolio'}
      about={portfolio?._id ?? ''}
      title={t(portfolio === null ? 'words.addPortfolio' : 'clients.editPortfolio')}
      size="lg"
      rules={portfolioRules}
      defaults={
        portfolio === null
          ? EMPTY_PORTFOLIO
          : { ...portfolioInputSchema.parse(portfolio), revision: portfolio.revision }
      }
      save={(typed) => save.mutateAsync({ portfolio: typed, place })}
      done={t(portfolio === null ? 'clients.portfolioAdded' : 'toasts.updated')}
      onClose={props.onClose}
    >
      <PortfolioFields prefix="" products={client.products} buckets={client.buckets} />
    </DialogForm>
  );
}
