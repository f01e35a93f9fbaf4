import { Button } from '@mantine/core';
import { feeAgreementCalls } from '../../../contract/fee-agreement.ts';
import type { ClientAgreements, FeeAgreement, FeeTerms } from '../../../contract/fee-agreement.ts';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { Panel } from '../../components/page.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { formatDay } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { termLines } from './agreement-words.ts';
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
      confirmLabel: t('revenue.takeAway'),
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
          {t('revenue.takeAway')}
        </Button>
      )}
    </div>
  );
}
