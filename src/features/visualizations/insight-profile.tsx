import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { dataInsightCalls } from '../../../contract/data-insight.ts';
import type {
  InsightColumn,
  InsightDetail,
  InsightProfile as Profile,
} from '../../../contract/data-insight.ts';
import { exactText } from '../../../contract/rupees.ts';
import { Panel } from '../../components/page.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatCount, formatDecimal } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './insights.module.css';

/** Columns that are shown at first. */
const AT_FIRST = 24;

/** What was found in a file: how many rows, and each column with its distribution, gaps and outliers. */
export function InsightProfile({ insight, profile }: { insight: InsightDetail; profile: Profile }) {
  const t = useText();
  const [shown, setShown] = useState(AT_FIRST);
  const { rows, duplicateRows, totalRows, columns, unnamed } = profile;
  return (
    <div className={classes.parts}>
      <StatTiles>
        <StatTile
          label={t('words.rows')}
          value={formatCount(rows)}
          {...(totalRows > 0 && {
            comparison: t('dataInsights.totalsLeftOut', { count: totalRows }),
          })}
        />
        <StatTile label={t('words.columns')} value={formatCount(columns.length)} />
        <StatTile
          label={t('dataInsights.duplicates')}
          value={formatCount(duplicateRows)}
          tone={duplicateRows > 0 ? 'warn' : 'plain'}
          comparison={t('dataInsights.duplicatesHelp')}
        />
        <StatTile
          label={t('dataInsights.matched')}
          value={formatCount(insight.matchedRows)}
          comparison={
            insight.joinColumn === null
              ? t('dataInsights.noJoin')
              : t('dataInsights.joinedBy', {
                  column: insight.fields[insight.joinColumn]?.name ?? '',
                })
          }
        />
      </StatTiles>
      {unnamed.length > 0 && (
        <p className={classes.quiet}>
          {t('dataInsights.unnamed', { count: unnamed.length, columns: unnamed.join(', ') })}
        </p>
      )}
      <Reading insight={insight} />
      <div className={classes.columns}>
        {columns.slice(0, shown).map((column, at) => (
          <Column
            key={column.name}
            column={column}
            rows={rows}
            isJoin={at === insight.joinColumn}
          />
        ))}
      </div>
      {columns.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + AT_FIRST * 2)}>
          {t('dataInsights.moreColumns', { count: columns.length - shown })}
        </Button>
      )}
    </div>
  );
}

/** What of the file is read, and by which column loans are found; another choice reads it again. */
function Reading({ insight }: { insight: InsightDetail }) {
  const t = useText();
  const again = useCallCommand(dataInsightCalls.readInsightAgain);
  const { _id, fields, joinColumn, sheets, sheetName } = insight;
  const read = (body: { joinColumn?: number | null; sheetName?: string }) =>
    again.mutate({ params: { id: _id }, body });
  return (
    <div className={classes.choices}>
      <Select
        label={t('dataInsights.join')}
        data={fields.map(({ name }, at) => ({ value: String(at), label: name }))}
        value={joinColumn === null ? null : String(joinColumn)}
        placeholder={t('dataInsights.noJoin')}
        clearable
        searchable
        disabled={again.isPending}
        onChange={(value) => read({ joinColumn: value === null ? null : Number(value) })}
      />
      {sheets.length > 1 && (
        <Select
          label={t('words.sheetOfWorkbook')}
          data={sheets}
          value={sheetName}
          allowDeselect={false}
          disabled={again.isPending}
          onChange={(value) => value !== null && value !== sheetName && read({ sheetName: value })}
        />
      )}
    </div>
  );
}

function useFacts(
  { kind, filled, missing, odd, distinct, isExact, ...column }: InsightColumn,
  rows: number,
) {
  const t = useText();
  const share = (count: number) =>
    `${formatCount(count)} (${formatPercent(Math.round((count / Math.max(1, rows)) * 1000) / 10)})`;
  const facts: [string, string][] = [
    [t('dataInsights.filled'), share(filled)],
    [t('dataInsights.missing'), share(missing)],
    [
      t('dataInsights.distinct'),
      isExact ? formatCount(distinct) : t('dataInsights.about', { count: formatCount(distinct) }),
    ],
  ];
  if (odd > 0) facts.push([t(`dataInsights.odd.${kind}`), share(odd)]);
  if (kind === 'DAY')
    facts.push([
      t('dataInsights.between'),
      `${formatDay(column.least)} – ${formatDay(column.most)}`,
    ]);
  if (kind === 'NUMBER') {
    const range = `${formatDecimal(Number(column.least))} – ${formatDecimal(Number(column.most))}`;
    facts.push(
      [t('dataInsights.between'), range],
      [t('dataInsights.median'), formatDecimal(column.quartiles?.[1] ?? null)],
      [t('dataInsights.mean'), formatDecimal(column.mean)],
      [t('dataInsights.sum'), formatDecimal(column.sum)],
      [t('dataInsights.outliers'), formatCount(column.outliers)],
    );
  }
  return facts;
}

/** Bars of a column that are shown; of months the latest. */
const MOST_BARS = 12;
const NAMES_SHARE = 0.9;

/** Rows of the distribution: bands of numbers, months of days, the most frequent values of the rest. */
function barsOf(column: InsightColumn): { name: string; count: number }[] {
  const { kind, bins, top, distinct, isExact, filled } = column;
  if (kind === 'NUMBER' && isExact && distinct === top.length && distinct <= MOST_BARS)
    return top
      .toSorted((one, other) => Number(one.value) - Number(other.value))
      .map(({ value, count }) => ({ name: formatDecimal(Number(value)), count }));
  if (kind === 'NUMBER' && bins.length > 0)
    return bins.map(({ from, to, count }) => ({
      name: `${exactText(from)} – ${exactText(to)}`,
      count,
    }));
  if (kind === 'DAY')
    return top.slice(-MOST_BARS).map(({ value, count }) => ({
      name: value.split('-').toReversed().join('-'),
      count,
    }));
  // Where nearly each row has a value of its own, only those that come again say something.
  const isOfNames = distinct > filled * NAMES_SHARE;
  return top
    .filter(({ count }) => count > 1 || !isOfNames)
    .map(({ value, count }) => ({ name: value, count }));
}

function Column(props: { column: InsightColumn; rows: number; isJoin: boolean }) {
  const { column, rows, isJoin } = props;
  const t = useText();
  const facts = useFacts(column, rows);
  const bars = barsOf(column);
  const most = bars.reduce((largest, { count }) => Math.max(largest, count), 1);
  const kind = t(`dataInsights.kind.${column.kind}`);
  const outliers = column.outlierRows.map(({ row, value }) =>
    t('dataInsights.outlierRow', { row, value: formatDecimal(Number(value)) }),
  );
  return (
    <Panel title={column.name}>
      <p className={classes.quiet}>{isJoin ? `${kind} · ${t('dataInsights.namesLoans')}` : kind}</p>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {bars.length > 0 && (
        <ul
          className={classes.bars}
          aria-label={t('dataInsights.distribution', { name: column.name })}
        >
          {bars.map(({ name, count }) => (
            <li key={name} className={classes.bar}>
              <span className={classes.barName}>{name}</span>
              <span className={classes.barTrack} aria-hidden>
                <span className={classes.barFill} style={{ width: `${(count / most) * 100}%` }} />
              </span>
              <span className={classes.barCount}>{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      )}
      {outliers.length > 0 && (
        <p className={classes.quiet}>
          {t('dataInsights.outlierRows')} {outliers.join(', ')}
        </p>
      )}
    </Panel>
  );
}
