import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../lib/texts/texts.ts';
import { PartHeading } from './page.tsx';
import classes from './form-rows.module.css';

/** The heading of a part of a form, with what to know before filling it in. */
export function PartHead({ title, hint }: { title: string; hint?: string }) {
  return (
    <div className={classes.partHead}>
      <PartHeading className="rc-subheading">{title}</PartHeading>
      {hint !== undefined && <p className="rc-quiet-small">{hint}</p>}
    </div>
  );
}

/** One of several rows of a form in a frame of its own, which can be taken away. */
export function FormRow(props: { title: string; onRemove: () => void; children: ReactNode }) {
  const t = useText();
  return (
    <fieldset className={classes.row}>
      <legend className={classes.rowTitle}>{props.title}</legend>
      {props.children}
      <div>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.rowRemove ?? ''}
          leftSection={<IconTrash size={15} aria-hidden />}
          aria-label={t('widgets.removeFile', { name: props.title })}
          onClick={props.onRemove}
        >
          {t('common.remove')}
        </Button>
      </div>
    </fieldset>
  );
}

/** The button that adds a row. */
export function AddRow({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <div>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
        {label}
      </Button>
    </div>
  );
}
