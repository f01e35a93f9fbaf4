import { CloseButton, Combobox, Modal, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileDescription, IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useBackCloses } from '../../components/back-closes.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useFoundLoans } from './command-palette-queries.ts';
import type { FoundLoan, LoanSource } from './command-palette-queries.ts';
import { fittingScreens, movedChoice } from './palette-entries.ts';
import type { PaletteEntry, PaletteScreen } from './palette-entries.ts';
import classes from './command-palette.module.css';

/** Typing goes on for so long before the server is asked, milliseconds. */
const TYPING_MS = 200;

/** What the palette offers a role. */
export interface CommandPaletteProps {
  isOpen: boolean;
  onClose: () => void;
  screens: readonly PaletteScreen[];
  /** Where the role's loans are searched, null for a role without; and the address of a loan's screen. */
  loans: { source: LoanSource; to: (loan: FoundLoan) => string } | null;
  /** Goes to an address of the app. */
  onGo: (to: string) => void;
}

/** Ctrl-K: finds the role's screens and loans by a few letters; everything by keys. */
export function CommandPalette(props: CommandPaletteProps) {
  const t = useText();
  useBackCloses(props.isOpen, props.onClose);
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      title={t('palette.title')}
      withCloseButton={false}
      centered={false}
      size={560}
      padding={0}
      yOffset="12dvh"
      classNames={{ header: classes.title ?? '', body: 'rc-stack' }}
    >
      <Palette {...props} />
    </Modal>
  );
}

function Palette(props: CommandPaletteProps) {
  const id = useId();
  // The palette is loaded when it is first opened: its Modal knows nothing of what was before.
  useFocusReturn();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { entries, isError } = useEntries(props, typed.trim());
  // The list may have become shorter since the choice was made.
  const chosen = Math.min(at, Math.max(0, entries.length - 1));
  const go = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    props.onClose();
    props.onGo(entry.to);
  };
  const press = (event: KeyboardEvent) => {
    const next = movedChoice(event.key, chosen, entries.length);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === null) go(entries[chosen]);
    else setAt(next);
  };
  return (
    <>
      <SearchField
        id={id}
        chosen={entries.length === 0 ? null : chosen}
        hasLoans={props.loans !== null}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setAt(0);
        }}
        onKeyDown={press}
        onClose={props.onClose}
      />
      <Found id={id} entries={entries} chosen={chosen} onPoint={setAt} onChoose={go} />
      <Note count={entries.length} isError={isError} />
    </>
  );
}

function useEntries({ screens, loans }: CommandPaletteProps, search: string) {
  const [asked] = useDebouncedValue(search, TYPING_MS);
  const found = useFoundLoans(loans?.source ?? null, search === '' ? '' : asked);
  const fitting = fittingScreens(screens, search).map((screen): PaletteEntry => ({
    kind: 'screen',
    to: screen.to,
    screen,
  }));
  const foundLoans = found.loans.flatMap((loan): PaletteEntry[] =>
    loans === null ? [] : [{ kind: 'loan', to: loans.to(loan), loan }],
  );
  return { entries: [...fitting, ...foundLoans], isError: found.isError };
}

const optionId = (id: string, at: number) => `${id}-${at}`;
const listId = (id: string) => `${id}-list`;

function SearchField(props: {
  id: string;
  /** The place of the chosen entry; null without entries. */
  chosen: number | null;
  hasLoans: boolean;
  value: string;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
}) {
  const t = useText();
  const { id, chosen } = props;
  return (
    <div className={classes.head}>
      <IconSearch size={18} stroke={1.7} aria-hidden />
      <input
        className={classes.input}
        role="combobox"
        aria-label={t('palette.title')}
        aria-expanded={chosen !== null}
        aria-controls={listId(id)}
        aria-autocomplete="list"
        aria-activedescendant={chosen === null ? undefined : optionId(id, chosen)}
        placeholder={t(props.hasLoans ? 'palette.hint' : 'palette.hintScreens')}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onKeyDown={props.onKeyDown}
      />
      <CloseButton aria-label={t('common.close')} onClick={props.onClose} />
    </div>
  );
}

function Found(props: {
  id: string;
  entries: readonly PaletteEntry[];
  chosen: number;
  onPoint: (at: number) => void;
  onChoose: (entry: PaletteEntry | undefined) => void;
}) {
  const t = useText();
  const { id, entries, chosen } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <Combobox
      store={useCombobox({ opened: true })}
      onOptionSubmit={(value) => props.onChoose(entries[Number(value)])}
    >
      <Combobox.Options
        ref={list}
        id={listId(id)}
        className={classes.list}
        aria-label={t('palette.found')}
      >
        {entries.map((entry, at) => (
          <Combobox.Option
            key={`${entry.kind} ${entry.to}`}
            id={optionId(id, at)}
            value={String(at)}
            className={classes.option}
            aria-selected={at === chosen}
            onPointerMove={() => props.onPoint(at)}
          >
            <Words entry={entry} />
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox>
  );
}

function Words({ entry }: { entry: PaletteEntry }) {
  if (entry.kind === 'loan') {
    const { Customer_Name, Loan_ID, Client_Name } = entry.loan;
    return (
      <>
        <IconFileDescription size={18} stroke={1.6} aria-hidden />
        <span className={classes.words}>
          <span>{Customer_Name}</span>
          <span className={classes.aside}>
            {Loan_ID} · {Client_Name}
          </span>
        </span>
      </>
    );
  }
  const { icon: Icon, words, group } = entry.screen;
  return (
    <>
      <Icon size={18} stroke={1.6} />
      <span className={classes.words}>
        <span>{words}</span>
        {group !== null && <span className={classes.aside}>{group}</span>}
      </span>
    </>
  );
}

function Note({ count, isError }: { count: number; isError: boolean }) {
  const t = useText();
  const words = count === 0 ? t('palette.nothing') : t('palette.count', { count });
  return (
    <output className={classes.note}>
      {isError ? t('palette.loansFailed') : words}{' '}
      {count > 0 && <span className={classes.keys}>{t('palette.keys')}</span>}
    </output>
  );
}
