import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { CallAnswer } from '../../../contract/call.ts';
import { parseFields } from '../../../contract/errors.ts';
import { incentiveCalls } from '../../../contract/incentive-calls.ts';
import { incentiveInputSchema } from '../../../contract/incentive.ts';
import { moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { pageOfAll, useOwnPage } from '../../components/list-state.ts';
import type { ListAnswer } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/page.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { formatMonth } from '../../lib/months.ts';
import type { StructureValues } from './structure-values.ts';

type Preview = CallAnswer<typeof incentiveCalls.previewIncentives>;
type Row = Preview['data'][number];

/** After so long without a key the figures are asked for. */
const TYPING_MS = 600;

/** What the last month would have paid to whom by the structure that is typed. */
export function StructurePreview() {
  const t = useText();
  const typed = useWatch<StructureValues>();
  const [values] = useDebouncedValue(JSON.stringify(typed), TYPING_MS);
  const input = useMemo(() => {
    const given = JSON.parse(values) as StructureValues;
    const parsed = parseFields(incentiveInputSchema, given);
    return given.clientId === null || parsed.problems !== null
      ? null
      : { params: { clientId: given.clientId }, body: parsed.data };
  }, [values]);
  const preview = useCallQuery(incentiveCalls.previewIncentives, input, { keepsPrevious: true });
  if (input === null || preview.data === undefined) return <p>{t('incentives.previewHint')}</p>;
  return <PreviewTable preview={preview.data} answer={preview} />;
}

function PreviewTable(props: { preview: Preview; answer: Omit<ListAnswer<Row>, 'data'> }) {
  const { preview, answer } = props;
  const t = useText();
  const state = useOwnPage();
  const { month, before, after, data } = preview;
  const columns: DataColumn<Row>[] = [
    textColumn('person', t('words.person'), (row: Row) => row.fullName, { isFixed: true }),
    moneyColumn('collected', t('money.verified'), (row) => row.collected),
    moneyColumn('before', t('incentives.before'), (row) => row.before),
    moneyColumn('after', t('incentives.after'), (row) => row.after, { card: 'aside' }),
  ];
  return (
    <Panel title={t('incentives.preview', { month: formatMonth(month) })}>
      <Notice
        tone="info"
        title={t('incentives.previewSum', {
          after: formatRupees(after),
          before: formatRupees(before),
        })}
      />
      <List<Row>
        name="incentive-preview"
        label={t('incentives.preview', { month: formatMonth(month) })}
        columns={columns}
        list={pageOfAll({ ...answer, data }, state)}
        state={state}
        rowLabel={(row) => row.fullName}
        empty={t('incentives.previewNobody')}
        hasColumnChooser={false}
      />
    </Panel>
  );
}
