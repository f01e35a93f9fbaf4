import type { TFunction } from 'i18next';
import type { CampaignLead } from '../../../contract/campaign-list.ts';
import { STOP_REASONS } from '../../../contract/campaign-list.ts';
import { GATE_REASONS } from '../../../contract/contact-rules.ts';
import { dueColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText, TwoLines } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { formatPhone } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';

const TONES: Readonly<Record<CampaignLead['state'], Tone>> = {
  READY: 'info',
  CALLING: 'good',
  DONE: 'quiet',
  STOPPED: 'warn',
};

type Result = NonNullable<CampaignLead['lastResult']>;

/** Why a lead is not called: for a reason of its own, else for one of the contact rules. */
const stopWords = (t: TFunction): Record<string, string> => ({
  ...Object.fromEntries(GATE_REASONS.map((reason) => [reason, t('campaigns.stop_GATE')])),
  ...Object.fromEntries(STOP_REASONS.map((reason) => [reason, t(`campaigns.stop_${reason}`)])),
});

/** The columns of a campaign's leads. */
export function useLeadColumns(): DataColumn<CampaignLead>[] {
  const t = useText();
  return [...loanColumns(t), ...callColumns(t)];
}

function loanColumns(t: TFunction): DataColumn<CampaignLead>[] {
  return [
    {
      key: 'borrower',
      title: t('words.borrower'),
      isFixed: true,
      render: (lead) => (
        <TwoLines first={lead.Customer_Name} second={`${lead.Loan_ID} · ${lead.Client_Name}`} />
      ),
    },
    textColumn('number', t('words.number'), (lead) => formatPhone(lead.number)),
    dueColumn('due', t('words.due')),
    textColumn('list', t('campaigns.list'), (lead) => lead.listName),
    textColumn('priority', t('campaigns.priority'), (lead) => lead.priority, {
      align: 'right',
      isHiddenAtFirst: true,
    }),
  ];
}

function callColumns(t: TFunction): DataColumn<CampaignLead>[] {
  return [
    {
      key: 'state',
      title: t('words.status'),
      card: 'aside',
      render: (lead) => <LeadState lead={lead} />,
      file: [
        {
          of: ({ state }) => state,
          words: (code) => t(`campaigns.lead_${code as CampaignLead['state']}`),
        },
        {
          of: ({ stopReason }) => stopReason,
          title: t('campaigns.whyStopped'),
          words: stopWords(t),
        },
      ],
    },
    textColumn('attempts', t('campaigns.attempts'), (lead) => lead.attempts, { align: 'right' }),
    {
      key: 'lastResult',
      title: t('campaigns.lastResult'),
      render: (lead) => (lead.lastResult === null ? '–' : <LastResult lead={lead} />),
      file: [
        {
          of: ({ lastResult }) => lastResult,
          words: (code) => t(`calls.result.${code as Result}`),
        },
        { of: ({ lastCallAt }) => lastCallAt, title: t('campaigns.lastCall') },
      ],
    },
    {
      key: 'nextAt',
      title: t('campaigns.nextTime'),
      render: (lead) => (lead.nextAt === null ? '–' : <DayText value={lead.nextAt} show="both" />),
    },
  ];
}

function LeadState({ lead }: { lead: CampaignLead }) {
  const t = useText();
  const reason = STOP_REASONS.find((each) => each === lead.stopReason);
  return (
    <TwoLines
      first={<StatusChip tone={TONES[lead.state]} label={t(`campaigns.lead_${lead.state}`)} />}
      second={lead.stopReason !== null && t(`campaigns.stop_${reason ?? 'GATE'}`)}
    />
  );
}

function LastResult({ lead }: { lead: CampaignLead }) {
  const t = useText();
  return (
    <TwoLines
      first={lead.lastResult !== null && t(`calls.result.${lead.lastResult}`)}
      second={lead.lastCallAt !== null && <DayText value={lead.lastCallAt} show="both" />}
    />
  );
}
