import { IconCurrentLocation, IconRefresh } from '@tabler/icons-react';
import { SearchBox } from '../../components/search-box.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DAY_SECTIONS } from './day-rows.ts';
import type { DaySection } from './day-rows.ts';
import { DAY_SORTS } from './field-day-queries.ts';
import type { DaySort } from './field-day-queries.ts';
import classes from './day-tools.module.css';

/** What a day's tools take. */
interface DayToolsProps {
  search: string;
  onSearch: (search: string) => void;
  sort: DaySort;
  /** Whether loans can be sorted by what they will bring: while that is on its way the button only keeps its place. */
  expected: 'known' | 'coming' | 'none';
  onSort: (sort: DaySort) => void;
  isLocating: boolean;
  isRefreshing: boolean;
  onRefresh: () => void;
  /** Null while there are no sections (a search, the whole list). */
  counts: Readonly<Record<DaySection, number>> | null;
  onSection: (section: DaySection) => void;
}

/** Above the list: the search and refresh, which stay, the order, and the ways into the sections. */
export function DayTools(props: DayToolsProps) {
  const t = useText();
  return (
    <>
      <div className={classes.line}>
        <SearchBox value={props.search} onChange={props.onSearch} label={t('words.loanSearch')} />
        <button
          type="button"
          className={classes.refresh}
          aria-label={t('fieldDay.refresh')}
          disabled={props.isRefreshing}
          onClick={props.onRefresh}
        >
          <IconRefresh
            size={20}
            stroke={1.8}
            aria-hidden
            data-turning={props.isRefreshing || undefined}
          />
        </button>
      </div>
      <DaySorts {...props} />
      {props.counts !== null && <DayJumps counts={props.counts} onSection={props.onSection} />}
    </>
  );
}

function DaySorts(props: Pick<DayToolsProps, 'sort' | 'expected' | 'onSort' | 'isLocating'>) {
  const t = useText();
  return (
    <fieldset className={classes.sorts}>
      <legend className="rc-hidden">{t('fieldDay.sortLabel')}</legend>
      {DAY_SORTS.filter((sort) => sort !== 'expected' || props.expected !== 'none').map((sort) => (
        <button
          key={sort}
          type="button"
          className={classes.sort}
          aria-pressed={props.sort === sort}
          disabled={sort === 'expected' && props.expected === 'coming'}
          onClick={() => props.onSort(sort)}
        >
          {sort === 'distance' && (
            <IconCurrentLocation
              size={16}
              stroke={1.8}
              aria-hidden
              data-turning={props.isLocating || undefined}
            />
          )}
          {t(`fieldDay.sort.${sort}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** Five ways stand side by side on a phone: of overdue and broken promises the one that has any, overdue ones else. */
function shownSections(counts: Readonly<Record<DaySection, number>>): DaySection[] {
  const { promisesBroken: broken, promisesOverdue: overdue } = counts;
  return DAY_SECTIONS.filter((section) => {
    if (section === 'settlements') return counts.settlements > 0;
    if (section === 'promisesBroken') return broken > 0;
    return section !== 'promisesOverdue' || overdue > 0 || broken === 0;
  });
}

function DayJumps({
  counts,
  onSection,
}: {
  counts: Readonly<Record<DaySection, number>>;
  onSection: (section: DaySection) => void;
}) {
  const t = useText();
  return (
    <nav className={classes.jumps} aria-label={t('fieldDay.jumpLabel')}>
      {shownSections(counts).map((section) => (
        <button
          key={section}
          type="button"
          className={classes.jump}
          data-section={section}
          disabled={counts[section] === 0}
          onClick={() => onSection(section)}
        >
          <span className={classes.jumpCount}>{formatCount(counts[section])}</span>
          {t(`fieldDay.jump.${section}`)}
        </button>
      ))}
    </nav>
  );
}
