import { Button } from '@mantine/core';
import { IconDownload, IconReplace } from '@tabler/icons-react';
import { useState } from 'react';
import { RULE_SHEET_BYTES } from '../../../contract/allocation-rule-calls.ts';
import type { RuleSheetAnswer } from '../../../contract/allocation-rule-answers.ts';
import { FileDrop } from '../../components/file-drop.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/page.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { fileWords } from '../../lib/file-words.ts';
import { SHEET_ENDINGS } from '../../lib/sheet-endings.ts';
import { useText } from '../../lib/texts/texts.ts';
import { Conditions } from './rule-row.tsx';
import { useDownloadRules, useUploadRules } from './rule-queries.ts';
import { whomWords } from './rule-words.ts';
import classes from './rules.module.css';

/** Rules as a sheet: taken out, written elsewhere, tried row by row, then put in the place of all present ones. */
export function RuleSheet({ version }: { version: number }) {
  const t = useText();
  const [file, setFile] = useState<File | null>(null);
  const [answer, setAnswer] = useState<RuleSheetAnswer | null>(null);
  const upload = useUploadRules();
  const download = useDownloadRules();
  const take = (next: File | undefined) => {
    setFile(next ?? null);
    setAnswer(null);
    if (next !== undefined)
      upload.mutate({ file: next, isTrial: true, version }, { onSuccess: setAnswer });
  };
  const confirm = () => {
    if (file === null) return;
    upload.mutate(
      { file, isTrial: false, version },
      {
        onSuccess: (made) => {
          if (made.version === null) return setAnswer(made);
          showSuccess(t('allocationRules.sheetSaved', { count: made.rows.length }));
          return take(undefined);
        },
      },
    );
  };
  return (
    <div className={classes.stack}>
      <div className={classes.tools}>
        <Button
          variant="default"
          loading={download.isPending}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download.mutate({})}
        >
          {t('allocationRules.download')}
        </Button>
      </div>
      <Panel title={t('allocationRules.upload')}>
        <div className={classes.stack}>
          <FileDrop
            label={t('allocationRules.sheetFile')}
            endings={SHEET_ENDINGS}
            maxBytes={RULE_SHEET_BYTES}
            hint={t('allocationRules.sheetHint')}
            files={file === null ? [] : [file]}
            onFiles={([next]) => take(next)}
          />
          {upload.isPending && (
            <output className={classes.quiet}>{t('allocationRules.sheetWorking')}</output>
          )}
          {answer !== null && (
            <SheetAnswer answer={answer} isWorking={upload.isPending} onConfirm={confirm} />
          )}
        </div>
      </Panel>
      {answer === null && <SheetHelp />}
    </div>
  );
}

function SheetHelp() {
  const t = useText();
  return (
    <Panel title={t('allocationRules.sheetTitle')}>
      <ul className={classes.help}>
        {(['rule', 'fields', 'agents', 'spread'] as const).map((part) => (
          <li key={part}>{t(`allocationRules.sheetHelp.${part}`)}</li>
        ))}
      </ul>
    </Panel>
  );
}

function SheetAnswer(props: {
  answer: RuleSheetAnswer;
  isWorking: boolean;
  onConfirm: () => void;
}) {
  const { answer } = props;
  const t = useText();
  const isRight = answer.failedCount === 0;
  return (
    <>
      <Notice
        tone={isRight ? 'good' : 'warn'}
        title={
          isRight
            ? t('allocationRules.sheetRight', { count: answer.rows.length })
            : t('allocationRules.sheetFailed', { count: answer.failedCount })
        }
        isAlert={!isRight}
        action={
          isRight && (
            <Button
              loading={props.isWorking}
              leftSection={<IconReplace size={16} aria-hidden />}
              onClick={props.onConfirm}
            >
              {t('allocationRules.sheetConfirm')}
            </Button>
          )
        }
      >
        {t(isRight ? 'allocationRules.sheetRightBody' : 'allocationRules.sheetFailedBody')}
      </Notice>
      <ol className={classes.plain}>
        {answer.rows.map((row) => (
          <li key={row.row} className="rc-stack-4 rc-words">
            <span className={classes.line}>
              <span className={classes.small}>{t('words.rowNumber', { row: row.row })}</span>
              <strong>{row.name}</strong>
            </span>
            {row.spec !== null && (
              <>
                <Conditions rule={{ Client_Name: row.Client_Name, spec: row.spec }} />
                <span className={classes.small}>
                  → {whomWords(t, row.spec)}
                  {row.agentNames.length > 0 && ` (${row.agentNames.slice(0, 5).join(', ')})`}
                </span>
              </>
            )}
            {row.problems.map(({ column, reason }) => (
              <span key={`${column} ${reason}`} className={classes.wrong}>
                {column}: {fileWords(reason)}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}
