import type { ReactNode } from 'react';
import { List } from './list.tsx';
import type { ListProps } from './list.tsx';
import { Page, PageHeader } from './page.tsx';
import type { PageHeaderProps } from './page.tsx';

/** What a list's screen takes: what its header and its list take, which have one name. */
export interface ListPageProps<Row>
  extends
    Pick<PageHeaderProps, 'title' | 'subtitle' | 'actions'>,
    Omit<ListProps<Row>, 'label' | 'children'> {
  /** Says beside the title how many there are. */
  isCounted?: boolean;
  /** What stands between the filters and the rows: sums, notes. */
  above?: ReactNode;
  /** What stands below the list, or lies over it. */
  children?: ReactNode;
}

/** A screen that is a list. */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { title, subtitle, actions, isCounted = false, above, children, ...list } = props;
  const answer = isCounted ? list.list.data : undefined;
  return (
    <Page>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={actions}
        count={answer?.totalCount ?? null}
        isCountExact={answer?.isCountExact ?? true}
      />
      <List<Row> {...list} label={title}>
        {above}
      </List>
      {children}
    </Page>
  );
}
