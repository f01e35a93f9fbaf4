import { Anchor, Switch } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { agentBoardCalls } from '../../../contract/agent-board.ts';
import type { BoardRow } from '../../../contract/agent-board.ts';
import { agentComplaintCalls } from '../../../contract/agent-complaint.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import type { FilterField } from '../../components/filter-control.tsx';
import { CountedDays } from '../../components/counted-days.tsx';
import { choices, peopleChoices, choiceField } from '../../components/filter-control.tsx';
import { pageOfAll, useListState, useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Together } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { Chart } from '../../components/chart.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whyRanked } from '../../lib/why-ranked.ts';
import { boardColumns } from './agent-board-columns.tsx';
import { Complaints } from './complaints.tsx';

const FILTERS = {
  from: 'day',
  to: 'day',
  search: 'text',
  collectorId: 'text',
  bucket: 'text',
  managerId: 'text',
  product: 'text',
} as const;

/** `/agentProfiling`: agents by what they brought beyond what their stock was expected to bring. */
export function AgentBoardScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const url = useListState(agentBoardCalls.readAgentProfile.query, FILTERS);
  const own = useOwnPage(25);
  const board = useCallQuery(
    agentBoardCalls.readAgentProfile,
    { query: url.asked },
    { keepsPrevious: true },
  );
  const basis = board.data?.basis ?? 'HISTORY';
  const columns = useMemo(() => boardColumns(t, basis), [t, basis]);
  const state = { ...url, page: own.page, setPage: own.setPage, pageSize: own.pageSize };
  const choosable = useCallQuery(agentBoardCalls.listAgentProfiles, {});
  const fields = useFields();
  const mine = board.data?.own ?? null;
  return (
    <Page>
      <PageHeader
        title={t('menu.agentBoard')}
        count={board.data?.totalCount ?? null}
        subtitle={`${t('agentBoard.subtitle')} ${t(`agentBoard.expectedBy.${basis}`)}`}
      />
      <Together of={[board, choosable]}>
        {mine !== null && (
          <Notice tone="info" title={t('agentBoard.own', { rank: mine.rank })}>
            {whyRanked(t, mine)}{' '}
            <Anchor component={Link} to={`/agentProfiling?collectorId=${mine._id}`} inherit>
              {t('agentBoard.ownStrengths')}
            </Anchor>
          </Notice>
        )}
        <List<BoardRow>
          name="agent-board"
          label={t('menu.agentBoard')}
          columns={columns}
          list={pageOfAll({ ...board, data: board.data?.data }, state)}
          state={state}
          search={t('words.agent')}
          fields={fields}
          rowLabel={(row) => row.fullName ?? t('agentBoard.hidden')}
          {...(user.role !== 'COLLECTOR' && {
            rowHref: (row: BoardRow) => `/agentProfiling?collectorId=${row._id}`,
          })}
          empty={t('agentBoard.empty')}
          emptyFiltered={t('agentBoard.empty')}
        >
          <CountedDays days={board.data} onChange={({ from, to }) => url.change({ from, to })} />
        </List>
      </Together>
      {board.data !== undefined && <Strengths {...board.data} />}
      <ComplaintsOfOne user={user} board={board.data} asked={url.asked.collectorId} />
      <NameSwitches />
    </Page>
  );
}

/** Of the one agent that is shown: what borrowers complained of in the board's days. */
function ComplaintsOfOne(props: {
  user: LoggedInUser;
  board: CallAnswer<typeof agentBoardCalls.readAgentProfile> | undefined;
  asked: string | undefined;
}) {
  const { user, board, asked } = props;
  const isReader = agentComplaintCalls.listAgentComplaints.roles.some((role) => role === user.role);
  if (board === undefined || asked === undefined || !isReader) return null;
  return <Complaints user={user} agentId={asked} from={board.from} to={board.to} />;
}

function useFields(): FilterField[] {
  const t = useText();
  const { data } = useCallQuery(agentBoardCalls.listAgentProfiles, {});
  const fields: FilterField[] = [
    { kind: 'dayRange', fromKey: 'from', toKey: 'to', label: t('words.days') },
  ];
  const add = (key: string, label: string, options: ReturnType<typeof choices>) => {
    if (options.length > 1) fields.push(choiceField(key, label, options));
  };
  add('bucket', t('words.bucket'), choices(data?.buckets ?? []));
  add('managerId', t('words.manager'), peopleChoices(data?.managers ?? []));
  add('product', t('words.product'), choices(data?.products ?? []));
  add('collectorId', t('words.agent'), peopleChoices(data?.data ?? []));
  return fields;
}

/** Whether clients' people, and the agents among themselves, see names. */
function NameSwitches() {
  const t = useText();
  const { data } = useCallQuery(agentBoardCalls.listAgentProfiles, {});
  const set = useCallCommand(agentBoardCalls.setBoardNames);
  if (data === undefined || data.clients.length === 0) return null;
  return (
    <Panel title={t('agentBoard.names')}>
      <div className="rc-stack-12">
        <p>{t('agentBoard.namesHelp')}</p>
        {data.clients.map(({ clientId, Client_Name, hidesNames }) => (
          <Switch
            key={clientId}
            label={Client_Name}
            checked={!hidesNames}
            disabled={set.isPending}
            onChange={() => set.mutate({ params: { clientId }, body: { hidesNames: !hidesNames } })}
          />
        ))}
      </div>
    </Panel>
  );
}

type Board = CallAnswer<typeof agentBoardCalls.readAgentProfile>;

/** Where one agent is strong: by bucket, and by the hour of its contacts. Nothing while all are shown. */
function Strengths({ byBucket, byHour }: Pick<Board, 'byBucket' | 'byHour'>) {
  const t = useText();
  return (
    <>
      {byBucket.length > 0 && (
        <Panel title={t('agentBoard.byBucket')}>
          <Chart
            label={t('agentBoard.byBucket')}
            categoryTitle={t('words.bucket')}
            categories={byBucket.map(({ bucket }) => bucket || '–')}
            series={[
              {
                name: t('money.verified'),
                values: byBucket.map(({ collected }) => collected),
                tone: 'accent',
              },
              {
                name: t('agentBoard.expected'),
                values: byBucket.map(({ expected }) => expected),
                tone: 'quiet',
              },
            ]}
            unit="rupees"
          />
        </Panel>
      )}
      {byHour.length > 0 && (
        <Panel title={t('agentBoard.byHour')}>
          <Chart
            label={t('agentBoard.byHour')}
            categoryTitle={t('agentBoard.hour')}
            categories={byHour.map(({ hour }) => `${String(hour).padStart(2, '0')}:00`)}
            series={[
              {
                name: t('words.contacts'),
                values: byHour.map(({ contacts }) => contacts),
                tone: 'quiet',
              },
              {
                name: t('agentBoard.spoken'),
                values: byHour.map(({ spoken }) => spoken),
                tone: 'accent',
              },
            ]}
          />
        </Panel>
      )}
    </>
  );
}
