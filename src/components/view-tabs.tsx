import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../lib/money.ts';
import classes from './view-tabs.module.css';

/** One tab; `count` stands beside its label: null while it is on its way, so that no tab moves when it comes. */
export interface ViewTab {
  value: string;
  label: string;
  count?: number | null | undefined;
  content?: ReactNode;
}

/** A tab's count as far as its query has it; none where that failed. */
export function comingCount(
  asked: { isError: boolean },
  count: number | undefined,
): number | null | undefined {
  return count ?? (asked.isError ? undefined : null);
}

/** Tabs over parts of a screen; they scroll sideways when they do not fit. */
export function ViewTabs({
  tabs,
  value,
  onChange,
  label,
}: {
  tabs: readonly ViewTab[];
  value: string;
  onChange: (value: string) => void;
  label: string;
}) {
  return (
    <Tabs value={value} onChange={(next) => next !== null && onChange(next)} keepMounted={false}>
      <Tabs.List className={classes.list} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value} className={classes.tab}>
            {tab.label}
            {tab.count !== undefined && (
              <span className={classes.count}>
                {tab.count === null ? '\u00A0' : formatCount(tab.count)}
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value}>
          {tab.content !== undefined && <div className={classes.panel}>{tab.content}</div>}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
