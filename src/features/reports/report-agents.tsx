import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { AgentTotals, DispositionReport } from '../../../contract/report.ts';
import { Money } from '../../components/figure.tsx';
import { Panel } from '../../components/page.tsx';
import { showError } from '../../components/toast-store.ts';
import { errorWords } from '../../lib/error-words.ts';
import { formatCount } from '../../lib/money.ts';
import { saveSheet } from '../../lib/sheet.ts';
import type { SheetCell } from '../../lib/sheet.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { ReportChannel } from './report-queries.ts';
import classes from './reports.module.css';

/** The measures of money; one that the reader does not see is null in every line. */
const MEASURES = ['claimed', 'receipted', 'verified'] as const;

type Totals = DispositionReport['totals'];
// What scrolls must be reachable by keys.
const scrollable = { tabIndex: 0 };

/** One line per agent, and the sum of all under it. */
export function ReportAgents(props: {
  channel: ReportChannel;
  agents: readonly AgentTotals[];
  totals: Totals;
}) {
  const t = useText();
  const who = t(props.channel === 'CALL' ? 'reports.agent' : 'reports.fieldAgent');
  const heads = [
    t(props.channel === 'CALL' ? 'reports.calls' : 'reports.visits'),
    t('reports.loans'),
    ...MEASURES.filter((measure) => props.totals[measure] !== null).map((measure) =>
      t(`money.${measure}`),
    ),
    t('reports.promises'),
    t('reports.promised'),
  ];
  return (
    <Panel
      title={t('reports.byAgent')}
      actions={<AgentsExport heads={[who, ...heads]} agents={props.agents} totals={props.totals} />}
      isFlush
    >
      <div className={classes.scroll} {...scrollable}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{who}</th>
              {heads.map((head) => (
                <th key={head} scope="col" data-align="right">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.agents.map((agent) => (
              <TotalsRow
                key={agent.agentId}
                name={agent.Agent_Name ?? t('money.nobodyCredited')}
                totals={agent}
              />
            ))}
          </tbody>
          <tfoot>
            <TotalsRow name={t('reports.total')} totals={props.totals} />
          </tfoot>
        </table>
      </div>
    </Panel>
  );
}

const cellsOf = (name: string, totals: Totals): SheetCell[] => [
  name,
  totals.count,
  totals.loanCount,
  ...MEASURES.flatMap((measure) => {
    const rupees = totals[measure];
    return rupees === null ? [] : { rupees };
  }),
  totals.promiseCount,
  { rupees: totals.promiseAmount },
];

function AgentsExport(props: { heads: string[]; agents: readonly AgentTotals[]; totals: Totals }) {
  const t = useText();
  const save = () =>
    saveSheet(`${t('reports.byAgent')}.xlsx`, [
      props.heads,
      ...props.agents.map((agent) => cellsOf(agent.Agent_Name ?? t('money.nobodyCredited'), agent)),
      cellsOf(t('reports.total'), props.totals),
    ]).catch((error: unknown) => showError(errorWords(error)));
  return (
    <Button
      variant="subtle"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={() => void save()}
    >
      {t('reports.exportAgents')}
    </Button>
  );
}

function TotalsRow({ name, totals }: { name: string; totals: Totals }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-align="right">{formatCount(totals.count)}</td>
      <td data-align="right">{formatCount(totals.loanCount)}</td>
      {MEASURES.map((measure) => {
        const amount = totals[measure];
        return (
          amount !== null && (
            <td key={measure} data-align="right">
              <Money amount={amount} />
            </td>
          )
        );
      })}
      <td data-align="right">{formatCount(totals.promiseCount)}</td>
      <td data-align="right">
        <Money amount={totals.promiseAmount} />
      </td>
    </tr>
  );
}
