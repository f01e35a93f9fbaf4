import { Kbd } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, Ref } from 'react';
import type { DispositionCode } from '../../../contract/disposition.ts';
import { dispositionTone } from '../../components/disposition-chip.tsx';
import { dispositionWords } from '../../components/disposition-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './call-desk.module.css';

const FORGET_MS = 800;

const GROUP = 'disposition';

const isOfGroup = (element: EventTarget | null): boolean =>
  element instanceof HTMLInputElement && element.name === GROUP;

interface PickerProps {
  codes: readonly DispositionCode[];
  value: string;
  error: string | undefined;
  onChoose: (code: DispositionCode) => void;
  /** The chosen code's button, or the first: what takes the focus. */
  inputRef: Ref<HTMLInputElement>;
}

/** Nothing was looked for yet: the next letter begins. */
const NOT_SEARCHED = { text: '', atMs: Number.NEGATIVE_INFINITY, isFound: false };

/** Whether it is the desk's key for this group, on whatever keyboard. */
const isListKey = ({ key, code }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'd' || (!/^[a-z]$/i.test(key) && code === 'KeyD');

/** What letters were typed to find a code. */
interface Search {
  text: string;
  isFound: boolean;
}

/**
 * Letters find a code by its name. Those that found one end with a pause: what is pressed after it are the desk's keys,
 * until its D begins anew. They would put another code in the place of the one that was chosen.
 */
function useSearch(
  codes: readonly DispositionCode[],
  wordsOf: (code: DispositionCode) => string,
  onChoose: (code: DispositionCode) => void,
) {
  const typed = useRef(NOT_SEARCHED);
  const [search, setSearch] = useState<Search | null>(null);
  const find = (event: KeyboardEvent) => {
    if (!/^\p{L}$/u.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    const isFresh = performance.now() - typed.current.atMs < FORGET_MS;
    if (!isFresh && typed.current.isFound) {
      if (isListKey(event)) typed.current = NOT_SEARCHED;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const text = `${isFresh ? typed.current.text : ''}${event.key}`.toLowerCase();
    const found = bestMatch(codes, wordsOf, text);
    const isFound = found !== null || (isFresh && typed.current.isFound);
    typed.current = { text, atMs: performance.now(), isFound };
    setSearch({ text, isFound: found !== null });
    if (found === null) return;
    onChoose(found);
    document.getElementById(inputId(found))?.focus();
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    setSearch(null);
    if (!isOfGroup(relatedTarget)) typed.current = NOT_SEARCHED;
  };
  return { search, find, leave };
}

/** The codes as one group of radio buttons: numbers choose the first nine, letters find by name, arrows move. */
export function DispositionPicker({ codes, value, error, onChoose, inputRef }: PickerProps) {
  const t = useText();
  const wordsOf = (code: DispositionCode) => dispositionWords(t, code.code, code.label);
  const { search, find, leave } = useSearch(codes, wordsOf, onChoose);
  const focusable = codes.some((code) => code.code === value) ? value : codes[0]?.code;
  return (
    <fieldset className="rc-plain-group" aria-describedby="disposition-help">
      <legend className="rc-hidden">{t('loanFields.disposition')}</legend>
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
              name={GROUP}
              value={code.code}
              checked={code.code === value}
              onChange={() => onChoose(code)}
              onKeyDown={find}
              onBlur={leave}
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
function PickerHelp({ search }: { search: Search | null }) {
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
