import type { AgentTotals, DispositionReport } from '../../../contract/report.ts';
import { Money } from '../../components/figure.tsx';
import { Panel } from '../../components/page.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { ReportChannel } from './report-queries.ts';
import classes from './reports.module.css';

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
  const heads = [
    t(props.channel === 'CALL' ? 'reports.calls' : 'reports.visits'),
    t('reports.loans'),
    t('reports.collected'),
    t('reports.promises'),
    t('reports.promised'),
  ];
  return (
    <Panel title={t('reports.byAgent')} isFlush>
      <div className={classes.scroll} {...scrollable}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">
                {t(props.channel === 'CALL' ? 'reports.agent' : 'reports.fieldAgent')}
              </th>
              {heads.map((head) => (
                <th key={head} scope="col" data-align="right">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.agents.map((agent) => (
              <TotalsRow key={agent.agentId} name={agent.Agent_Name} totals={agent} />
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

function TotalsRow({ name, totals }: { name: string; totals: Totals }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-align="right">{formatCount(totals.count)}</td>
      <td data-align="right">{formatCount(totals.loanCount)}</td>
      <td data-align="right">
        <Money amount={totals.amountCollected} />
      </td>
      <td data-align="right">{formatCount(totals.promiseCount)}</td>
      <td data-align="right">
        <Money amount={totals.promiseAmount} />
      </td>
    </tr>
  );
}
