import { Button, PasswordInput } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { makePassword } from '../lib/password.ts';
import { useText } from '../lib/texts/texts.ts';
import { useFormField } from './use-form-field.ts';
import type { FieldProps } from './use-form-field.ts';
import classes from './password-field.module.css';

/** A password; `hasMaker` offers to make a strong one, which is then shown so that it can be handed on. */
export function PasswordField(
  props: FieldProps & {
    hasMaker?: boolean;
    autoComplete?: 'new-password' | 'current-password';
  },
) {
  const { hasMaker = false } = props;
  const t = useText();
  const { field, input } = useFormField(props);
  const [isShown, setShown] = useState(false);
  const { onChange } = field;
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <div className="rc-stack-4">
      <PasswordInput
        {...input}
        // Mantine tells of a wrong password by its colour alone.
        aria-invalid={Boolean(input.error)}
        autoComplete={props.autoComplete ?? 'new-password'}
        visible={isShown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{ 'aria-label': t('widgets.showPassword'), tabIndex: 0 }}
        value={value}
        onChange={onChange}
      />
      {hasMaker && (
        <div className={classes.tools}>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconKey size={15} aria-hidden />}
            onClick={() => {
              onChange(makePassword());
              setShown(true);
            }}
          >
            {t('widgets.makePassword')}
          </Button>
          {value !== '' && <CopyText text={value} />}
        </div>
      )}
    </div>
  );
}

/** Copies a text; says that it did, so that nobody has to try by pasting. */
function CopyText({ text }: { text: string }) {
  const t = useText();
  const [copied, setCopied] = useState<string | null>(null);
  const isDone = copied === text;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={
        isDone ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />
      }
      // Without the permission the text stands in the field, shown, and can be copied by hand.
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setCopied(text),
          () => setCopied(null),
        )
      }
    >
      <span aria-live="polite">{t(isDone ? 'widgets.copied' : 'widgets.copy')}</span>
    </Button>
  );
}
