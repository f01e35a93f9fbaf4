import { Link } from 'react-router-dom';
import type { Stock } from '../../../contract/staff-dashboard.ts';
import { Panel } from '../../components/page.tsx';
import { pathWith, stockPath } from '../../components/loan-link.ts';
import { formatRupeesShort } from '../../lib/short-rupees.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './staff-dashboards.module.css';

/** Where the shares of a stock lead: a loan list and its filters' names. */
export interface StockLinks {
  to: (query: Readonly<Record<string, string>>) => string;
  bucketKey: string;
  clientKey: string;
}

/** The lists behind a collector's and a manager's stock. */
export const COLLECTOR_STOCK: StockLinks = {
  to: (query) => pathWith('/active-loans', query),
  bucketKey: 'bucket',
  clientKey: 'clientsName',
};
export const MANAGER_STOCK: StockLinks = {
  to: (query) => stockPath('/all-loans', query),
  bucketKey: 'bucket',
  clientKey: 'client',
};

/** Loans held by bucket and by lender; each share leads to its loans. */
export function StockPanel(props: { title: string; stock: Stock; links: StockLinks }) {
  const { title, stock, links } = props;
  const t = useText();
  const bucketOf = (name: string) =>
    name === '' ? t('staffBoards.noBucket') : t('staffBoards.bucket', { name });
  if (stock.count === 0) {
    return (
      <Panel title={title}>
        <p className={classes.quiet}>{t('staffBoards.noStock')}</p>
      </Panel>
    );
  }
  return (
    <Panel title={title}>
      <div className={classes.shares}>
        <Shares
          title={t('words.byBucket')}
          shares={inOrder(stock.byBucket).map(({ name, count, amount }) => ({
            name,
            count,
            amount,
            label: bucketOf(name),
            to: name === '' ? null : links.to({ [links.bucketKey]: name }),
          }))}
          total={stock.count}
        />
        <Shares
          title={t('words.byClient')}
          shares={stock.byClient.map(({ name, count, amount }) => ({
            name,
            count,
            amount,
            label: name,
            to: links.to({ [links.clientKey]: name }),
          }))}
          total={stock.count}
        />
      </div>
    </Panel>
  );
}

const isLater = (name: string) => Number(name === '');

/** Buckets stand in their own order: 1, 2, … 10, NPA; those without one last. */
function inOrder(shares: Stock['byBucket']): Stock['byBucket'] {
  return shares.toSorted(
    (left, right) =>
      isLater(left.name) - isLater(right.name) ||
      left.name.localeCompare(right.name, 'en', { numeric: true }),
  );
}

interface Share {
  name: string;
  label: string;
  count: number;
  amount: number;
  /** Null: the list has no such filter. */
  to: string | null;
}

function Shares(props: { title: string; shares: readonly Share[]; total: number }) {
  return (
    <section aria-label={props.title} className={classes.shareGroup}>
      <h3 className={classes.shareTitle}>{props.title}</h3>
      <ul className="rc-plain-list">
        {props.shares.map((share) => (
          <li key={share.name}>
            <ShareRow share={share} total={props.total} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ShareRow({ share, total }: { share: Share; total: number }) {
  const t = useText();
  const percent = total === 0 ? 0 : (share.count / total) * 100;
  const content = (
    <>
      <span className={classes.shareName}>{share.label}</span>
      <span className={classes.shareFigures}>
        {t('staffBoards.loansAnd', {
          loans: t('words.loanCount', { count: share.count }),
          amount: formatRupeesShort(share.amount),
        })}
      </span>
      <span className={classes.shareBar} aria-hidden>
        <span style={{ width: `${percent}%` }} />
      </span>
    </>
  );
  if (share.to === null) return <span className={classes.share}>{content}</span>;
  return (
    <Link className={classes.share} to={share.to}>
      {content}
    </Link>
  );
}
