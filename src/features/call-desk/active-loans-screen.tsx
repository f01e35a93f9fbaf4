import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Loan } from '../../../contract/loan.ts';
import { List } from '../../components/list.tsx';
import { Together } from '../../components/loaded.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useActiveLoanColumns } from './active-loan-columns.tsx';
import { readDeskPage, useDeskPage } from './call-desk-queries.ts';
import type { DeskPage, DeskQuery } from './call-desk-queries.ts';
import { useDeskFilterFields, useDeskList } from './desk-filters.ts';
import { DeskOrder } from './desk-order.tsx';
import { beginDeskQueue } from './desk-queue.ts';
import { SettlementsFirst, useSettlementsFirst } from './settlements-first.tsx';
import { deskPath } from './use-desk-queue.ts';
import classes from './call-desk.module.css';

/** `/active-loans`: the loans to call, filtered and ordered; a row opens the call desk within this list. */
export function ActiveLoansScreen() {
  const t = useText();
  const { state, query } = useDeskList();
  const page = useDeskPage(query);
  const fields = useDeskFilterFields();
  const [params] = useSearchParams();
  const columns = useActiveLoanColumns(page.data);
  const settlements = useSettlementsFirst();
  useBeginQueue(query, page.isPlaceholderData ? undefined : page.data);
  return (
    <Page>
      <PageHeader
        title={t('menu.activeLoans')}
        count={page.data?.totalCount ?? null}
        isCountExact={page.data?.isCountExact ?? true}
      />
      <Together of={[settlements]}>
        <SettlementsFirst />
        <List<Loan>
          name="active-loans"
          label={t('menu.activeLoans')}
          columns={columns}
          list={{ ...page, data: page.data && { ...page.data, data: page.data.loans } }}
          state={state}
          search={t('words.borrowerSearch')}
          fields={fields}
          shownFields={3}
          extra={<DeskOrder url={state} isByChance={page.data?.isByChance ?? false} />}
          rowLabel={(loan) => `${loan.Customer_Name}, ${loan.Loan_ID}`}
          rowHref={(loan) => deskPath(params, { loan, page: state.page })}
          empty={<EmptyState title={t('callDesk.emptyTitle')} body={t('callDesk.emptyBody')} />}
        >
          {page.data?.isFromDevice === true && (
            <output className={classes.note}>{t('callDesk.asOf')}</output>
          )}
        </List>
      </Together>
    </Page>
  );
}

/** The order on screen is the order that "Save & next" follows. */
function useBeginQueue(query: DeskQuery, seen: DeskPage | undefined) {
  const key = JSON.stringify(query);
  useEffect(() => {
    if (seen !== undefined) beginDeskQueue(JSON.parse(key) as DeskQuery, seen, readDeskPage);
  }, [key, seen]);
}
