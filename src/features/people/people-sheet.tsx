import { Button } from '@mantine/core';
import { IconDownload, IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  BULK_PEOPLE_BYTES,
  BULK_PEOPLE_COLUMNS,
  BULK_PEOPLE_MOST,
} from '../../../contract/person.ts';
import type { BulkPeopleAnswer } from '../../../contract/person.ts';
import { FileDrop } from '../../components/file-drop.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { saveBlob } from '../../lib/download.ts';
import { SHEET_ENDINGS } from '../../lib/sheet-endings.ts';
import { useText } from '../../lib/texts/texts.ts';
import { usePeopleSheet } from './people-queries.ts';
import { MadePeople } from './people-sheet-made.tsx';
import { savePasswords } from './people-sheet-passwords.ts';
import { SheetRows } from './people-sheet-rows.tsx';
import classes from './people.module.css';

/** Many people from a sheet: choose a file, see what each row would become, make those that are right. */
export function PeopleSheet() {
  const t = useText();
  const [file, setFile] = useState<File | null>(null);
  const [answer, setAnswer] = useState<BulkPeopleAnswer | null>(null);
  const sheet = usePeopleSheet();
  const begin = () => {
    setFile(null);
    setAnswer(null);
  };
  const take = (next: File | undefined) => {
    setFile(next ?? null);
    setAnswer(null);
    if (next !== undefined) sheet.mutate({ file: next, isTrial: true }, { onSuccess: setAnswer });
  };
  const tellMade = (made: BulkPeopleAnswer) => {
    setAnswer(made);
    void savePasswords(made);
    showSuccess(t('people.sheet.madeToast', { count: made.createdCount }));
  };
  const make = () => {
    if (file !== null) sheet.mutate({ file, isTrial: false }, { onSuccess: tellMade });
  };
  return (
    <Page>
      <PageHeader
        title={t('people.sheet.title')}
        subtitle={t('people.sheet.subtitle')}
        backTo="/managers-collectors"
        actions={<TemplateButton />}
      />
      {answer !== null && !answer.isTrial ? (
        <MadePeople answer={answer} onAgain={begin} />
      ) : (
        <>
          <Panel>
            <div className="rc-stack-16">
              <FileDrop
                label={t('people.sheet.file')}
                endings={SHEET_ENDINGS}
                maxBytes={BULK_PEOPLE_BYTES}
                hint={t('people.sheet.hint', { count: BULK_PEOPLE_MOST })}
                files={file === null ? [] : [file]}
                onFiles={([next]) => take(next)}
              />
              {sheet.isPending && (
                <output className={classes.quiet}>{t('people.sheet.working')}</output>
              )}
            </div>
          </Panel>
          {answer === null ? (
            <ColumnHelp />
          ) : (
            <Trial answer={answer} isMaking={sheet.isPending} onMake={make} />
          )}
        </>
      )}
    </Page>
  );
}

/** A sheet with nothing but its headings. */
function saveTemplate(): void {
  const blob = new Blob([`${BULK_PEOPLE_COLUMNS.join(',')}\r\n`], { type: 'text/csv' });
  saveBlob({ blob, fileName: 'people.csv' });
}

function TemplateButton() {
  const t = useText();
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
      onClick={saveTemplate}
    >
      {t('people.sheet.template')}
    </Button>
  );
}

/** What each column of a sheet holds. */
function ColumnHelp() {
  const t = useText();
  return (
    <Panel title={t('people.sheet.columns')}>
      <dl className={classes.columns}>
        {BULK_PEOPLE_COLUMNS.map((column) => (
          <div key={column} style={{ display: 'contents' }}>
            <dt>{column}</dt>
            <dd>{t(`people.sheet.help.${column}`)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Trial(props: { answer: BulkPeopleAnswer; isMaking: boolean; onMake: () => void }) {
  const { answer } = props;
  const t = useText();
  const rightCount = answer.rowCount - answer.failedCount;
  return (
    <>
      {answer.failedCount > 0 && (
        <Notice tone="warn" title={t('people.sheet.failed', { count: answer.failedCount })}>
          {t('people.sheet.failedBody')}
        </Notice>
      )}
      <div className={classes.actions}>
        <Button
          disabled={rightCount === 0}
          loading={props.isMaking}
          leftSection={<IconUsersPlus size={17} aria-hidden />}
          onClick={props.onMake}
        >
          {t('people.sheet.make', { count: rightCount })}
        </Button>
        <output className={classes.quiet}>
          {t('people.sheet.counts', { right: rightCount, count: answer.rowCount })}
        </output>
      </div>
      <SheetRows rows={answer.rows} />
    </>
  );
}
