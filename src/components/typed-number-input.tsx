import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useState } from 'react';

export interface TypedNumberProps extends Omit<
  TextInputProps,
  'value' | 'onChange' | 'defaultValue'
> {
  /** NaN: what is typed is no number; null: nothing. */
  value: number | null;
  onChange: (value: number | null) => void;
}

interface Notation {
  /** The number of what is typed: null for nothing, NaN for what is none. */
  read: (typed: string) => number | null;
  /** How a number stands while nobody types. */
  write: (value: number) => string;
  /** How it stands while it is typed; without, as it was typed. */
  whileTyped?: (value: number) => string;
  /** What is said of what is no number. */
  problem: string;
}

/** An input that keeps what is typed, also what is no number: that is told when the input is left, and changed into nothing else. */
export function TypedNumberInput(props: TypedNumberProps & Notation) {
  const { value, onChange, onBlur, error, read, write, whileTyped, problem, ...input } = props;
  const [typed, setTyped] = useState('');
  const [isLeft, setIsLeft] = useState(false);
  const isUnreadable = Number.isNaN(value);
  const isTyped = typed !== '' && Object.is(read(typed), value);
  const stored = value === null || isUnreadable ? '' : write(value);
  return (
    <TextInput
      {...input}
      autoComplete="off"
      error={isUnreadable && (isLeft || Boolean(error)) ? problem : error}
      value={isTyped ? typed : stored}
      onChange={({ currentTarget }) => {
        const { value: text, selectionEnd } = currentTarget;
        const next = read(text);
        // Written anew at once where that does not move what is being typed.
        const isAtEnd = selectionEnd === text.length && !text.includes('.');
        const isWritten = isAtEnd && whileTyped && next !== null && !Number.isNaN(next);
        setTyped(isWritten ? whileTyped(next) : text);
        setIsLeft(false);
        onChange(next);
      }}
      onBlur={(event) => {
        if (!isUnreadable) setTyped('');
        setIsLeft(true);
        onBlur?.(event);
      }}
    />
  );
}
