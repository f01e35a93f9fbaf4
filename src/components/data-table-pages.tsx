import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { formatCount } from '../lib/money.ts';
import { useText } from '../lib/texts/texts.ts';
import { useCountText } from './count-text.ts';
import { pageWindow } from './data-table-column.ts';
import { useFocusHeir } from './focus-heir.ts';
import classes from './data-table.module.css';

/** How a list that is read on at its foot goes on. */
export interface MoreRows {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

interface PagesProps {
  /** The table's name: two tables of one screen have two lists of pages. */
  label: string;
  page: number;
  pageSize: number;
  /** Undefined while the rows are on their way: the foot keeps its room and says nothing. */
  shown: number | undefined;
  totalCount: number;
  isCountExact?: boolean | undefined;
  more?: MoreRows | undefined;
  onPage: (page: number) => void;
}

/** The foot of a table: 'Showing X of Y' with arrows and a window of three pages (spec 2.5), or with a button to read on. */
export function DataTablePages(props: PagesProps) {
  const t = useText();
  const total = useCountText(props.totalCount, props.isCountExact);
  const { shown } = props;
  return (
    <div className={classes.foot} data-waiting={shown === undefined || undefined}>
      <output>
        {shown !== undefined &&
          t('table.showing', { shown: formatCount(shown), total: total ?? '' })}
      </output>
      {props.more === undefined ? <Pages {...props} /> : <ReadOn {...props.more} />}
    </div>
  );
}

function ReadOn({ hasMore, isLoading, onMore }: MoreRows) {
  const t = useText();
  if (!hasMore) return null;
  return (
    <Button variant="default" size="lg" fullWidth loading={isLoading} onClick={onMore}>
      {t('table.showMore')}
    </Button>
  );
}

function Pages({ label, page: current, pageSize, totalCount, onPage }: PagesProps) {
  const t = useText();
  const pageCount = Math.max(1, Math.ceil(totalCount / pageSize));
  const go = (page: number) => onPage(Math.min(Math.max(1, page), pageCount));
  return (
    <nav className={classes.pages} aria-label={`${label}: ${t('table.pages')}`}>
      <Turn label={t('table.previous')} isDisabled={current <= 1} onTurn={() => go(current - 1)}>
        <IconChevronLeft size={16} aria-hidden />
      </Turn>
      {pageWindow(current, pageCount).map((page) => (
        <button
          key={page}
          type="button"
          className={classes.pageButton}
          aria-label={t('table.page', { page })}
          aria-current={page === current ? 'page' : undefined}
          onClick={() => go(page)}
        >
          {page}
        </button>
      ))}
      <Turn
        label={t('table.next')}
        isDisabled={current >= pageCount}
        onTurn={() => go(current + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </Turn>
    </nav>
  );
}

const otherArrow = (arrow: HTMLElement) =>
  [...(arrow.parentElement?.querySelectorAll<HTMLElement>('[data-arrow]') ?? [])].find(
    (each) => each !== arrow,
  );

/** One of the arrows. At the end, where it is disabled, the focus passes on to the other. */
function Turn(props: {
  label: string;
  isDisabled: boolean;
  onTurn: () => void;
  children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusHeir(button, { isDisabled: props.isDisabled, first: otherArrow });
  return (
    <button
      ref={button}
      type="button"
      className={classes.pageButton}
      data-arrow
      disabled={props.isDisabled}
      aria-label={props.label}
      onClick={props.onTurn}
    >
      {props.children}
    </button>
  );
}
