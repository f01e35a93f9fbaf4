import { useState } from 'react';
import type {
  AllocationRunDetail,
  RunAgent,
  RunReason,
  RunSummary,
} from '../../../contract/allocation-run.ts';
import { Chart } from '../../components/chart.tsx';
import { moneyColumn, textColumn } from '../../components/columns.tsx';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { Columns, Panel } from '../../components/page.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { useAssignees } from '../../data/choices.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { toldApart } from '../../lib/told-apart.ts';
import { RunLoans } from './run-loans.tsx';
import { reasonKey } from './run-words.ts';
import classes from './auto-allocation.module.css';

/** More people than this make a chart that nobody reads; the table has them all. */
const MOST_IN_CHART = 15;
const PAGE_SIZE = 10;

/** Which of a plan's loans are listed. */
export interface LoanChoice {
  assigneeId: string | null;
  reason: RunReason | null;
}

/** A plan in figures: per person, per rule, what is left over and why, and its loans. */
export function RunPlan({ run, summary }: { run: AllocationRunDetail; summary: RunSummary }) {
  const t = useText();
  const [choice, setChoice] = useState<LoanChoice>({ assigneeId: null, reason: null });
  const agents = useNamed(summary.agents);
  const moving = agents
    .filter((agent) => agent.getsLoans > 0 || agent.givesUpLoans > 0)
    .sort((one, other) => other.getsLoans - one.getsLoans);
  const looked = [...summary.given, ...summary.left].reduce((sum, { loans }) => sum + loans, 0);
  return (
    <>
      <StatTiles>
        <StatTile label={t('autoAllocation.lookedAt')} value={formatCount(looked)} />
        <StatTile label={t('autoAllocation.byRules')} value={formatCount(run.takenByRules)} />
        <StatTile label={t('autoAllocation.shared')} value={formatCount(run.sharedOut)} />
        <StatTile
          label={t('autoAllocation.leftOver')}
          value={formatCount(run.leftOver)}
          tone={run.leftOver > 0 ? 'warn' : 'plain'}
        />
      </StatTiles>
      {moving.length > 0 && (
        <Columns main={<People agents={moving} />} side={<Spread agents={moving} />} />
      )}
      <Reasons summary={summary} />
      <RunLoans run={run} agents={agents} moving={moving} choice={choice} onChoice={setChoice} />
    </>
  );
}

/** A plan's people, those of one name told apart. */
function useNamed(agents: readonly RunAgent[]): RunAgent[] {
  const { data = [] } = useAssignees();
  const userNames = new Map(data.map(({ _id, username }) => [_id, username]));
  const asChosen = ({ _id, fullName }: RunAgent) => ({
    _id,
    fullName,
    username: userNames.get(_id) ?? null,
  });
  const nameOf = toldApart(agents.map(asChosen));
  return agents.map((agent) => ({ ...agent, fullName: nameOf(asChosen(agent)) }));
}

const thenHas = (agent: RunAgent) => agent.nowLoans + agent.getsLoans - agent.givesUpLoans;
const thenDue = (agent: RunAgent) => agent.nowDue + agent.getsDue - agent.givesUpDue;

const countColumn = (
  key: string,
  title: string,
  value: (agent: RunAgent) => number,
): DataColumn<RunAgent> => ({
  key,
  title,
  align: 'right',
  render: (agent) => formatCount(value(agent)),
});

function usePeopleColumns(agents: readonly RunAgent[]): DataColumn<RunAgent>[] {
  const t = useText();
  const givesUp = agents.some((agent) => agent.givesUpLoans > 0);
  const isLimited = agents.some((agent) => agent.capacity !== null);
  return [
    textColumn('fullName', t('words.person'), (agent) => agent.fullName, {
      isFixed: true,
    }),
    countColumn('now', t('autoAllocation.now'), (agent) => agent.nowLoans),
    countColumn('gets', t('autoAllocation.gets'), (agent) => agent.getsLoans),
    ...(givesUp
      ? [countColumn('givesUp', t('autoAllocation.givesUp'), (agent) => agent.givesUpLoans)]
      : []),
    countColumn('after', t('autoAllocation.after'), thenHas),
    ...(isLimited
      ? [
          textColumn(
            'capacity',
            t('autoAllocation.room'),
            (agent: RunAgent) =>
              agent.capacity === null ? t('allocationRules.noLimit') : formatCount(agent.capacity),
            { align: 'right' as const },
          ),
        ]
      : []),
    moneyColumn('due', t('autoAllocation.afterDue'), (agent) => thenDue(agent)),
  ];
}

function People({ agents }: { agents: readonly RunAgent[] }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const columns = usePeopleColumns(agents);
  return (
    <section className={classes.section} aria-label={t('autoAllocation.perPerson')}>
      <h2 className="rc-title">{t('autoAllocation.perPerson')}</h2>
      <DataTable<RunAgent>
        name="run-people"
        label={t('autoAllocation.perPerson')}
        columns={columns}
        rows={agents.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowId={(agent) => agent._id}
        rowLabel={(agent) => agent.fullName}
        totalCount={agents.length}
        page={page}
        onPage={setPage}
        hasColumnChooser={false}
      />
    </section>
  );
}

function Spread({ agents }: { agents: readonly RunAgent[] }) {
  const t = useText();
  const shown = agents.slice(0, MOST_IN_CHART);
  return (
    <section className={classes.section} aria-label={t('autoAllocation.chartLabel')}>
      {agents.length > shown.length && (
        <p className="rc-quiet">{t('autoAllocation.chartMost', { count: shown.length })}</p>
      )}
      <Chart
        label={t('autoAllocation.chartLabel')}
        categoryTitle={t('words.person')}
        categories={shown.map((agent) => agent.fullName)}
        series={[
          {
            name: t('autoAllocation.now'),
            values: shown.map((agent) => agent.nowLoans - agent.givesUpLoans),
            tone: 'quiet',
          },
          {
            name: t('autoAllocation.gets'),
            values: shown.map((agent) => agent.getsLoans),
            tone: 'accent',
          },
        ]}
        isLying
        height={Math.max(200, 60 + shown.length * 34)}
      />
    </section>
  );
}

interface Line {
  key: string;
  words: string;
  loans: number;
  due: number;
}

function Lines({ title, head, lines }: { title: string; head: string; lines: readonly Line[] }) {
  const t = useText();
  return (
    <Panel title={title}>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{t('words.loans')}</th>
            <th scope="col">{t('words.due')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, words, loans, due }) => (
            <tr key={key}>
              <th scope="row">{words}</th>
              <td>{formatCount(loans)}</td>
              <td>{formatRupees(due)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** By which rules loans go, and why the others stay. */
function Reasons({ summary }: { summary: RunSummary }) {
  const t = useText();
  const hasRules = summary.rules.some((rule) => rule._id !== null);
  const rules = summary.rules.map(({ _id, name, loans, due }) => ({
    key: _id ?? 'rest',
    words: _id === null ? t('autoAllocation.restOfLoans') : name,
    loans,
    due,
  }));
  const left = summary.left.map(({ reason, loans, due }) => ({
    key: reason,
    words: t(reasonKey(reason)),
    loans,
    due,
  }));
  return (
    <>
      {hasRules && (
        <Lines title={t('autoAllocation.perRule')} head={t('words.rule')} lines={rules} />
      )}
      {left.length > 0 && (
        <Lines title={t('autoAllocation.whyLeft')} head={t('words.why')} lines={left} />
      )}
    </>
  );
}
