import { useId } from 'react';
import type { ReactNode, Ref } from 'react';
import classes from './choice-chips.module.css';

/** One choice of a row of chips. */
export interface Choice<Value> {
  value: Value;
  label: string;
  icon?: ReactNode;
}

/** A few choices as large buttons under a question; one may be chosen, choosing it again takes it back. */
export function ChoiceChips<Value extends string | number>({
  label,
  choices,
  value,
  onChange,
  isRequired = false,
  error,
  focusRef,
  children,
}: {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value | null;
  onChange: (value: Value | null) => void;
  isRequired?: boolean;
  error?: string | undefined;
  /** Gets the first chip: where the focus goes when an answer is missing. */
  focusRef?: Ref<HTMLButtonElement>;
  /** A field for what the chips don't offer. */
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset
      className="rc-stack-8 rc-plain-group"
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className={classes.label}>
        {label}
        {isRequired && <span className={classes.required}> *</span>}
      </legend>
      <div className="rc-row-8">
        {choices.map((choice, index) => (
          <button
            key={choice.value}
            ref={index === 0 ? focusRef : undefined}
            type="button"
            className={classes.chip}
            aria-pressed={choice.value === value}
            onClick={() => onChange(choice.value === value ? null : choice.value)}
          >
            {choice.icon}
            {choice.label}
          </button>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
}
