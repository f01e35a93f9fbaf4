import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { feeAgreementCalls, SETTLEMENT_MODE } from '../../../contract/fee-agreement.ts';
import type { ClientAgreements, FeeAgreement, FeeTerms } from '../../../contract/fee-agreement.ts';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { Panel } from '../../components/page.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { formatDay } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { formatRupees } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';
import classes from './revenue.module.css';

/** What a lender pays, line by line. */
export function TermLines({ terms }: { terms: FeeTerms }) {
  const t = useText();
  return (
    <ul className={classes.lines}>
      {[...new Set(termLines(t, terms))].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The agreements of a lender; one that no invoice rests on can be taken away. */
export function AgreementVersions({ client }: { client: ClientAgreements }) {
  const t = useText();
  return (
    <Panel title={t('revenue.versions')}>
      {client.agreements.length === 0 && <p>{t('revenue.noVersions')}</p>}
      {client.agreements.map((agreement) => (
        <Version key={agreement._id} client={client} agreement={agreement} />
      ))}
    </Panel>
  );
}

function Version({ client, agreement }: { client: ClientAgreements; agreement: FeeAgreement }) {
  const t = useText();
  const end = useCallCommand(feeAgreementCalls.endFeeAgreement, { changes: ['invoices'] });
  const { validFrom, validTo, setBy } = agreement;
  const isOpen = client.openFrom === null || validFrom >= client.openFrom;
  const ask = async () => {
    const isSure = await confirmAction({
      title: t('revenue.takeAwayTitle'),
      body: t('revenue.takeAwayBody'),
      confirmLabel: t('common.remove'),
      isDangerous: true,
    });
    if (isSure)
      end.mutate({
        params: { clientId: client.clientId },
        body: { agreementId: agreement._id, validTo: null },
      });
  };
  return (
    <div className={classes.version}>
      <div>
        <strong>{formatDay(validFrom)}</strong> ·{' '}
        {validTo === null ? t('revenue.open') : t('revenue.ends', { day: formatDay(validTo) })}
        {setBy !== null && ` · ${setBy}`}
        <TermLines terms={agreement.terms} />
      </div>
      {isOpen && (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => void ask()}>
          {t('common.remove')}
        </Button>
      )}
    </div>
  );
}

type Rate = FeeTerms['rates'][number];

/** The payments that a rate fits, in words. */
function whatOf(t: TFunction, { product, bucket, mode, ageFrom, ageTo }: Rate): string {
  const age =
    ageFrom === null && ageTo === null
      ? null
      : t('revenue.ageWords', { from: ageFrom ?? 0, to: ageTo ?? '…' });
  const how = mode?.toUpperCase() === SETTLEMENT_MODE ? t('revenue.settledMode') : mode;
  const band = bucket === null ? null : t('words.ofBucket', { bucket });
  const parts = [product, band, how, age].filter((part) => part !== null);
  return parts.length === 0 ? t('revenue.everything') : parts.join(', ');
}

function rateWords(t: TFunction, rate: Rate): string {
  const [only, ...more] = rate.slabs;
  const what = whatOf(t, rate);
  if (only !== undefined && more.length === 0 && only.fromAmount === 0)
    return t('revenue.ratesWords', { percent: String(only.percent), what });
  const slabs = rate.slabs.map(({ percent, fromAmount }) =>
    t('revenue.slabWords', { percent: String(percent), amount: formatRupees(fromAmount) }),
  );
  return `${what}: ${slabs.join(', ')}`;
}

/** What a lender pays, a line for each rate and fee. */
function termLines(t: TFunction, terms: FeeTerms): string[] {
  const { rates, minimumFee, visitFee, settlementFee, gstPercent, tdsPercent } = terms;
  return [
    ...rates.map((rate) => rateWords(t, rate)),
    ...(visitFee > 0 ? [t('revenue.visitWords', { amount: formatRupees(visitFee) })] : []),
    ...(settlementFee > 0
      ? [t('revenue.settlementWords', { amount: formatRupees(settlementFee) })]
      : []),
    ...(minimumFee !== null
      ? [t('revenue.minimumWords', { amount: formatRupees(minimumFee) })]
      : []),
    `${t('revenue.gst')} ${formatPercent(gstPercent)}, ${t('revenue.tds')} ${formatPercent(tdsPercent)}`,
  ];
}
