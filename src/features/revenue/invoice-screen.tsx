import { Button } from '@mantine/core';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { feeAgreementCalls } from '../../../contract/fee-agreement.ts';
import { invoiceCalls } from '../../../contract/invoice.ts';
import type { InvoiceDetail } from '../../../contract/invoice.ts';
import { monthEnd } from '../../../contract/pace.ts';
import { exactText } from '../../../contract/rupees.ts';
import { Awaited } from '../../components/loaded.tsx';
import { FactGroup } from '../../components/facts.tsx';
import { DayText } from '../../components/figure.tsx';
import { Notice } from '../../components/notice.tsx';
import { Columns, Page, PageHeader, Panel } from '../../components/page.tsx';
import { NotHere } from '../../components/not-here.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { formatDay, formatDayTime } from '../../lib/dates.ts';
import { formatPaise } from '../../lib/money.ts';
import { formatMonth } from '../../lib/months.ts';
import { useText } from '../../lib/texts/texts.ts';
import { gapsInMonth } from './agreement-values.ts';
import type { DaySpan } from './agreement-values.ts';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoiceStateChip } from './invoice-columns.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import classes from './revenue.module.css';

/** `/invoice?id=`: an invoice with its lines, and what the reader may do with it. */
export function InvoiceScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const isOwn = user.role === 'CLIENT_ADMIN';
  const backTo = isOwn ? '/invoices' : '/client-revenue';
  const invoice = useCallQuery(
    invoiceCalls.readInvoice,
    { params: { id } },
    { enabled: id !== '' },
  );
  if (invoice.data !== undefined)
    return <Shown invoice={invoice.data} isOwn={isOwn} backTo={backTo} />;
  return (
    <Page>
      <PageHeader title={t('revenue.invoice')} backTo={backTo} />
      {id === '' ? (
        <NotHere title={t('revenue.notHere')} body={t('revenue.chooseInvoice')} />
      ) : (
        <Awaited of={invoice} kind="record" rows={10} />
      )}
    </Page>
  );
}

function Shown(props: { invoice: InvoiceDetail; isOwn: boolean; backTo: string }) {
  const { invoice, isOwn, backTo } = props;
  const t = useText();
  const { number, state, month } = invoice;
  const lines = useRef<HTMLDivElement>(null);
  return (
    <Page>
      <PageHeader
        title={number ?? t('revenue.invoiceOf', { month: formatMonth(month) })}
        subtitle={
          <>
            {invoice.Client_Name} · {formatMonth(month)} <InvoiceStateChip state={state} />
          </>
        }
        backTo={backTo}
        actions={<InvoiceActions invoice={invoice} isOwn={isOwn} backTo={backTo} />}
      />
      {state === 'DRAFT' && !isOwn && <DraftNotice invoice={invoice} />}
      {invoice.openDisputes > 0 && (
        <OpenDisputes
          count={invoice.openDisputes}
          isOwn={isOwn}
          onShown={() => lines.current?.scrollIntoView({ block: 'start' })}
        />
      )}
      <StatTiles>
        <StatTile label={t('words.fee')} value={formatPaise(invoice.fee)} />
        <StatTile label={t('revenue.gst')} value={formatPaise(invoice.gst)} />
        <StatTile label={t('revenue.total')} value={formatPaise(invoice.total)} />
        <StatTile label={t('revenue.payable')} value={formatPaise(invoice.payable)} />
      </StatTiles>
      <Columns
        main={
          <Panel>
            <Sums invoice={invoice} />
          </Panel>
        }
        side={
          <Panel title={t('words.history')}>
            <History invoice={invoice} />
          </Panel>
        }
      />
      <div ref={lines} className={classes.found}>
        <InvoiceLines invoice={invoice} isOwn={isOwn} />
      </div>
    </Page>
  );
}

/** Says what a draft lacks: an agreement that holds in its month, or on some of its days, without which no payment earns a fee; or the month's end. */
function DraftNotice({ invoice }: { invoice: InvoiceDetail }) {
  const { clientId, month, isOver } = invoice;
  const t = useText();
  const client = useCallQuery(feeAgreementCalls.readFeeAgreements, { params: { clientId } });
  const gaps = client.data === undefined ? [] : gapsInMonth(client.data.agreements, month);
  const [gap] = gaps;
  const dayWords = ({ from, to }: DaySpan) =>
    from === to ? formatDay(from) : t('words.fromTo', { from: formatDay(from), to: formatDay(to) });
  if (gap !== undefined)
    return (
      <Notice
        tone="warn"
        title={
          gap.from === month && gap.to === monthEnd(month)
            ? t('revenue.noAgreementInMonth', { month: formatMonth(month) })
            : t('revenue.noAgreementInDays', { days: gaps.map(dayWords).join(', ') })
        }
        action={
          <Button component={Link} to={`/successfees/edit?clientId=${clientId}`} variant="default">
            {t('revenue.setAgreement')}
          </Button>
        }
      />
    );
  return isOver ? null : <Notice tone="info" title={t('revenue.monthRuns')} />;
}

/** Says what an agreement waits for, and finds the lines. */
function OpenDisputes(props: { count: number; isOwn: boolean; onShown: () => void }) {
  const { count, isOwn, onShown } = props;
  const t = useText();
  const [params, setParams] = useSearchParams();
  const show = () => {
    const shown = new URLSearchParams(params);
    shown.set('dispute', 'OPEN');
    shown.delete('page');
    setParams(shown, { replace: true });
    onShown();
  };
  return (
    <Notice
      tone="warn"
      title={t(isOwn ? 'revenue.disputesOpenOwn' : 'revenue.disputesOpen', { count })}
      action={
        <Button variant="default" onClick={show}>
          {t('revenue.showDisputed')}
        </Button>
      }
    />
  );
}

function Sums({ invoice }: { invoice: InvoiceDetail }) {
  const t = useText();
  return (
    <FactGroup
      title={t('revenue.byKind')}
      facts={[
        ...invoice.kinds.map(({ kind, lines, fee }) => ({
          label: `${t(`revenue.kinds.${kind}`)} (${lines})`,
          value: formatPaise(fee),
        })),
        ...invoice.taxes.map(({ kind, percent, amount }) => ({
          label: t('revenue.tax', { name: kind, percent: exactText(percent) }),
          value: formatPaise(amount),
        })),
        { label: t('revenue.tds'), value: formatPaise(invoice.tds) },
        ...(invoice.corrects.length === 0
          ? []
          : [
              {
                label: t('revenue.corrects'),
                value: invoice.corrects.map(({ number }) => number).join(', '),
              },
            ]),
        ...invoice.correctedBy.map(({ number, lines, total }) => ({
          label: `${t('revenue.creditedIn', { number })} (${lines})`,
          value: formatPaise(total),
        })),
        { label: t('revenue.sentOn'), value: <DayText value={invoice.sentOn} /> },
        { label: t('words.paidOn'), value: <DayText value={invoice.paidOn} /> },
        ...(invoice.paidReference === null
          ? []
          : [{ label: t('revenue.reference'), value: invoice.paidReference }]),
      ]}
    />
  );
}

function History({ invoice }: { invoice: InvoiceDetail }) {
  const t = useText();
  const items = invoice.history.toReversed().map(({ at, by, action, note }, place) => ({
    id: `${at}${place}`,
    title: t(`revenue.actions.${action}`),
    meta: [formatDayTime(at), by].filter((each) => each !== null).join(' · '),
    body: note ?? '',
  }));
  return <Timeline items={items} label={t('words.history')} />;
}
