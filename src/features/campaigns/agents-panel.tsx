import { Button } from '@mantine/core';
import { useState } from 'react';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { isProcessOf } from '../../../contract/campaign.ts';
import type { Campaign, CampaignAgent } from '../../../contract/campaign.ts';
import { textColumn } from '../../components/columns.tsx';
import { NO_SELECTION } from '../../components/data-table-column.ts';
import type { DataColumn, TableSelection } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useCampaignAgents } from './campaign-queries.ts';

const FILTERS = { search: 'text' } as const;
const SEATS = ['READY', 'QUEUE', 'INCALL', 'DEAD', 'DISPO', 'BREAK'] as const;

/** Who calls for the campaign; the agency lets agents join and leave. */
export function AgentsPanel({ campaign, isAgency }: { campaign: Campaign; isAgency: boolean }) {
  const t = useText();
  const url = useListState(campaignCalls.listCampaignAgents.query, FILTERS);
  const agents = useCampaignAgents(campaign._id, url.asked);
  const [selection, setSelection] = useState<TableSelection>(NO_SELECTION);
  const isMember = (agent: CampaignAgent) => isProcessOf(agent.processName, campaign);
  const columns = useAgentColumns(isMember);
  const chosen = (agents.data?.data ?? []).filter(({ _id }) => selection.ids.has(_id));
  return (
    <List<CampaignAgent>
      name="campaign-agents"
      label={t('words.agents')}
      list={agents}
      state={{
        ...url,
        setPage: (page) => {
          setSelection(NO_SELECTION);
          url.setPage(page);
        },
      }}
      search={t('words.personSearch')}
      columns={columns}
      rowLabel={(agent) => agent.fullName}
      {...(isAgency && {
        selection,
        onSelection: setSelection,
        isPageOnly: true,
        bulkActions: (
          <AssignButtons
            campaignId={campaign._id}
            joining={chosen.filter((agent) => !isMember(agent))}
            leaving={chosen.filter(isMember)}
            onDone={() => setSelection(NO_SELECTION)}
          />
        ),
      })}
      empty={t('campaigns.agentsEmpty')}
      emptyFiltered={t('campaigns.agentsEmpty')}
    />
  );
}

const ids = (agents: readonly CampaignAgent[]) => agents.map(({ _id }) => _id);

function AssignButtons(props: {
  campaignId: string;
  joining: readonly CampaignAgent[];
  leaving: readonly CampaignAgent[];
  onDone: () => void;
}) {
  const t = useText();
  const assign = useBodyCommand(campaignCalls.assignCampaignAgents, {
    onDone: () => {
      showSuccess(t('toasts.updated'));
      props.onDone();
    },
  });
  return (
    <>
      {props.joining.length > 0 && (
        <Button
          size="xs"
          loading={assign.isPending}
          onClick={() => assign.mutate({ _id: props.campaignId, join: ids(props.joining) })}
        >
          {t('campaigns.joinSelected', { count: props.joining.length })}
        </Button>
      )}
      {props.leaving.length > 0 && (
        <Button
          size="xs"
          variant="default"
          loading={assign.isPending}
          onClick={() => assign.mutate({ _id: props.campaignId, leave: ids(props.leaving) })}
        >
          {t('campaigns.leaveSelected', { count: props.leaving.length })}
        </Button>
      )}
    </>
  );
}

function useAgentColumns(isMember: (agent: CampaignAgent) => boolean): DataColumn<CampaignAgent>[] {
  const t = useText();
  return [
    {
      key: 'fullName',
      title: t('words.agent'),
      isFixed: true,
      render: (agent) => <TwoLines first={agent.fullName} second={agent.username} />,
    },
    textColumn('manager', t('words.manager'), (agent) => agent.managerName ?? '–'),
    {
      key: 'process',
      title: t('campaigns.process'),
      card: 'aside',
      render: (agent) =>
        isMember(agent) ? (
          <StatusChip tone="good" label={t('campaigns.isMember')} />
        ) : (
          (agent.processName ?? '–')
        ),
    },
    textColumn('seat', t('campaigns.seat'), (agent) =>
      t(`dialer.states.${SEATS.find((each) => each === agent.state) ?? 'LOGGED_OUT'}`),
    ),
  ];
}
