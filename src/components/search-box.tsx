import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../lib/texts/texts.ts';
import classes from './search-box.module.css';

const PAUSE_MS = 300;

/** A search field that tells its text after a short pause in typing; Enter tells it at once. */
export function SearchBox({
  value,
  onChange,
  label,
}: {
  value: string;
  onChange: (search: string) => void;
  label?: string;
}) {
  const t = useText();
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A change from outside (cleared filters, Back) replaces what stands in the field.
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const tell = (text: string, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(text.trim()), afterMs);
  };
  const type = (text: string, afterMs: number) => {
    setTyped(text);
    tell(text, afterMs);
  };
  const name = label ?? t('common.search');
  return (
    <TextInput
      className={classes.box}
      type="search"
      aria-label={name}
      placeholder={name}
      value={typed}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
      rightSection={
        typed === '' ? null : (
          <CloseButton size="sm" aria-label={t('common.clear')} onClick={() => type('', 0)} />
        )
      }
      onChange={(event) => type(event.currentTarget.value, PAUSE_MS)}
      onKeyDown={(event) => event.key === 'Enter' && tell(typed, 0)}
    />
  );
}
