import { defined } from '../lib/defined.ts';
import { FileDrop } from './file-drop.tsx';
import type { FileDropProps } from './file-drop.tsx';
import { useFormField } from './use-form-field.ts';
import type { FieldProps } from './use-form-field.ts';
import classes from './form.module.css';

/** A place for one file, or for `most`; the form holds them in a list that is empty without one. */
export function FileField(
  props: { name: string; label: string } & Pick<FieldProps, 'onChanged'> &
    Pick<FileDropProps, 'endings' | 'maxBytes' | 'most' | 'hint'>,
) {
  const { label, endings, maxBytes, hint, most = 1 } = props;
  const {
    field: { ref, value, onChange },
    input,
  } = useFormField(props);
  const files = Array.isArray(value) ? value.filter((file) => file instanceof File) : [];
  return (
    <div ref={ref} tabIndex={-1}>
      <FileDrop
        {...defined({ hint })}
        label={label}
        endings={endings}
        maxBytes={maxBytes}
        most={most}
        files={files}
        onFiles={onChange}
      />
      {input.error !== undefined && (
        <p className={classes.summary} role="alert">
          {input.error}
        </p>
      )}
    </div>
  );
}
