import { Button, Menu, Switch } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useController, useFormContext } from 'react-hook-form';
import {
  MESSAGE_CHANNELS,
  MESSAGE_LANGUAGES,
  MESSAGE_TEXT_MAX,
  PLACEHOLDER_NAMES,
} from '../../../contract/message-template.ts';
import { TextAreaField, TextField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useClientOptions } from './message-queries.ts';
import { EVERY_CLIENT } from './template-form.ts';
import type { TemplateValues } from './template-form.ts';
import classes from './messages.module.css';

/** The fields of a template. What it is for is chosen once; its words may change with each version. */
export function TemplateFields({ isNew, isAdmin }: { isNew: boolean; isAdmin: boolean }) {
  return (
    <>
      {isNew && <WhatFor isAdmin={isAdmin} />}
      <TextField name="name" text="messages.templateName" isRequired />
      <TextAreaField
        name="body"
        text="messages.text"
        isRequired
        minRows={4}
        maxLength={MESSAGE_TEXT_MAX}
      />
      <PlaceholderMenu />
      <FieldRow>
        <TextField name="registeredId" text="messages.registeredId" />
        <TextField name="sender" text="messages.sender" />
      </FieldRow>
      {!isNew && <UseSwitch />}
    </>
  );
}

/** Channel, language and lender of a new template. */
function WhatFor({ isAdmin }: { isAdmin: boolean }) {
  const t = useText();
  const clients = useClientOptions();
  return (
    <>
      <FieldRow>
        <SelectField
          name="channel"
          text="fieldNames.channel"
          isRequired
          options={MESSAGE_CHANNELS.map((one) => ({ value: one, label: t(`messages.${one}`) }))}
        />
        <SelectField
          name="language"
          text="frame.language"
          isRequired
          options={MESSAGE_LANGUAGES.map((one) => ({
            value: one,
            label: t(`messages.languages.${one}`),
          }))}
        />
      </FieldRow>
      {isAdmin && (
        <SelectField
          name="clientId"
          text="words.client"
          isRequired
          options={[
            { value: EVERY_CLIENT, label: t('words.everyClient') },
            ...(clients.data ?? []),
          ]}
        />
      )}
    </>
  );
}

/** Puts a placeholder at the end of the text. */
function PlaceholderMenu() {
  const t = useText();
  const { getValues, setValue, setFocus } = useFormContext<TemplateValues>();
  const add = (name: string) => {
    const before = getValues('body');
    const gap = before === '' || /\s$/.test(before) ? '' : ' ';
    setValue('body', `${before}${gap}{${name}}`, { shouldDirty: true });
    setFocus('body');
  };
  return (
    <div>
      <Menu position="bottom-start" returnFocus={false}>
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t('messages.placeholders')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {PLACEHOLDER_NAMES.map((name) => (
            <Menu.Item key={name} onClick={() => add(name)}>
              {`{${name}}`}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function UseSwitch() {
  const t = useText();
  const {
    field: { ref, value, onChange, onBlur },
  } = useController<TemplateValues, 'isActive'>({ name: 'isActive' });
  return (
    <div className={classes.section}>
      <Switch
        label={t('messages.inUse')}
        description={t('messages.useHelp')}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
        onBlur={onBlur}
        ref={ref}
      />
    </div>
  );
}
