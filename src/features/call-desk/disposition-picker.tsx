import { Kbd } from '@mantine/core';
import { useRef, useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import type { DispositionCode } from '../../../contract/disposition.ts';
import { dispositionTone } from '../../components/disposition-chip.tsx';
import { dispositionWords } from '../../components/disposition-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './call-desk.module.css';

const FORGET_MS = 800;

interface PickerProps {
  codes: readonly DispositionCode[];
  value: string;
  error: string | undefined;
  onChoose: (code: DispositionCode) => void;
  /** The chosen code's button, or the first: what takes the focus. */
  inputRef: Ref<HTMLInputElement>;
}

/** The codes as one group of radio buttons: numbers choose the first nine, letters find by name, arrows move. */
export function DispositionPicker({ codes, value, error, onChoose, inputRef }: PickerProps) {
  const t = useText();
  const wordsOf = (code: DispositionCode) => dispositionWords(t, code.code, code.label);
  const typed = useRef({ text: '', atMs: 0 });
  const [search, setSearch] = useState<{ text: string; isFound: boolean } | null>(null);
  const find = (event: KeyboardEvent) => {
    if (!/^\p{L}$/u.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const isFresh = performance.now() - typed.current.atMs < FORGET_MS;
    const text = `${isFresh ? typed.current.text : ''}${event.key}`.toLowerCase();
    typed.current = { text, atMs: performance.now() };
    const found = bestMatch(codes, wordsOf, text);
    setSearch({ text, isFound: found !== null });
    if (found === null) return;
    onChoose(found);
    document.getElementById(inputId(found))?.focus();
  };
  const focusable = codes.some((code) => code.code === value) ? value : codes[0]?.code;
  return (
    <fieldset className={classes.picker} aria-describedby="disposition-help">
      <legend className={classes.legend}>{t('callDesk.disposition')}</legend>
      <div className={classes.codes}>
        {codes.map((code, index) => (
          <label
            key={code.code}
            className={classes.code}
            data-tone={dispositionTone(code.disposition_class)}
            data-chosen={code.code === value || undefined}
          >
            <input
              ref={code.code === focusable ? inputRef : undefined}
              id={inputId(code)}
              className={classes.radio}
              type="radio"
              name="disposition"
              value={code.code}
              checked={code.code === value}
              onChange={() => onChoose(code)}
              onKeyDown={find}
              onBlur={() => setSearch(null)}
            />
            <span className={classes.codeLabel}>{wordsOf(code)}</span>
            {index < 9 && (
              <Kbd size="xs" aria-hidden className={classes.codeKey}>
                {index + 1}
              </Kbd>
            )}
          </label>
        ))}
      </div>
      <p id="disposition-help" className={error === undefined ? classes.help : classes.error}>
        {error ?? <PickerHelp search={search} />}
      </p>
    </fieldset>
  );
}

/** What was typed, so that a slip is seen; else how to choose. */
function PickerHelp({ search }: { search: { text: string; isFound: boolean } | null }) {
  const t = useText();
  if (search === null) return t('callDesk.typeAhead');
  const { text } = search;
  return (
    <output>{t(search.isFound ? 'callDesk.typed' : 'callDesk.typedNothing', { text })}</output>
  );
}

/** The first code whose words begin with the text, or else one of whose words does. */
function bestMatch(
  codes: readonly DispositionCode[],
  wordsOf: (code: DispositionCode) => string,
  text: string,
): DispositionCode | null {
  const names = codes.map((code) => ({
    code,
    words: [wordsOf(code), code.label, code.code.replaceAll('_', ' ')].map((each) =>
      each.toLowerCase(),
    ),
  }));
  const whole = names.find(({ words }) => words.some((each) => each.startsWith(text)));
  const inside = names.find(({ words }) => words.some((each) => each.includes(` ${text}`)));
  return (whole ?? inside)?.code ?? null;
}

function inputId(code: DispositionCode): string {
  return `disposition-${code.code}`;
}
