import { typedRupees } from '../../contract/amount-text.ts';
import { formatRupees } from '../lib/money.ts';
import { useText } from '../lib/texts/texts.ts';
import { TypedNumberInput } from './typed-number-input.tsx';
import type { TypedNumberProps } from './typed-number-input.tsx';

/**
 * An amount in whole rupees, grouped while it is typed. It takes what people type and paste ("Rs 500", "₹ 500/-",
 * "५००", "1,200.00"); what is none ("12.5K", "1200-", paise) stays as it was typed, and is told when the input is left.
 */
export function AmountInput(props: TypedNumberProps) {
  const t = useText();
  return (
    <TypedNumberInput
      {...props}
      inputMode="numeric"
      read={typedRupees}
      write={formatRupees}
      whileTyped={formatRupees}
      problem={t('problems.not-whole-rupees')}
    />
  );
}
