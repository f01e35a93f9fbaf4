import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { incentiveCalls } from '../../../contract/incentive-calls.ts';
import type { IncentiveStructure, IncentiveTerms } from '../../../contract/incentive.ts';
import { textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText, TwoLines } from '../../components/figure.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { rowButton } from '../../components/row-button.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { mayCall } from '../../data/may-call.ts';
import { latest } from '../../lib/latest.ts';
import { useText } from '../../lib/texts/texts.ts';
import { conditionWords, fromText, partText, shareText } from './incentive-words.ts';
import { StructureDialog } from './structure-dialog.tsx';

const FILTERS = { search: 'text' } as const;

/** `/incentive-structure`: what each role type earns on each client, version by version. */
export function StructuresScreen() {
  const t = useText();
  const url = useListState(incentiveCalls.listIncentiveStructures.query, FILTERS);
  const structures = useCallQuery(
    incentiveCalls.listIncentiveStructures,
    { query: url.asked },
    { keepsPrevious: true },
  );
  const [open, setOpen] = useState<IncentiveStructure | 'new' | null>(null);
  const columns = useMemo(() => structureColumns(t), [t]);
  const nameOf = (row: IncentiveStructure) => `${row.Client_Name} ${t(`roles.${row.roleType}`)}`;
  const maySet = mayCall(incentiveCalls.setIncentiveStructure);
  return (
    <Page>
      <PageHeader
        title={t('incentives.structures')}
        count={structures.data?.totalCount ?? null}
        subtitle={t(maySet ? 'incentives.structuresSubtitle' : 'incentives.structuresRead')}
        actions={
          maySet && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
              {t('incentives.add')}
            </Button>
          )
        }
      />
      <List<IncentiveStructure>
        name="incentive-structures"
        label={t('incentives.structures')}
        columns={columns}
        list={structures}
        state={url}
        search={t('words.client')}
        rowLabel={nameOf}
        {...(maySet && {
          rowActions: (row: IncentiveStructure) =>
            rowButton(t('incentives.newVersion'), nameOf(row), () => setOpen(row)),
        })}
        empty={t('incentives.noStructure')}
      />
      {open !== null && (
        <StructureDialog
          structure={open === 'new' ? null : latest(open, structures.data?.data, nameOf)}
          firstDay={structures.data?.firstDay ?? null}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  );
}

/** The slabs of a structure, a line for each part. */
function SlabWords({ terms }: { terms: IncentiveTerms }) {
  const t = useText();
  return terms.parts.map((part) => (
    <div key={`${part.bucket} ${part.product}`}>
      {(terms.parts.length > 1 || part.bucket !== null || part.product !== null) &&
        `${partText(t, part)}: `}
      {part.slabs
        .map((slab) =>
          t('incentives.slabNow', {
            share: shareText(slab),
            from: fromText(terms.measure, slab.from),
          }),
        )
        .join(', ')}
    </div>
  ));
}

function structureColumns(t: TFunction): DataColumn<IncentiveStructure>[] {
  return [
    {
      key: 'client',
      title: t('words.client'),
      isFixed: true,
      render: (row) => <TwoLines first={row.Client_Name} second={t(`roles.${row.roleType}`)} />,
    },
    {
      key: 'validFrom',
      title: t('incentives.validFrom'),
      render: ({ validFrom, validTo }) => (
        <>
          <DayText value={validFrom} />
          {validTo !== null && (
            <>
              {' – '}
              <DayText value={validTo} />
            </>
          )}
        </>
      ),
    },
    {
      key: 'pays',
      title: t('incentives.pays'),
      // Slabs and conditions are no single fields.
      file: [],
      render: ({ terms }) => (terms.parts.length === 0 ? '–' : <SlabWords terms={terms} />),
    },
    textColumn(
      'conditions',
      t('fieldNames.conditions'),
      ({ terms }) => upperFirst(conditionWords(t, terms).join(', ')) || '–',
      { file: [] },
    ),
    textColumn('setBy', t('words.setBy'), ({ setBy }) => setBy ?? '–'),
    {
      key: 'setAt',
      title: t('incentives.setAt'),
      isHiddenAtFirst: true,
      render: ({ setAt }) => <DayText value={setAt} show="both" />,
    },
  ];
}

/** A sentence's first letter as it begins one. */
const upperFirst = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
