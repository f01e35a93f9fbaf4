import { useState } from 'react';
import { attributionCalls } from '../../../contract/attribution.ts';
import type { ClientAttribution } from '../../../contract/attribution.ts';
import { textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText } from '../../components/figure.tsx';
import { pageOfAll, useOwnPage } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { NoClients } from '../../components/no-clients.tsx';
import { rowButton } from '../../components/row-button.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { formatPercent } from '../../lib/percent.ts';
import { latest } from '../../lib/latest.ts';
import { useText } from '../../lib/texts/texts.ts';
import { AttributionDialog } from './attribution-dialog.tsx';

/** `/attribution-rules`: client by client, whose each payment is. */
export function AttributionScreen() {
  const t = useText();
  const clients = useCallQuery(attributionCalls.listAttributionRules, {});
  const state = useOwnPage(25);
  const [changing, setChanging] = useState<ClientAttribution | null>(null);
  const columns = useAttributionColumns();
  return (
    <ListPage<ClientAttribution>
      name="attribution-rules"
      title={t('attribution.title')}
      subtitle={t('attribution.subtitle')}
      columns={columns}
      list={pageOfAll({ ...clients, data: clients.data?.data }, state)}
      state={state}
      rowId={(client) => client.clientId}
      rowLabel={(client) => client.Client_Name}
      rowActions={(client) =>
        rowButton(t('words.change'), client.Client_Name, () => setChanging(client))
      }
      empty={<NoClients />}
    >
      {changing !== null && (
        <AttributionDialog
          client={latest(changing, clients.data?.data)}
          onClose={() => setChanging(null)}
        />
      )}
    </ListPage>
  );
}

type Rule = ClientAttribution['rules'][number];

/** A rule in words: "60 % last contact (7 days) + 40 % holder". */
function RuleText({ rule }: { rule: Rule }) {
  const t = useText();
  return rule.parts
    .map(({ basis, percent, withinDays }) => {
      const name = t(`attribution.basis.${basis}`);
      const within = ['LAST_CONTACT', 'PROMISE'].includes(basis)
        ? ` (${t('words.dayCount', { count: withinDays })})`
        : '';
      return `${formatPercent(percent)} ${name}${within}`;
    })
    .join(' + ');
}

function useAttributionColumns(): DataColumn<ClientAttribution>[] {
  const t = useText();
  return [
    textColumn('client', t('words.client'), (client) => client.Client_Name, {
      isFixed: true,
    }),
    { key: 'rule', title: t('words.rule'), render: newestOf },
    {
      key: 'from',
      title: t('attribution.from'),
      render: ({ rules }) => <DayText value={rules[0]?.validFrom} />,
    },
    textColumn('by', t('words.setBy'), ({ rules }) => rules[0]?.setBy ?? '–'),
    textColumn('before', t('attribution.before'), ({ rules }) => rules.slice(1).map(earlierRule)),
  ];
}

const newestOf = ({ rules: [rule] }: ClientAttribution) =>
  rule === undefined ? null : <RuleText rule={rule} />;

const earlierRule = (rule: Rule) => (
  <div key={rule.validFrom ?? ''}>
    {rule.validFrom !== null && (
      <>
        <DayText value={rule.validFrom} />:{' '}
      </>
    )}
    <RuleText rule={rule} />
  </div>
);
