import type { LoggedInUser } from '../../../contract/auth.ts';
import { Notice } from '../../components/notice.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { useOnline } from '../../lib/use-online.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { DepositList } from './deposit-list.tsx';
import { InHandList } from './in-hand-list.tsx';
import { ReceiptList } from './receipt-list.tsx';

const VIEW = { view: 'text' } as const;

/** `/receipts`: money taken in, where it is, and its way to the bank or the office. */
export function ReceiptsScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const url = useUrlFilters(VIEW);
  const isOnline = useOnline();
  const isManager = user.role === 'MANAGER';
  const seesMany = isManager || user.role === 'ADMIN';
  const tabs = [
    // Only who has the money, or leads those who have it, brings it away.
    ...(user.role === 'ADMIN'
      ? []
      : [
          {
            value: 'hand',
            label: t(isManager ? 'receipts.inHandPeople' : 'receipts.inHand'),
            content: <InHandList seesMany={seesMany} />,
          },
        ]),
    {
      value: 'deposits',
      label: t('receipts.deposits'),
      content: <DepositList seesMany={seesMany} />,
    },
    { value: 'all', label: t('receipts.all'), content: <ReceiptList seesMany={seesMany} /> },
  ];
  const first = user.role === 'ADMIN' ? 'deposits' : 'hand';
  const view = tabs.find(({ value }) => value === url.values.view)?.value ?? first;
  return (
    <Page>
      <PageHeader
        title={t('menu.receipts')}
        subtitle={t(
          isManager
            ? 'receipts.subtitleManager'
            : seesMany
              ? 'receipts.subtitleAll'
              : 'receipts.subtitle',
        )}
      />
      {!isOnline && (
        <Notice tone="warn" title={t('receipts.offlineTitle')}>
          {seesMany ? undefined : t('receipts.offlineBody')}
        </Notice>
      )}
      <ViewTabs
        label={t('menu.receipts')}
        tabs={tabs}
        value={view}
        onChange={(next) => url.change({ view: next === first ? null : next, ...NOTHING })}
      />
    </Page>
  );
}

/** Each part of the screen has filters of its own: none goes along to another. */
const NOTHING = {
  search: null,
  agentId: null,
  state: null,
  gte: null,
  lte: null,
  problems: null,
  asked: null,
  excess: null,
} as const;
