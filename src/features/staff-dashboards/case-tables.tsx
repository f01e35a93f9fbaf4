import type { Page } from '../../../contract/paging.ts';
import type { FieldCase, ScheduledCase } from '../../../contract/staff-dashboard.ts';
import { TABLE_PAGE_SIZE } from '../../components/list-state.ts';
import type { ListAnswer } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { pathWith } from '../../components/loan-link.ts';
import { useText } from '../../lib/texts/texts.ts';
import { callPath, caseKey } from './board-paths.ts';
import { useCaseColumns, useFieldColumns } from './case-columns.tsx';

/** Which page a table shows. */
export interface Paging {
  page: number;
  onPage: (page: number) => void;
}

const stateOf = ({ page, onPage }: Paging) => ({
  page,
  setPage: onPage,
  pageSize: TABLE_PAGE_SIZE,
});

/** Promises or callbacks of an answer, paged; a row leads to its call. */
export function CaseTable<Answer>(
  props: Paging & {
    name: 'promises' | 'callbacks' | 'today';
    list: Omit<ListAnswer<ScheduledCase>, 'data'> & { data: Answer | undefined };
    pick: (answer: Answer) => Page<ScheduledCase>;
  },
) {
  const { list, pick, name } = props;
  const t = useText();
  const columns = useCaseColumns(name === 'callbacks');
  const label = {
    promises: t('words.promises'),
    callbacks: t('staffBoards.scheduledCallbacks'),
    today: t('promises.dueToday'),
  }[name];
  return (
    <List<ScheduledCase>
      name={`home-${name}`}
      label={label}
      columns={columns}
      list={{ ...list, data: list.data === undefined ? undefined : pick(list.data) }}
      state={stateOf(props)}
      rowId={caseKey}
      rowLabel={(each) => `${each.Customer_Name}, ${each.Loan_ID}`}
      rowHref={callPath}
    />
  );
}

/** The loans that field agents have; a row leads to the loan (a manager) or its call. */
export function FieldCaseTable(
  props: Paging & { list: ListAnswer<FieldCase>; isManager: boolean },
) {
  const { list, isManager } = props;
  const t = useText();
  const columns = useFieldColumns();
  return (
    <List<FieldCase>
      name="home-field"
      label={t('staffBoards.fieldCases')}
      columns={columns}
      list={list}
      state={stateOf(props)}
      rowId={(each) => each.loanId}
      rowLabel={(each) => `${each.Customer_Name}, ${each.Loan_ID}`}
      rowHref={(each) =>
        isManager ? pathWith('/view-loan', { loanId: each.loanId }) : callPath(each)
      }
    />
  );
}
