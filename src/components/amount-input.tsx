import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { typedRupees } from '../../contract/amount-text.ts';
import { formatRupees } from '../lib/money.ts';
import { useText } from '../lib/texts/texts.ts';

interface AmountInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  /** Whole rupees; NaN: what is typed is none; null: nothing. */
  value: number | null;
  onChange: (amount: number | null) => void;
}

const asText = (amount: number | null): string =>
  amount === null || Number.isNaN(amount) ? '' : formatRupees(amount);

/**
 * An amount in whole rupees, grouped while it is typed. It takes what people type and paste ("Rs 500", "₹ 500/-",
 * "५००", "1,200.00"); what is none ("12.5K", "1200-", paise) stays as it was typed, and is told when the input is left.
 */
export function AmountInput({ value, onChange, onBlur, error, ...input }: AmountInputProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [isLeft, setIsLeft] = useState(false);
  const isUnreadable = Number.isNaN(value);
  const isTyped = typed !== '' && Object.is(typedRupees(typed), value);
  return (
    <TextInput
      {...input}
      inputMode="numeric"
      autoComplete="off"
      error={error ?? (isUnreadable && isLeft ? t('problems.not-whole-rupees') : undefined)}
      value={isTyped ? typed : asText(value)}
      onChange={({ currentTarget }) => {
        const { value: text, selectionEnd } = currentTarget;
        const amount = typedRupees(text);
        // Grouped at once where that does not move what is being typed.
        const isAtEnd = selectionEnd === text.length && !text.includes('.');
        setTyped(isAtEnd ? asText(amount) || text : text);
        setIsLeft(false);
        onChange(amount);
      }}
      onBlur={(event) => {
        if (!isUnreadable) setTyped('');
        setIsLeft(true);
        onBlur?.(event);
      }}
    />
  );
}
