import { Button } from '@mantine/core';
import { IconArrowRight, IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { BulkPeopleAnswer } from '../../../contract/person.ts';
import { Notice } from '../../components/notice.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { SheetRows } from './people-sheet-rows.tsx';
import { savePasswords } from './people-sheet-passwords.ts';
import classes from './people.module.css';

/**
 * What was made of a sheet. The passwords made for its rows were saved as a file the moment they came (nobody can ask
 * for them again); here they can be saved once more.
 */
export function MadePeople({ answer, onAgain }: { answer: BulkPeopleAnswer; onAgain: () => void }) {
  const t = useText();
  const made = answer.rows.filter((row) => row.madePassword !== null);
  const failed = answer.rows.filter((row) => row.problems.length > 0);
  return (
    <>
      <Notice tone="good" title={t('people.sheet.made', { count: answer.createdCount })} />
      {made.length > 0 && (
        <Notice
          tone="warn"
          title={t('people.sheet.passwords', { count: made.length })}
          action={
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => void savePasswords(answer)}
            >
              {t('people.sheet.savePasswords')}
            </Button>
          }
        >
          {t('people.sheet.passwordsOnce')}
        </Notice>
      )}
      <div className={classes.actions}>
        <Button
          component={Link}
          to="/managers-collectors"
          rightSection={<IconArrowRight size={16} aria-hidden />}
        >
          {t('people.toList')}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {t('people.sheet.another')}
        </Button>
      </div>
      {failed.length > 0 && <SheetRows rows={failed} />}
    </>
  );
}
