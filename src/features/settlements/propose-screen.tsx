import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { FieldProblem } from '../../../contract/errors.ts';
import { parseFields } from '../../../contract/errors.ts';
import { settlementCalls } from '../../../contract/settlement-calls.ts';
import { levelOf } from '../../../contract/settlement-authority.ts';
import { SETTLEMENT_REASONS } from '../../../contract/settlement.ts';
import type { SettlementLimits, SettlementTerms } from '../../../contract/settlement.ts';
import { textSchema } from '../../../contract/values.ts';
import { FileField } from '../../components/file-field.tsx';
import { FormFrame } from '../../components/form.tsx';
import { TextAreaField } from '../../components/form-field.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, PageHeader, Panel, StickyAction } from '../../components/page.tsx';
import { useSavingForm } from '../../components/saving-form.tsx';
import { NotHere } from '../../components/not-here.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useOnline } from '../../lib/use-online.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { isUnanswered } from '../../lib/error-words.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { TFunction } from 'i18next';
import { DeviceError } from '../../offline/errors.ts';
import { queuedDocuments } from './documents.ts';
import { Blocked, coolingOf } from './proposal-blocked.tsx';
import { TermsFields } from './terms-fields.tsx';
import { decidersOf, inDays, readTerms, termsValues } from './terms.ts';
import type { TermsValues } from './terms.ts';
import { useKeptLimits } from './use-kept-limits.ts';
import { saveOperation } from '../../offline/operation-save.ts';
import classes from './settlements.module.css';

const BACK: Readonly<Partial<Record<string, (loanId: string) => string>>> = {
  COLLECTOR: (loanId) => `/call-management?loanId=${loanId}`,
  FIELD_AGENT: (loanId) => `/field-agent/loan?id=${loanId}`,
  MANAGER: (loanId) => `/view-loan?loanId=${loanId}`,
};

const wordsSchema = z.object({
  reason: z.enum(SETTLEMENT_REASONS),
  remarks: textSchema(2000),
});

type Words = z.output<typeof wordsSchema>;

interface Values extends TermsValues {
  reason: string;
  remarks: string;
  files: File[];
}

type Proposal = SettlementTerms & Words & Pick<Values, 'files'>;

/** The form's proposal, or what is wrong with any of it. */
function readProposal(
  typed: Values,
): { data: Proposal; problems: null } | { problems: FieldProblem[] } {
  const terms = readTerms(typed);
  const words = parseFields(wordsSchema, {
    reason: typed.reason || undefined,
    remarks: typed.remarks,
  });
  const problems = [...(terms.problems ?? []), ...(words.problems ?? [])];
  if (terms.problems !== null || words.problems !== null) return { problems };
  return { data: { ...terms.data, ...words.data, files: typed.files }, problems: null };
}

/** `/settlement/propose?loanId=`: a settlement from the desk or the field; it goes through the outbox, without a network too. */
export function ProposeSettlementScreen({ user }: { user: LoggedInUser }) {
  const [params] = useSearchParams();
  const loanId = params.get('loanId') ?? '';
  const backTo = BACK[user.role]?.(loanId) ?? '/';
  return loanId === '' ? <NoLoan /> : <ProposeForm {...{ user, loanId, backTo }} />;
}

/** The address names no loan, or one that this person has no part in. */
function NoLoan({ children }: { children?: ReactNode }) {
  const t = useText();
  return (
    <Page width="form">
      <PageHeader title={t('settlements.proposeTitle')} backTo="/" />
      {children ?? <NotHere title={t('loans.notFound')} />}
    </Page>
  );
}

function usePropose(loanId: string, backTo: string) {
  const t = useText();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const [defaults] = useState<Values>(() => ({
    ...termsValues(),
    validUntil: inDays(7),
    reason: '',
    remarks: '',
    files: [],
  }));
  const { form, submit } = useSavingForm<Values, Proposal, unknown>({
    rules: readProposal,
    defaults,
    save: async ({ files, ...body }) => {
      setFailure(null);
      return saveOperation({
        call: 'proposeSettlement',
        loanId,
        body: { loanId, ...body },
        files: await queuedDocuments(files),
      });
    },
    done: t('settlements.saved'),
    onSaved: () => void navigate(backTo, { replace: true }),
    onRefused: (error) => {
      setFailure(error);
      return true;
    },
  });
  return { form, failure, submit };
}

/** "Due: ₹46,696 · ₹11,674 collected, not yet verified". */
function dueWords(t: TFunction, due: number, unverified: number): string {
  const words = `${t('settlements.due')}: ${formatRupees(due)}`;
  if (unverified === 0) return words;
  return `${words} · ${t('common.notVerified', { amount: formatRupees(unverified) })}`;
}

