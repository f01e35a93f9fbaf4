import type { ReactNode } from 'react';
import { z } from 'zod';
import { says } from '../../contract/errors.ts';
import { textSchema } from '../../contract/values.ts';
import { TextAreaField } from './form-field.tsx';
import { DialogForm } from './saving-form.tsx';

/** Asks why something is taken back that stands in the books for good. */
export function ReasonDialog<Answer>(props: {
  name: string;
  title: string;
  /** The id of what the reason is about. */
  about: string;
  body?: string;
  label: string;
  /** The verb on the button. */
  action: string;
  cancelLabel?: string;
  /** The call's own rule of the reason; at least three letters, unless told. */
  most: number;
  least?: number;
  save: (reason: string) => Promise<Answer>;
  done?: string | ((answer: Answer) => string);
  /** A refusal that the screen shows by itself: true when it did. */
  onRefused?: (error: unknown) => boolean;
  /** Told whether it was saved. */
  onClose: (isSaved: boolean) => void;
  isDangerous?: boolean;
  isSubmitDisabled?: boolean;
  /** Below the reason. */
  children?: ReactNode;
}) {
  const {
    body,
    label,
    action,
    save,
    most,
    least = 3,
    isDangerous = true,
    children,
    ...dialog
  } = props;
  const rules = z.object({ reason: textSchema(most).min(least, says('reason-missing')) });
  return (
    <DialogForm
      {...dialog}
      isDangerous={isDangerous}
      rules={rules}
      defaults={{ reason: '' }}
      submitLabel={action}
      save={({ reason }) => save(reason)}
    >
      {body !== undefined && <p>{body}</p>}
      <TextAreaField name="reason" label={label} maxLength={most} />
      {children}
    </DialogForm>
  );
}
