import { Select } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import { noteIn, pageStorage } from '../lib/page-storage.ts';
import { useText } from '../lib/texts/texts.ts';
import { useAddress } from './use-address.ts';
import classes from './page-size.module.css';

/** The page sizes a list offers; the first is the table's own (spec 9). */
const PAGE_SIZES = [10, 25, 50, 100] as const;

const sizeOf = (text: string | null): number | undefined =>
  PAGE_SIZES.find((each) => each === Number(text));

/**
 * A list's page size: that of the address, else the one that was last chosen on this screen, else the table's own. A
 * strange one counts as none.
 */
export function useUrlPageSize(): [number, (size: number) => void] {
  const [params, changeAddress] = useAddress();
  const memory = `recoup.rows:${useLocation().pathname}`;
  const remembered = sizeOf(pageStorage()?.getItem(memory) ?? null);
  const size = sizeOf(params.get('pageSize')) ?? remembered ?? PAGE_SIZES[0];
  const change = (next: number) => {
    remember(memory, next);
    changeAddress({ pageSize: next, page: null });
  };
  return [size, change];
}

const remember = (key: string, size: number) => noteIn(pageStorage(), key, String(size));

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
