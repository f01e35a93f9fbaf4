import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { CALL_RESULTS } from '../../../contract/call-recording.ts';
import type { CallResult } from '../../../contract/call-recording.ts';
import type { Campaign } from '../../../contract/campaign.ts';
import { LEAD_STATES } from '../../../contract/campaign-list.ts';
import type { CampaignLead } from '../../../contract/campaign-list.ts';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { NO_SELECTION, selectedCount } from '../../components/data-table-column.ts';
import type { TableSelection } from '../../components/data-table-column.ts';
import type { FilterField } from '../../components/filter-control.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import type { FilterValues } from '../../components/use-url-filters.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useAllLists } from './campaign-queries.ts';
import { useLeadColumns } from './lead-columns.tsx';

const FILTERS = { search: 'text', list: 'text', leadState: 'text', result: 'text' } as const;

/** The numbers of a campaign: where each stands, when it is called next, what came of it; begun anew by hand. */
export function LeadsPanel({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const url = useListState(campaignCalls.listLeads.query, FILTERS);
  const wish = wishOf(url.values);
  const leads = useCallQuery(
    campaignCalls.listLeads,
    { params: { id: campaign._id }, query: { ...url.asked, ...wish } },
    { keepsPrevious: true },
  );
  const [selection, setSelection] = useState<TableSelection>(NO_SELECTION);
  const columns = useLeadColumns();
  const totalCount = leads.data?.totalCount ?? 0;
  return (
    <List<CampaignLead>
      name="campaign-leads"
      label={t('campaigns.leads')}
      list={leads}
      state={url}
      search={t('words.borrowerSearch')}
      fields={useFields(campaign._id)}
      columns={columns}
      rowLabel={(lead) => `${lead.Customer_Name}, ${lead.Loan_ID}`}
      selection={selection}
      onSelection={setSelection}
      bulkActions={
        <ResetButton
          campaignId={campaign._id}
          wish={wish}
          selection={selection}
          count={selectedCount(selection, totalCount)}
          onDone={() => setSelection(NO_SELECTION)}
        />
      }
      empty={t('campaigns.leadsEmpty')}
    />
  );
}

interface Wish {
  listId?: string;
  state?: CampaignLead['state'];
  lastResult?: CallResult;
}

function wishOf({ list, leadState, result }: FilterValues<typeof FILTERS>): Wish {
  const state = LEAD_STATES.find((each) => each === leadState);
  const lastResult = CALL_RESULTS.find((each) => each === result);
  return {
    ...(list !== '' && { listId: list }),
    ...(state !== undefined && { state }),
    ...(lastResult !== undefined && { lastResult }),
  };
}

function useFields(campaignId: string): FilterField[] {
  const t = useText();
  const lists = useAllLists(campaignId);
  return useMemo(
    () => [
      choiceField(
        'list',
        t('campaigns.list'),
        (lists.data?.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
      ),
      choiceField(
        'leadState',
        t('words.status'),
        choices(LEAD_STATES, (state) => t(`campaigns.lead_${state}`)),
      ),
      choiceField(
        'result',
        t('campaigns.lastResult'),
        choices(CALL_RESULTS, (result) => t(`calls.result.${result}`)),
      ),
    ],
    [lists.data, t],
  );
}

function ResetButton(props: {
  campaignId: string;
  wish: Wish;
  selection: TableSelection;
  count: number;
  onDone: () => void;
}) {
  const t = useText();
  const confirm = useConfirm();
  const reset = useBodyCommand(campaignCalls.resetLeads, {
    onDone: ({ reset: count }) => {
      showSuccess(t('campaigns.resetDone', { count }));
      props.onDone();
    },
  });
  const { listId, lastResult } = props.wish;
  const ask = async () => {
    const isSure = await confirm({
      title: t('campaigns.resetTitle'),
      body: t('campaigns.resetBody'),
      confirmLabel: t('campaigns.resetYes'),
    });
    if (!isSure) return;
    reset.mutate({
      campaignId: props.campaignId,
      ...(props.selection.isAllMatching
        ? {
            ...(listId !== undefined && { listId }),
            ...(lastResult !== undefined && { lastResult }),
          }
        : { leadIds: [...props.selection.ids] }),
    });
  };
  return (
    <Button
      size="xs"
      loading={reset.isPending}
      leftSection={<IconRefresh size={15} aria-hidden />}
      onClick={() => void ask()}
    >
      {t('campaigns.resetSelected', { count: props.count })}
    </Button>
  );
}
