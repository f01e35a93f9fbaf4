import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { SkillPasteAnswer } from '../../../contract/agent-skill.ts';
import { allocationRuleCalls } from '../../../contract/allocation-rule-calls.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { fileWords } from '../../lib/file-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './rules.module.css';

/** Many agents at once: rows copied from a spreadsheet, checked, then saved together. */
export function SkillPaste({ onClose }: { onClose: () => void }) {
  const t = useText();
  useFocusReturn();
  const paste = useBodyCommand(allocationRuleCalls.pasteAgentSkills);
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<SkillPasteAnswer | null>(null);
  const isRight = answer !== null && answer.failedCount === 0;
  const send = () =>
    paste.mutate(
      { text, isTrial: !isRight },
      {
        onSuccess: (made) => {
          setAnswer(made);
          if (made.isTrial || made.failedCount > 0) return;
          showSuccess(t('allocationRules.pasteSaved', { count: made.rows.length }));
          onClose();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('allocationRules.pasteSkills')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        className={classes.stack}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Textarea
          data-autofocus
          label={t('allocationRules.pasteText')}
          description={t('allocationRules.pasteHelp')}
          autosize
          minRows={4}
          maxRows={10}
          classNames={{ input: classes.paste ?? '' }}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAnswer(null);
          }}
        />
        {answer !== null && <PastedRows answer={answer} />}
        <PasteActions
          rightCount={isRight ? answer.rows.length : null}
          isEmpty={text.trim() === ''}
          isWorking={paste.isPending}
          onClose={onClose}
        />
      </form>
    </Modal>
  );
}

/** `rightCount`: so many rows were checked and are right; null before that. */
function PasteActions(props: {
  rightCount: number | null;
  isEmpty: boolean;
  isWorking: boolean;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <div className={classes.dialogActions}>
      <Button variant="default" onClick={props.onClose}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" disabled={props.isEmpty} loading={props.isWorking}>
        {props.rightCount === null
          ? t('allocationRules.pasteCheck')
          : t('allocationRules.pasteSave', { count: props.rightCount })}
      </Button>
    </div>
  );
}

function PastedRows({ answer }: { answer: SkillPasteAnswer }) {
  const t = useText();
  const first = [...answer.rows].sort(
    (left, right) => right.problems.length - left.problems.length || left.row - right.row,
  );
  return (
    <ol className={classes.plain} aria-live="polite">
      {first.slice(0, 50).map((row) => (
        <li key={row.row} className={classes.stackSmall}>
          <span className={classes.line}>
            <span className={classes.small}>{t('allocationRules.row', { row: row.row })}</span>
            <strong>{row.fullName ?? row.agent}</strong>
          </span>
          {row.problems.map(({ column, reason }) => (
            <span key={column} className={classes.wrong}>
              {t(`allocationRules.${asColumn(column)}`)}: {fileWords(reason)}
            </span>
          ))}
          {row.problems.length === 0 && (
            <span className={classes.small}>
              {[
                row.languages.join(', '),
                row.products.join(', '),
                row.pincodes.slice(0, 5).join(', '),
                row.capacity === null ? t('allocationRules.noLimit') : String(row.capacity),
              ]
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

const COLUMNS = ['agent', 'languages', 'products', 'pincodes', 'capacity'] as const;

const asColumn = (column: string): (typeof COLUMNS)[number] =>
  COLUMNS.find((each) => each === column) ?? 'agent';
