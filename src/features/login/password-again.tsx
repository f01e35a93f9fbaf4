import { z } from 'zod';
import { fieldProblem, parseFields } from '../../../contract/errors.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useText } from '../../lib/texts/texts.ts';

const schema = z.object({ password: z.string() });

/** Asks for the password alone; the screen below stays as it is. `onSend` resolves to the words of a refusal, or null. */
export function PasswordAgain({
  onSend,
  onClose,
}: {
  onSend: (password: string) => Promise<string | null>;
  onClose: () => void;
}) {
  const t = useText();
  const rules = (values: { password: string }) =>
    values.password === ''
      ? { problems: [fieldProblem('password', 'required', {}, t('login.needPassword'))] }
      : parseFields(schema, values);
  return (
    <DialogForm
      name="unlock.givePassword"
      title={t('unlock.givePassword')}
      rules={rules}
      defaults={{ password: '' }}
      hasLeavePrompt={false}
      onClose={onClose}
      save={async ({ password }) => {
        const words = await onSend(password);
        if (words !== null) throw new RefusedPassword(words);
      }}
      onRefused={(error, form) => {
        if (!(error instanceof RefusedPassword)) return false;
        form.setError('password', { message: error.message }, { shouldFocus: true });
        return true;
      }}
      submitLabel={t('login.submit')}
    >
      <PasswordField
        name="password"
        text="login.password"
        autoComplete="current-password"
        isRequired
      />
    </DialogForm>
  );
}

/** What the server said of the password. */
class RefusedPassword extends Error {
  override readonly name = 'RefusedPassword';
}
