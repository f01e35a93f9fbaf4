import type { ClientRecord } from '../../../contract/client.ts';
import { FactGroup } from '../../components/facts.tsx';
import { DayText, Money } from '../../components/figure.tsx';
import { Panel } from '../../components/page.tsx';
import { formatClock } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './clients.module.css';
import { feeWords, rewardWords, roleWords } from './contract-words.ts';

/** Who the client is, what it lends and what its contract allows. */
export function ClientFacts({ client }: { client: ClientRecord }) {
  const t = useText();
  const { managers } = client;
  const identity = [
    { label: t('clients.code'), value: client.code },
    { label: t('clients.gst'), value: client.gst },
    { label: t('clients.pan'), value: client.pan },
    { label: t('clients.since'), value: <DayText value={client.createdAt} /> },
    {
      label: t('clients.managers'),
      value: managers.map(({ fullName }) => fullName).join(', ') || null,
    },
    { label: t('words.address'), value: client.address, isWide: true },
  ];
  const book = [
    { label: t('clients.products'), value: client.products.join(', ') || null },
    { label: t('clients.buckets'), value: client.buckets.join(', ') || null },
  ];
  const rules = [
    { label: t('clients.waiver'), value: formatPercent(client.managerWaiverPercent) },
    {
      label: t('clients.approvalLimit'),
      value:
        client.customerApprovalLimit === null ? (
          t('clients.anyAmount')
        ) : (
          <Money amount={client.customerApprovalLimit} />
        ),
    },
    {
      label: t('clients.contactHours'),
      value: `${formatClock(client.contactFrom)} – ${formatClock(client.contactTo)}`,
    },
    { label: t('clients.retention'), value: t('words.dayCount', { count: client.retentionDays }) },
    { label: t('clients.callerId'), value: client.callerIdSeries },
  ];
  return (
    <Panel title={t('clients.contract')}>
      <FactGroup title={t('clients.identity')} facts={identity} />
      <FactGroup title={t('clients.book')} facts={book} />
      <FactGroup title={t('clients.rules')} facts={rules} />
    </Panel>
  );
}

/** What is paid: incentives of the agency's people (admins only) and success fees. */
export function ClientTerms({ client }: { client: ClientRecord }) {
  const t = useText();
  return (
    <>
      {client.incentives !== null && (
        <Panel title={t('menu.incentives')}>
          {client.incentives.length === 0 && (
            <p className="rc-quiet-small">{t('clients.noIncentives')}</p>
          )}
          {client.incentives.map(({ roleType, slabs }) => (
            <table key={roleType} className={classes.steps}>
              <thead>
                <tr>
                  <th scope="col">
                    {t('clients.collectedFrom', { role: roleWords(t, roleType) })}
                  </th>
                  <th scope="col">{t('clients.reward')}</th>
                </tr>
              </thead>
              <tbody>
                {slabs.map((slab) => (
                  <tr key={slab.fromAmount}>
                    <td>{formatRupees(slab.fromAmount)}</td>
                    <td>{rewardWords(slab)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
        </Panel>
      )}
      <Panel title={t('words.successFees')}>
        {client.successFees.length === 0 ? (
          <p className="rc-quiet-small">{t('clients.noFees')}</p>
        ) : (
          <table className={classes.steps}>
            <thead>
              <tr>
                <th scope="col">{t('words.product')}</th>
                <th scope="col">{t('words.bucket')}</th>
                <th scope="col">{t('words.fee')}</th>
              </tr>
            </thead>
            <tbody>
              {client.successFees.map((fee) => (
                <tr key={JSON.stringify([fee.product, fee.bucket])}>
                  <td>{fee.product ?? t('common.any')}</td>
                  <td>{fee.bucket ?? t('common.any')}</td>
                  <td>{feeWords(t, fee)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Panel>
    </>
  );
}
