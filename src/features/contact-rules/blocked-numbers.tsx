import { Button } from '@mantine/core';
import { useState } from 'react';
import { contactGateCalls } from '../../../contract/contact-gate.ts';
import { Awaited } from '../../components/loaded.tsx';
import { DataTablePages } from '../../components/data-table-pages.tsx';
import { DayText } from '../../components/figure.tsx';
import { TextField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { Panel } from '../../components/page.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useBodyCommand, useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { formatPhone } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import classes from './contact-rules.module.css';

const PAGE_SIZE = 10;

const useBlockedNumbers = (page: number) =>
  useCallQuery(
    contactGateCalls.listBlockedNumbers,
    { query: { page, pageSize: PAGE_SIZE } },
    { keepsPrevious: true },
  );

/** Numbers that nobody may reach for any loan (admin). */
export function BlockedNumbers() {
  const t = useText();
  const [page, setPage] = useState(1);
  const numbers = useBlockedNumbers(page);
  const unblock = useCallCommand(contactGateCalls.unblockNumber);
  const shown = numbers.data?.data;
  const total = numbers.data?.totalCount ?? 0;
  return (
    <Panel title={t('contactRules.numbers')}>
      <p className="rc-quiet-small">{t('contactRules.numbersHelp')}</p>
      <BlockForm />
      {shown === undefined ? (
        <Awaited of={numbers} rows={3} />
      ) : shown.length === 0 ? (
        <p className="rc-quiet-small">{t('contactRules.noNumbers')}</p>
      ) : (
        <ul className={classes.list}>
          {shown.map((each) => (
            <li key={each._id} className={classes.line}>
              <span className={classes.words}>
                <strong>{formatPhone(each.number)}</strong>
                <span className="rc-quiet-small">
                  {[each.note, each.createdBy].filter(Boolean).join(' · ')}{' '}
                  <DayText value={each.createdAt} />
                </span>
              </span>
              <Button
                variant="default"
                aria-label={t('contactRules.unblockOf', { number: each.number })}
                loading={unblock.isPending && unblock.variables.params.id === each._id}
                onClick={() =>
                  whenDone(unblock.mutateAsync({ params: { id: each._id } }), () =>
                    showSuccess(t('contactRules.numberFree')),
                  )
                }
              >
                {t('contactRules.unblock')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {total > PAGE_SIZE && (
        <DataTablePages
          label={t('contactRules.numbers')}
          page={page}
          pageSize={PAGE_SIZE}
          shown={shown?.length ?? 0}
          totalCount={total}
          onPage={setPage}
        />
      )}
    </Panel>
  );
}

const NOTHING = { number: '', note: '' };

function BlockForm() {
  const t = useText();
  const block = useBodyCommand(contactGateCalls.blockNumber);
  return (
    <ScreenForm
      name="contactRules.block"
      rules={contactGateCalls.blockNumber.body}
      defaults={NOTHING}
      label={t('contactRules.block')}
      hasLeavePrompt={false}
      save={block.mutateAsync}
      done={t('contactRules.numberBlocked')}
      onSaved={(_answer, form) => form.reset(NOTHING)}
      submitLabel={t('contactRules.block')}
    >
      <FieldRow>
        <TextField
          name="number"
          text="contactRules.number"
          type="tel"
          inputMode="tel"
          autoComplete="off"
        />
        <TextField name="note" text="fieldNames.note" />
      </FieldRow>
    </ScreenForm>
  );
}
