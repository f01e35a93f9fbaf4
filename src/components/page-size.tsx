import { Select } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { useText } from '../lib/texts/texts.ts';
import classes from './page-size.module.css';

/** The page sizes a list offers; the first is the table's own (spec 9). */
const PAGE_SIZES = [10, 25, 50, 100] as const;

/** A list's page size, kept in the address; `atFirst` when none or a strange one stands there. */
export function useUrlPageSize(atFirst: number = PAGE_SIZES[0]): [number, (size: number) => void] {
  const [params, setParams] = useSearchParams();
  const wanted = Number(params.get('pageSize'));
  const size = PAGE_SIZES.find((each) => each === wanted) ?? atFirst;
  const change = (next: number) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === atFirst) changed.delete('pageSize');
        else changed.set('pageSize', String(next));
        changed.delete('page');
        return changed;
      },
      { replace: true },
    );
  return [size, change];
}

/** Chooses how many rows a page has. */
export function PageSizeSelect({
  value,
  onChange,
}: {
  value: number;
  onChange: (size: number) => void;
}) {
  const t = useText();
  return (
    <Select
      className={classes.select}
      aria-label={t('contacts.rowsPerPage')}
      data={PAGE_SIZES.map((size) => ({
        value: String(size),
        label: t('contacts.rows', { count: size }),
      }))}
      value={String(value)}
      allowDeselect={false}
      onChange={(next) => onChange(Number(next))}
    />
  );
}
