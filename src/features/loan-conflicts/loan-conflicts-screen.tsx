import { useEffect, useRef } from 'react';
import { Awaited } from '../../components/loaded.tsx';
import { DataTablePages } from '../../components/data-table-pages.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { usePhone } from '../../components/use-phone.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { LoanConflictCard } from './loan-conflict-card.tsx';
import { useLoanConflicts } from './loan-conflict-queries.ts';

const FILTERS = { search: 'text' } as const;
const PAGE_SIZE = 10;

/** `/loan-conflicts`: corrections that met another change, each settled by one button or key (manager, admin, super admin). */
export function LoanConflictsScreen() {
  const t = useText();
  const isPhone = usePhone();
  const url = useUrlFilters(FILTERS);
  const { search } = url.values;
  const conflicts = useLoanConflicts({ search, page: url.page, pageSize: PAGE_SIZE });
  const rows = conflicts.data?.data;
  const { list, markSettled } = useNextFocus(rows);
  const total = conflicts.data?.totalCount ?? 0;
  return (
    <Page width="form">
      <PageHeader
        title={t('loanConflicts.title')}
        count={total || null}
        subtitle={
          isPhone || total === 0
            ? t('loanConflicts.subtitle')
            : `${t('loanConflicts.subtitle')} ${t('loanConflicts.keysHint')}`
        }
      />
      {(total > 0 || url.isFiltered) && (
        <FilterBar
          filters={url}
          fields={[]}
          searchKey="search"
          searchLabel={t('words.loanOrBorrower')}
        />
      )}
      {rows === undefined ? (
        <Awaited of={conflicts} kind="cards" rows={4} />
      ) : rows.length === 0 ? (
        <NoConflicts isFiltered={url.isFiltered} />
      ) : (
        <ul className="rc-stack-12 rc-plain-list" ref={list}>
          {rows.map((conflict) => (
            <LoanConflictCard
              key={conflict._id}
              conflict={conflict}
              onSettled={() => markSettled(conflict._id)}
            />
          ))}
        </ul>
      )}
      {total > PAGE_SIZE && (
        <DataTablePages
          label={t('loanConflicts.title')}
          page={url.page}
          pageSize={PAGE_SIZE}
          shown={rows?.length ?? 0}
          totalCount={total}
          onPage={url.setPage}
        />
      )}
    </Page>
  );
}

function NoConflicts({ isFiltered }: { isFiltered: boolean }) {
  const t = useText();
  if (isFiltered) return <EmptyState title={t('loanConflicts.emptyFiltered')} />;
  return <EmptyState title={t('loanConflicts.emptyTitle')} body={t('loanConflicts.emptyBody')} />;
}

/** After a conflict was settled and is gone, the focus goes to the one that took its place. */
function useNextFocus(rows: readonly { _id: string }[] | undefined) {
  const list = useRef<HTMLUListElement>(null);
  const settled = useRef<{ id: string; at: number } | null>(null);
  useEffect(() => {
    const last = settled.current;
    if (last === null || rows === undefined || rows.some((row) => row._id === last.id)) return;
    settled.current = null;
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-keep]') ?? [];
    buttons[Math.min(last.at, buttons.length - 1)]?.focus();
  }, [rows]);
  const markSettled = (id: string) => {
    settled.current = { id, at: rows?.findIndex((row) => row._id === id) ?? 0 };
  };
  return { list, markSettled };
}
