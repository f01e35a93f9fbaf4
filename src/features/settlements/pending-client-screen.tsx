import type { CallAnswer } from '../../../contract/call.ts';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { settlementCalls } from '../../../contract/settlement-calls.ts';
import { TwoLines, RelativeTimeText } from '../../components/figure.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { settlementPath } from '../../components/settlement-path.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { useOnline } from '../../lib/use-online.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useLenders } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { settlementColumns } from './settlement-columns.tsx';

type Pending = CallAnswer<typeof settlementCalls.listPendingClientReports>['data'][number];

const FILTERS = { client: 'text' } as const;

/** What no settlement has before its letter, and what the page of each has. */
const NOT_YET: ReadonlySet<string> = new Set(['next', 'paid', 'product']);

/** `/pending-client-reports`: what waits for a client, since when, and a reminder. */
export function PendingClientScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const call = settlementCalls.listPendingClientReports;
  const url = useListState(call.query, FILTERS, { isSizeChosen: true });
  const pending = useCallQuery(call, { query: url.asked }, { keepsPrevious: true });
  const lenders = useLenders();
  const columns = [
    ...settlementColumns<Pending>(t).filter(({ key }) => !NOT_YET.has(key)),
    {
      key: 'nudges',
      title: t('settlements.nudges'),
      file: [
        { of: ({ nudgeCount }: Pending) => nudgeCount },
        { of: ({ nudgedAt }: Pending) => nudgedAt, title: t('settlements.nudgedAt') },
      ],
      render: ({ nudgeCount, nudgedAt }: Pending) =>
        nudgeCount === 0 ? (
          '–'
        ) : (
          <TwoLines
            first={t('settlements.nudgeCount', { count: nudgeCount })}
            second={nudgedAt !== null && <RelativeTimeText value={nudgedAt} />}
          />
        ),
    },
  ];
  return (
    <ListPage<Pending>
      name="pending-client-reports"
      title={t('menu.pendingClientReports')}
      subtitle={t('settlements.pendingSubtitle')}
      list={pending}
      state={url}
      fields={[choiceField('client', t('words.client'), choices(lenders))]}
      columns={columns}
      rowLabel={(one) => `${one.Customer_Name}, ${one.Loan_ID}`}
      rowHref={(one) => settlementPath(user.role, one._id) ?? ''}
      rowActions={nudgeButton}
      empty={t('settlements.empty.client')}
    />
  );
}

/** The button of a row. */
const nudgeButton = (settlement: Pending) => <NudgeButton settlement={settlement} />;

function NudgeButton({ settlement }: { settlement: Pending }) {
  const t = useText();
  const isOnline = useOnline();
  const nudge = useBodyCommand(settlementCalls.updateSettlementStatus);
  const { _id, revision, Customer_Name: name } = settlement;
  return (
    <RowButton
      words={t('settlements.nudge')}
      row={name}
      isDisabled={!isOnline}
      isPending={nudge.isPending}
      to={() =>
        whenDone(nudge.mutateAsync({ _id, revision, action: 'NUDGE' }), () =>
          showSuccess(t('settlements.nudged')),
        )
      }
    />
  );
}
