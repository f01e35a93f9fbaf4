import { ActionIcon, Button, Select } from '@mantine/core';
import { IconArrowUp, IconDeviceFloppy, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { SORTING_FIELDS } from '../../../contract/allocation-rule.ts';
import type { SortingKey } from '../../../contract/allocation-rule.ts';
import type { SortingRule } from '../../../contract/allocation-rule-answers.ts';
import { allocationRuleCalls } from '../../../contract/allocation-rule-calls.ts';
import { Awaited } from '../../components/loaded.tsx';
import { Columns, Page, PageHeader, Panel } from '../../components/page.tsx';
import { SavingFrame, useSavingForm } from '../../components/saving-form.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { SortingPreview } from './sorting-preview.tsx';
import classes from './rules.module.css';

/** In the address: whose order it is. Named as a record is, so that going to another one asks about unsaved input. */
const LENDER = 'id';
/** In the address: the order of all lenders without an own one. */
const OTHERS = 'others';
const DAYS: ReadonlySet<SortingKey['field']> = new Set([
  'Due_Date',
  'Last_Payment_Date',
  'disCreatedAt',
  'createdAt',
]);

/** `/sortingrules` (admin): which loans are given out first, per lender, with the first ten to look at. */
export function SortingScreen() {
  const t = useText();
  const rules = useCallQuery(
    allocationRuleCalls.listSortingRules,
    {},
    { select: (answer) => answer.data },
  );
  // After a save the form begins anew, on what it made.
  const [saves, setSaves] = useState(0);
  const [params, setParams] = useSearchParams();
  const chosen = params.get(LENDER) ?? OTHERS;
  const rule =
    rules.data?.find(({ lenderId }) => (lenderId ?? OTHERS) === chosen) ?? rules.data?.[0];
  return (
    <Page>
      <PageHeader
        title={t('allocationRules.sortingTitle')}
        subtitle={t('allocationRules.sortingSubtitle')}
        backTo="/allocation-rule"
      />
      {rules.data !== undefined && rule !== undefined ? (
        <>
          <Select
            label={t('words.client')}
            allowDeselect={false}
            searchable
            maw={420}
            data={rules.data.map((each) => ({
              value: each.lenderId ?? OTHERS,
              label: `${each.Client_Name ?? t('allocationRules.allOthers')} · ${t('words.loanCount', { count: each.loanCount })}`,
            }))}
            value={rule.lenderId ?? OTHERS}
            onChange={(next) => next !== null && setParams({ [LENDER]: next }, { replace: true })}
          />
          <Order
            key={`${rule.lenderId ?? OTHERS} ${saves}`}
            rule={rule}
            onSaved={() => setSaves(saves + 1)}
          />
        </>
      ) : (
        <Awaited of={rules} kind="form" />
      )}
    </Page>
  );
}

function Order({ rule, onSaved }: { rule: SortingRule; onSaved: () => void }) {
  const t = useText();
  const save = useBodyCommand(allocationRuleCalls.saveSortingRule);
  const { lenderId, keys: stored, revision } = rule;
  const rules = allocationRuleCalls.saveSortingRule.body;
  const { form, submit } = useSavingForm({
    rules,
    defaults: { lenderId, keys: stored, revision },
    save: (body) => save.mutateAsync(body),
    done: t('allocationRules.sortingSaved'),
    onSaved,
  });
  const keys = useWatch({ control: form.control, name: 'keys' });
  const change = (next: SortingKey[]) => form.setValue('keys', next, { shouldDirty: true });
  const title = t('allocationRules.orderOf', {
    name: rule.Client_Name ?? t('allocationRules.allOthers'),
  });
  const next = SORTING_FIELDS.find((field) => keys.every((key) => key.field !== field));
  return (
    <Columns
      main={
        <Panel title={title}>
          <SavingFrame
            name={`allocationRules.orderOf:${rule.lenderId ?? OTHERS}`}
            form={form}
            rules={rules}
            submit={submit}
            label={title}
            icon={<IconDeviceFloppy size={17} aria-hidden />}
            isSubmitDisabled={!form.formState.isDirty}
          >
            <div className="rc-stack-12">
              {keys.length === 0 && <p className={classes.quiet}>{t('allocationRules.noKeys')}</p>}
              {keys.map((key, place) => (
                <Key key={key.field} keys={keys} place={place} onChange={change} />
              ))}
              {next !== undefined && (
                <Button
                  variant="default"
                  className={classes.start}
                  leftSection={<IconPlus size={16} aria-hidden />}
                  onClick={() => change([...keys, { field: next, isDescending: true }])}
                >
                  {t('allocationRules.addKey')}
                </Button>
              )}
            </div>
          </SavingFrame>
        </Panel>
      }
      side={<SortingPreview lenderId={lenderId} keys={keys} />}
    />
  );
}

function Key(props: {
  keys: readonly SortingKey[];
  place: number;
  onChange: (keys: SortingKey[]) => void;
}) {
  const { keys, place, onChange } = props;
  const t = useText();
  const key = keys[place];
  if (key === undefined) return null;
  const number = place + 1;
  const change = (next: SortingKey) =>
    onChange(keys.map((each, at) => (at === place ? next : each)));
  const others = new Set(keys.map(({ field }) => field).filter((field) => field !== key.field));
  return (
    <fieldset className={classes.key} aria-label={t('allocationRules.key', { number })}>
      <Select
        label={t('allocationRules.keyField')}
        allowDeselect={false}
        data={SORTING_FIELDS.filter((field) => !others.has(field)).map((field) => ({
          value: field,
          label: t(`loanFields.${field}`),
        }))}
        value={key.field}
        onChange={(field) => {
          const found = SORTING_FIELDS.find((each) => each === field);
          if (found !== undefined) change({ ...key, field: found });
        }}
      />
      <Direction sortingKey={key} onChange={change} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="xl"
        disabled={place === 0}
        aria-label={t('allocationRules.keyUp', { number })}
        onClick={() => {
          const above = keys[place - 1];
          if (above !== undefined)
            onChange([...keys.slice(0, place - 1), key, above, ...keys.slice(place + 1)]);
        }}
      >
        <IconArrowUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="xl"
        aria-label={t('allocationRules.removeKey', { number })}
        onClick={() => onChange(keys.filter((_, at) => at !== place))}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
}

function Direction(props: { sortingKey: SortingKey; onChange: (key: SortingKey) => void }) {
  const { sortingKey, onChange } = props;
  const t = useText();
  const isDay = DAYS.has(sortingKey.field);
  return (
    <Select
      label={t('allocationRules.keyDirection')}
      allowDeselect={false}
      data={[
        {
          value: 'desc',
          label: t(isDay ? 'allocationRules.newestFirst' : 'allocationRules.largestFirst'),
        },
        {
          value: 'asc',
          label: t(isDay ? 'allocationRules.oldestFirst' : 'allocationRules.smallestFirst'),
        },
      ]}
      value={sortingKey.isDescending ? 'desc' : 'asc'}
      onChange={(value) => onChange({ ...sortingKey, isDescending: value === 'desc' })}
    />
  );
}
