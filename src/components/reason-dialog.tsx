import { z } from 'zod';
import { says } from '../../contract/errors.ts';
import { textSchema } from '../../contract/values.ts';
import { TextAreaField } from './form-field.tsx';
import { DialogForm } from './saving-form.tsx';

/** Asks why something is taken back that stands in the books for good. */
export function ReasonDialog<Answer>(props: {
  title: string;
  body?: string;
  label: string;
  /** The verb on the button. */
  action: string;
  cancelLabel?: string;
  /** The call's own rule of the reason. */
  most: number;
  save: (reason: string) => Promise<Answer>;
  done?: string | ((answer: Answer) => string);
  onClose: () => void;
  isDangerous?: boolean;
}) {
  const { body, label, action, save, most, isDangerous = true, ...dialog } = props;
  const rules = z.object({ reason: textSchema(most).min(3, says('reason-missing')) });
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
      <TextAreaField name="reason" label={label} maxLength={most} isFirst />
    </DialogForm>
  );
}
