import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from '../../../contract/paging.ts';
import type { FieldCase, ScheduledCase } from '../../../contract/staff-dashboard.ts';
import { DataTable } from '../../components/data-table.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { callPath, caseKey, pathWith } from './board-paths.ts';
import { CaseCard, FieldCaseCard, useCaseColumns, useFieldColumns } from './case-columns.tsx';

/** Which page a table shows. */
export interface Paging {
  page: number;
  onPage: (page: number) => void;
}

/** Promises or callbacks of an answer, paged; a row leads to its call. */
export function CaseTable<Answer>(
  props: Paging & {
    name: 'promises' | 'callbacks' | 'today';
    list: UseQueryResult<Answer>;
    pick: (answer: Answer) => Page<ScheduledCase>;
  },
) {
  const { list, pick, name } = props;
  const t = useText();
  const columns = useCaseColumns(name === 'callbacks');
  if (list.isError && list.data === undefined)
    return <LoadProblem error={list.error} onRetry={() => void list.refetch()} />;
  const rows = list.data === undefined ? undefined : pick(list.data);
  const label = {
    promises: t('staffBoards.scheduledPromises'),
    callbacks: t('staffBoards.scheduledCallbacks'),
    today: t('staffBoards.todaysPromises'),
  }[name];
  return (
    <DataTable<ScheduledCase>
      name={`home-${name}`}
      label={label}
      columns={columns}
      rows={rows?.data}
      rowId={caseKey}
      rowLabel={(each) => `${each.Customer_Name}, ${each.Loan_ID}`}
      rowHref={callPath}
      totalCount={rows?.totalCount ?? 0}
      page={props.page}
      onPage={props.onPage}
      isFetching={list.isPlaceholderData}
      renderCard={(each) => <CaseCard due={each} />}
    />
  );
}

/** The loans that field agents have; a row leads to the loan (a manager) or its call. */
export function FieldCaseTable(
  props: Paging & { list: UseQueryResult<Page<FieldCase>>; isManager: boolean },
) {
  const { list, isManager } = props;
  const t = useText();
  const columns = useFieldColumns();
  if (list.isError && list.data === undefined)
    return <LoadProblem error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <DataTable<FieldCase>
      name="home-field"
      label={t('staffBoards.fieldCases')}
      columns={columns}
      rows={list.data?.data}
      rowId={(each) => each.loanId}
      rowLabel={(each) => `${each.Customer_Name}, ${each.Loan_ID}`}
      rowHref={(each) =>
        isManager ? pathWith('/view-loan', { loanId: each.loanId }) : callPath(each)
      }
      totalCount={list.data?.totalCount ?? 0}
      page={props.page}
      onPage={props.onPage}
      isFetching={list.isPlaceholderData}
      renderCard={(each) => <FieldCaseCard loan={each} />}
    />
  );
}
