import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../lib/texts/texts.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterControl } from './filter-control.tsx';
import type { FilterField } from './filter-control.tsx';
import { Notice } from './notice.tsx';
import { SearchBox } from './search-box.tsx';
import { usePhone } from './use-phone.ts';
import type { FilterAccess } from './use-url-filters.ts';
import classes from './filter-bar.module.css';

/** What a filter bar takes. `searchKey` names the text filter behind the search box. */
export interface FilterBarProps {
  filters: FilterAccess;
  fields: readonly FilterField[];
  searchKey?: string;
  searchLabel?: string;
  /** How many fields stand in the bar; the others are behind "More filters". On a phone all are. */
  shownFields?: number;
  /** Controls at the right end (sort, export). */
  extra?: ReactNode;
}

/** The one filter bar of a list: search, some filters, more, and a chip for each that is on. */
export function FilterBar(props: FilterBarProps) {
  const { filters, fields, searchKey, shownFields = 4 } = props;
  const t = useText();
  const isPhone = usePhone();
  const [isOpen, setOpen] = useState(false);
  const inBar = isPhone ? 0 : shownFields;
  const hidden = fields.slice(inBar);
  const search = searchKey === undefined ? '' : filters.read(searchKey);
  return (
    <search className="rc-stack-10">
      <div className={classes.line}>
        {searchKey !== undefined && (
          <SearchBox
            value={typeof search === 'string' ? search : ''}
            onChange={(text) => filters.change({ [searchKey]: text })}
            {...(props.searchLabel !== undefined && { label: props.searchLabel })}
          />
        )}
        {fields.slice(0, inBar).map((field) => (
          <FilterControl key={field.label} field={field} filters={filters} />
        ))}
        {hidden.length > 0 && (
          <Button
            variant="default"
            size="sm"
            aria-expanded={isOpen}
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {t(inBar === 0 ? 'table.filters' : isOpen ? 'table.fewerFilters' : 'table.moreFilters')}
          </Button>
        )}
        {isOpen && (
          <div className={classes.more}>
            {hidden.map((field) => (
              <FilterControl key={field.label} field={field} filters={filters} isLabelled />
            ))}
          </div>
        )}
        {props.extra !== undefined && <div className={classes.extra}>{props.extra}</div>}
      </div>
      <FilterChips fields={fields} filters={filters} />
      <NotUnderstood filters={filters} />
    </search>
  );
}

/** The rows are more than the address asks for: nobody should take them for fewer. */
function NotUnderstood({ filters }: { filters: FilterAccess }) {
  const t = useText();
  const { unread = [], change } = filters;
  if (unread.length === 0) return null;
  const forget = () => change(Object.fromEntries(unread.map((name) => [name, null])));
  return (
    <Notice
      tone="warn"
      title={t('table.notUnderstood', { names: unread.join(', ') })}
      action={
        <Button size="compact-sm" variant="default" onClick={forget}>
          {t('table.forgetNotUnderstood')}
        </Button>
      }
    >
      {t('table.notUnderstoodBody')}
    </Notice>
  );
}
