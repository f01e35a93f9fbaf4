import { Select } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { CHANCE_SORT } from '../../../contract/loan-calls.ts';
import { sortText } from '../../components/given-filters.ts';
import type { FilterDefinition, UrlFilters } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './call-desk.module.css';

type DeskSort = Pick<UrlFilters<FilterDefinition>, 'sort' | 'setSort'>;

/** Orders that are offered beside the columns' own, by which a phone's cards can't be ordered. */
const ORDERS = {
  [`-${CHANCE_SORT}`]: 'callDesk.orderLikely',
  '-Total_Due_Amount': 'callDesk.orderLargest',
  '-DPD': 'callDesk.orderOverdue',
} as const;
const USUAL = 'usual';

/** Which loans come first. `isByChance`: unless told otherwise, the likeliest to pay. */
export function DeskOrder({ url, isByChance }: { url: DeskSort; isByChance: boolean }) {
  const t = useText();
  const { sort = USUAL } = sortText(url.sort);
  const usual = t(isByChance ? 'callDesk.orderUsualLikely' : 'words.usualOrder');
  const offered = Object.entries(ORDERS).map(([value, label]) => ({ value, label: t(label) }));
  const all = [{ value: USUAL, label: usual }, ...offered];
  return (
    <Select
      className={classes.order}
      aria-label={t('words.order')}
      leftSection={<IconArrowsSort size={16} aria-hidden />}
      // A column's own order is none of these.
      placeholder={t('callDesk.orderColumn')}
      data={all}
      value={all.some(({ value }) => value === sort) ? sort : null}
      allowDeselect={false}
      onChange={(chosen) =>
        url.setSort(
          chosen === null || chosen === USUAL
            ? null
            : { key: chosen.replace(/^-/, ''), direction: 'desc' },
        )
      }
    />
  );
}
