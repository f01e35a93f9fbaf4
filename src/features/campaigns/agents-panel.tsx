import { Button } from '@mantine/core';
import { useState } from 'react';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import type { Campaign, CampaignAgent } from '../../../contract/campaign.ts';
import { NO_SELECTION } from '../../components/data-table-column.ts';
import type { DataColumn, TableSelection } from '../../components/data-table-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useCampaignAgents } from './campaign-queries.ts';
import classes from './campaigns.module.css';

const FILTERS = { search: 'text' } as const;
const SEATS = ['READY', 'QUEUE', 'INCALL', 'DEAD', 'DISPO', 'BREAK'] as const;

/** Who calls for the campaign; the agency lets agents join and leave. */
export function AgentsPanel({ campaign, isAgency }: { campaign: Campaign; isAgency: boolean }) {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const { search } = url.values;
  const agents = useCampaignAgents(campaign._id, {
    page: url.page,
    ...(search !== '' && { search }),
  });
  const [selection, setSelection] = useState<TableSelection>(NO_SELECTION);
  const isMember = (agent: CampaignAgent) => agent.processName === campaign.name;
  const columns = useAgentColumns(isMember);
  if (agents.isError && agents.data === undefined)
    return <LoadProblem error={agents.error} onRetry={() => void agents.refetch()} />;
  const chosen = (agents.data?.data ?? []).filter(({ _id }) => selection.ids.has(_id));
  return (
    <div className={classes.part}>
      <FilterBar
        filters={url}
        fields={[]}
        searchKey="search"
        searchLabel={t('campaigns.agentSearch')}
      />
      <DataTable<CampaignAgent>
        name="campaign-agents"
        label={t('campaigns.agents')}
        columns={columns}
        rows={agents.data?.data}
        rowId={(agent) => agent._id}
        rowLabel={(agent) => agent.fullName}
        totalCount={agents.data?.totalCount ?? 0}
        page={url.page}
        onPage={(page) => {
          setSelection(NO_SELECTION);
          url.setPage(page);
        }}
        isFetching={agents.isPlaceholderData}
        {...(isAgency && {
          selection,
          onSelection: (next: TableSelection) =>
            setSelection({
              isAllMatching: false,
              ids: next.isAllMatching
                ? new Set((agents.data?.data ?? []).map(({ _id }) => _id))
                : next.ids,
            }),
          bulkActions: (
            <AssignButtons
              campaignId={campaign._id}
              joining={chosen.filter((agent) => !isMember(agent))}
              leaving={chosen.filter(isMember)}
              onDone={() => setSelection(NO_SELECTION)}
            />
          ),
        })}
        renderCard={(agent) => <AgentCard agent={agent} isMember={isMember(agent)} />}
        empty={t('campaigns.agentsEmpty')}
      />
    </div>
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
      showSuccess(t('campaigns.agentsSaved'));
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
      title: t('campaigns.agent'),
      isFixed: true,
      render: (agent) => (
        <span className={classes.name}>
          {agent.fullName}
          <span className={classes.small}>{agent.username}</span>
        </span>
      ),
    },
    { key: 'manager', title: t('campaigns.manager'), render: (agent) => agent.managerName ?? '–' },
    {
      key: 'process',
      title: t('campaigns.process'),
      render: (agent) => <ProcessText agent={agent} isMember={isMember(agent)} />,
    },
    { key: 'seat', title: t('campaigns.seat'), render: (agent) => <SeatText agent={agent} /> },
  ];
}

function ProcessText({ agent, isMember }: { agent: CampaignAgent; isMember: boolean }) {
  const t = useText();
  if (isMember) return <StatusChip tone="good" label={t('campaigns.isMember')} />;
  return agent.processName ?? '–';
}

function SeatText({ agent }: { agent: CampaignAgent }) {
  const t = useText();
  const seat = SEATS.find((each) => each === agent.state) ?? 'OUT';
  return t(`campaigns.seat_${seat}`);
}

function AgentCard({ agent, isMember }: { agent: CampaignAgent; isMember: boolean }) {
  return (
    <div className={classes.card}>
      <strong>{agent.fullName}</strong>
      <div className={classes.quiet}>{agent.username}</div>
      <div>
        <ProcessText agent={agent} isMember={isMember} />
      </div>
      <div className={classes.quiet}>
        <SeatText agent={agent} />
      </div>
    </div>
  );
}
