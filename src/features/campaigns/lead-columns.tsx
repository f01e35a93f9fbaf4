import { useMemo } from 'react';
import type { CampaignLead } from '../../../contract/campaign-list.ts';
import { STOP_REASONS } from '../../../contract/campaign-list.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText, Money } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatPhone } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import { LEAD_TONES } from './campaign-words.ts';
import classes from './campaigns.module.css';

/** The columns of a campaign's leads. */
export function useLeadColumns(): DataColumn<CampaignLead>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        key: 'borrower',
        title: t('campaigns.borrower'),
        isFixed: true,
        render: (lead) => (
          <span className={classes.name}>
            {lead.Customer_Name}
            <span className={classes.small}>{`${lead.Loan_ID} · ${lead.Client_Name}`}</span>
          </span>
        ),
      },
      {
        key: 'number',
        title: t('campaigns.number'),
        render: (lead) => formatPhone(lead.number),
      },
      {
        key: 'due',
        title: t('campaigns.due'),
        align: 'right',
        render: (lead) =>
          lead.Total_Due_Amount === null ? '–' : <Money amount={lead.Total_Due_Amount} />,
      },
      { key: 'list', title: t('campaigns.list'), render: (lead) => lead.listName },
      {
        key: 'priority',
        title: t('campaigns.priority'),
        align: 'right',
        isHiddenAtFirst: true,
        render: (lead) => lead.priority,
      },
      { key: 'state', title: t('campaigns.state'), render: (lead) => <LeadState lead={lead} /> },
      {
        key: 'attempts',
        title: t('campaigns.attempts'),
        align: 'right',
        render: (lead) => lead.attempts,
      },
      {
        key: 'lastResult',
        title: t('campaigns.lastResult'),
        render: (lead) => <LastResult lead={lead} />,
      },
      {
        key: 'nextAt',
        title: t('campaigns.nextTime'),
        render: (lead) =>
          lead.nextAt === null ? '–' : <DayText value={lead.nextAt} show="both" />,
      },
    ],
    [t],
  );
}

function LeadState({ lead }: { lead: CampaignLead }) {
  const t = useText();
  const reason = STOP_REASONS.find((each) => each === lead.stopReason);
  return (
    <span className={classes.name}>
      <StatusChip tone={LEAD_TONES[lead.state]} label={t(`campaigns.lead_${lead.state}`)} />
      {lead.stopReason !== null && (
        <span className={classes.small}>{t(`campaigns.stop_${reason ?? 'GATE'}`)}</span>
      )}
    </span>
  );
}

function LastResult({ lead }: { lead: CampaignLead }) {
  const t = useText();
  if (lead.lastResult === null) return '–';
  return (
    <span className={classes.name}>
      {t(`campaigns.result_${lead.lastResult}`)}
      {lead.lastCallAt !== null && (
        <span className={classes.small}>
          <DayText value={lead.lastCallAt} show="both" />
        </span>
      )}
    </span>
  );
}

/** A lead as a card, for the list on a phone. */
export function LeadCard({ lead }: { lead: CampaignLead }) {
  const t = useText();
  return (
    <div className={classes.card}>
      <div className={classes.between}>
        <strong className={classes.name}>{lead.Customer_Name}</strong>
        <LeadState lead={lead} />
      </div>
      <div className={classes.quiet}>{`${lead.Loan_ID} · ${formatPhone(lead.number)}`}</div>
      <div className={classes.quiet}>
        {`${t('campaigns.attempts')} ${lead.attempts}`}
        {lead.lastResult !== null && ` · ${t(`campaigns.result_${lead.lastResult}`)}`}
      </div>
      {lead.nextAt !== null && (
        <div className={classes.quiet}>
          {`${t('campaigns.nextTime')}: `}
          <DayText value={lead.nextAt} show="both" />
        </div>
      )}
    </div>
  );
}
