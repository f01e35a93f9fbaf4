import { useState } from 'react';
import { z } from 'zod';
import type { SkillPasteAnswer } from '../../../contract/agent-skill.ts';
import { allocationRuleCalls } from '../../../contract/allocation-rule-calls.ts';
import { says } from '../../../contract/errors.ts';
import { TextAreaField } from '../../components/form-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { fileWords } from '../../lib/file-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './rules.module.css';

const { text } = allocationRuleCalls.pasteAgentSkills.body.shape;
const rules = z.object({ text: text.regex(/\S/, says('required')) });

/** Many agents at once: rows copied from a spreadsheet, checked, then saved together. */
export function SkillPaste({ onClose }: { onClose: () => void }) {
  const t = useText();
  const paste = useBodyCommand(allocationRuleCalls.pasteAgentSkills);
  const [checked, setChecked] = useState<SkillPasteAnswer | null>(null);
  const isRight = checked?.failedCount === 0;
  return (
    <DialogForm
      name="allocationRules.pasteSkills"
      title={t('allocationRules.pasteSkills')}
      size="xl"
      onClose={onClose}
      rules={rules}
      defaults={{ text: '' }}
      save={async (pasted) => {
        const answer = await paste.mutateAsync({ ...pasted, isTrial: !isRight });
        setChecked(answer);
        return answer;
      }}
      isSaved={({ isTrial, failedCount }) => !isTrial && failedCount === 0}
      done={({ rows }) => t('allocationRules.pasteSaved', { count: rows.length })}
      submitLabel={
        isRight
          ? t('allocationRules.pasteSave', { count: checked.rows.length })
          : t('allocationRules.pasteCheck')
      }
    >
      <TextAreaField
        name="text"
        text="allocationRules.pasteText"
        help={t('allocationRules.pasteHelp')}
        minRows={4}
        isCode
        onChanged={() => setChecked(null)}
      />
      {checked !== null && <PastedRows answer={checked} />}
    </DialogForm>
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
        <li key={row.row} className="rc-stack-4 rc-words">
          <span className={classes.line}>
            <span className={classes.small}>{t('words.rowNumber', { row: row.row })}</span>
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
