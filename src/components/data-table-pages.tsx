import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatCount } from '../lib/money.ts';
import { useText } from '../lib/texts/texts.ts';
import { pageWindow } from './data-table-column.ts';
import classes from './data-table.module.css';

/** The foot of a table: 'Showing X of Y', arrows and a window of three pages (spec 2.5). */
export function DataTablePages(props: {
  /** The table's name: two tables of one screen have two lists of pages. */
  label: string;
  page: number;
  pageSize: number;
  shown: number;
  totalCount: number;
  onPage: (page: number) => void;
}) {
  const t = useText();
  const pageCount = Math.max(1, Math.ceil(props.totalCount / props.pageSize));
  const go = (page: number) => props.onPage(Math.min(Math.max(1, page), pageCount));
  return (
    <div className={classes.foot}>
      <output>
        {t('table.showing', {
          shown: formatCount(props.shown),
          total: formatCount(props.totalCount),
        })}
      </output>
      <nav className={classes.pages} aria-label={`${props.label}: ${t('table.pages')}`}>
        <button
          type="button"
          className={classes.pageButton}
          disabled={props.page <= 1}
          aria-label={t('table.previous')}
          onClick={() => go(props.page - 1)}
        >
          <IconChevronLeft size={16} aria-hidden />
        </button>
        {pageWindow(props.page, pageCount).map((page) => (
          <button
            key={page}
            type="button"
            className={classes.pageButton}
            aria-label={t('table.page', { page })}
            aria-current={page === props.page ? 'page' : undefined}
            onClick={() => go(page)}
          >
            {page}
          </button>
        ))}
        <button
          type="button"
          className={classes.pageButton}
          disabled={props.page >= pageCount}
          aria-label={t('table.next')}
          onClick={() => go(props.page + 1)}
        >
          <IconChevronRight size={16} aria-hidden />
        </button>
      </nav>
    </div>
  );
}