function ProposeForm(props: { user: LoggedInUser; loanId: string; backTo: string }) {
  const { user, loanId, backTo } = props;
  const t = useText();
  const limits = useCallQuery(settlementCalls.readSettlementLimits, { query: { loanId } });
  const kept = useKeptLimits(loanId);
  const { form, failure, submit } = usePropose(loanId, backTo);
  const known = limits.data?.data;
  if (known === undefined && limits.isError && !isUnanswered(limits.error))
    return (
      <NoLoan>
        <LoadProblem error={limits.error} onRetry={() => void limits.refetch()} />
      </NoLoan>
    );
  const dueAmount = known?.dueAmount ?? kept?.dueAmount ?? null;
  const isProposed = kept?.isProposed === true;
  const unverified = known?.unverifiedAmount ?? kept?.unverifiedAmount ?? 0;
  return (
    <Page width="form" hasStickyAction>
      <PageHeader
        title={t('settlements.proposeTitle')}
        {...(dueAmount !== null && { subtitle: dueWords(t, dueAmount, unverified) })}
        backTo={backTo}
      />
      <Blocked user={user} known={known} isProposed={isProposed} />
      <FormFrame name="propose" form={form} onSubmit={submit} label={t('settlements.proposeTitle')}>
        <LimitsPanel limits={known ?? kept} isKept={known === undefined} user={user} />
        <TermsFields
          dueAmount={dueAmount}
          {...(known !== undefined && { lastDay: known.lastValidDay })}
        />
        <SelectField
          name="reason"
          text="settlements.reason"
          options={SETTLEMENT_REASONS.map((value) => ({
            value,
            label: t(`settlements.reasons.${value}`),
          }))}
        />
        <TextAreaField name="remarks" text="words.remarks" maxLength={2000} />
        <FileField
          name="files"
          label={t('settlements.attach')}
          endings={['.jpg', '.jpeg', '.png', '.webp', '.pdf']}
          maxBytes={10_000_000}
          most={10}
          hint={t('settlements.attachHint')}
        />
        {failure !== null && <Failure error={failure} />}
        <SaveButton
          isBlocked={isProposed || known?.open != null || coolingOf(known) !== null}
          isSaving={form.formState.isSubmitting}
        />
      </FormFrame>
    </Page>
  );
}

function SaveButton({ isBlocked, isSaving }: { isBlocked: boolean; isSaving: boolean }) {
  const t = useText();
  return (
    <StickyAction>
      <Button
        type="submit"
        size="lg"
        loading={isSaving}
        disabled={isBlocked}
        leftSection={<IconDeviceFloppy size={20} stroke={1.7} />}
      >
        {t('settlements.save')}
      </Button>
    </StickyAction>
  );
}

/** The least that can be approved at each level, and which of them decides what is typed; before anything is saved. */
function LimitsPanel(props: {
  limits: Pick<SettlementLimits, 'limits' | 'dueAmount'> | null;
  /** As this device last fetched them: the server judges by its own. */
  isKept: boolean;
  user: LoggedInUser;
}) {
  const { limits, isKept, user } = props;
  const t = useText();
  const isOnline = useOnline();
  const { control } = useFormContext<Values>();
  const offered = useWatch({ control, name: 'offeredAmount' });
  if (limits === null || limits.limits.length === 0)
    return isOnline ? null : <p className={classes.quiet}>{t('settlements.limitsOffline')}</p>;
  const { rows, level } = decidersOf(limits, offered, levelOf(user.role));
  return (
    <Panel title={t('settlements.limits')}>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={row.level} className={classes.row} data-decides={row.level === level}>
            <span>{t(`settlements.level.${row.level}`)}</span>
            <strong>
              {row.leastAmount > 1
                ? t('settlements.fromAmount', { amount: formatRupees(row.leastAmount) })
                : t('settlements.anyAmount')}
            </strong>
          </li>
        ))}
      </ul>
      {level !== null && (
        <output className={classes.decides}>
          {t('settlements.decides', { level: t(`settlements.level.${level}`) })}
        </output>
      )}
      {isKept && !isOnline && <p className={classes.quiet}>{t('settlements.limitsKept')}</p>}
    </Panel>
  );
}

/** Why nothing was saved on this device; what was typed stays. */
function Failure({ error }: { error: unknown }) {
  const t = useText();
  const code = error instanceof DeviceError ? error.code : null;
  const isNamed = code === 'STORAGE_FULL' || code === 'LOCKED' || code === 'NOT_REGISTERED';
  return (
    <Notice tone="danger" title={t('widgets.notSavedTitle')} isAlert>
      {t(isNamed ? `fieldLoan.failed.${code}` : 'fieldLoan.failed.other')}
    </Notice>
  );
}
