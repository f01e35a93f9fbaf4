import { Button } from '@mantine/core';
import { Awaited } from '../../components/loaded.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { allocationRuleCalls } from '../../../contract/allocation-rule-calls.ts';
import type { AllocationRule, RuleVersion } from '../../../contract/allocation-rule.ts';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText } from '../../components/figure.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { Conditions } from './rule-row.tsx';
import { whomWords } from './rule-words.ts';
import classes from './rules.module.css';

/** The versions of the rules: what each changed, to be looked at and brought back. */
export function RuleVersions({ version: now }: { version: number }) {
  const t = useText();
  const url = useListState(allocationRuleCalls.listRuleVersions.query, {});
  const versions = useCallQuery(
    allocationRuleCalls.listRuleVersions,
    { query: url.asked },
    { keepsPrevious: true },
  );
  const [shown, setShown] = useState<number | null>(null);
  const columns: DataColumn<RuleVersion>[] = [
    {
      key: 'version',
      title: t('allocationRules.viewVersions'),
      isFixed: true,
      render: (row) => <VersionName row={row} now={now} />,
    },
    {
      key: 'changes',
      title: t('words.rule'),
      card: 'line',
      render: (row) => <Changes row={row} />,
    },
  ];
  return (
    <>
      <List<RuleVersion>
        name="rule-versions"
        label={t('allocationRules.viewVersions')}
        columns={columns}
        list={versions}
        state={url}
        rowId={(row) => String(row.version)}
        rowLabel={(row) => t('words.version', { version: row.version })}
        hasColumnChooser={false}
        rowActions={actionsWith(setShown)}
        empty={t('allocationRules.noVersions')}
      />
      {shown !== null && <VersionDialog version={shown} now={now} onClose={() => setShown(null)} />}
    </>
  );
}

const actionsWith = (onOpen: (version: number) => void) => (row: RuleVersion) => (
  <OpenButton version={row.version} onOpen={onOpen} />
);

function OpenButton(props: { version: number; onOpen: (version: number) => void }) {
  const { version, onOpen } = props;
  const t = useText();
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('allocationRules.lookAt', { version })}
      onClick={() => onOpen(version)}
    >
      {t('common.open')}
    </Button>
  );
}

function VersionName({ row, now }: { row: RuleVersion; now: number }) {
  const t = useText();
  return (
    <span className="rc-stack-4 rc-words">
      <span className={classes.line}>
        <strong>{t('words.version', { version: row.version })}</strong>
        {row.version === now && <StatusChip tone="good" label={t('time.now')} />}
      </span>
      <span className={classes.small}>
        <DayText value={row.createdAt} show="both" />
        {row.createdByName !== null && ` · ${row.createdByName}`}
        {` · ${t('allocationRules.versionRules', { count: row.ruleCount })}`}
      </span>
    </span>
  );
}

function Changes({ row }: { row: RuleVersion }) {
  const t = useText();
  const lines = (['added', 'removed', 'changed'] as const).flatMap((what) =>
    row[what].length === 0 ? [] : [t(`allocationRules.${what}`, { names: row[what].join(', ') })],
  );
  if (row.isReordered) lines.push(t('allocationRules.reordered'));
  return (
    <span className="rc-stack-4 rc-words">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}

function VersionDialog(props: { version: number; now: number; onClose: () => void }) {
  const { version, now, onClose } = props;
  const t = useText();
  const confirm = useConfirm();
  const read = useCallQuery(
    allocationRuleCalls.readRuleVersion,
    { params: { version } },
    { staleTime: Number.POSITIVE_INFINITY, select: (answer) => answer.data },
  );
  const restore = useCallCommand(allocationRuleCalls.restoreRuleVersion);
  const bringBack = async () => {
    const isSure = await confirm({
      title: t('allocationRules.bringBackAsk', { version }),
      body: t('allocationRules.bringBackBody'),
      confirmLabel: t('loanLife.bringBack'),
    });
    if (!isSure) return;
    restore.mutate(
      { params: { version }, body: { version: now } },
      {
        onSuccess: () => {
          showSuccess(t('allocationRules.broughtBack', { version }));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={t('words.version', { version })} size="lg" onClose={onClose}>
      {read.data === undefined ? (
        <Awaited of={read} />
      ) : (
        <div className={classes.stack}>
          <OldRules rules={read.data.rules} />
          {version !== now && (
            <Button
              className={classes.start}
              loading={restore.isPending}
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => void bringBack()}
            >
              {t('loanLife.bringBack')}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}

function OldRules({ rules }: { rules: readonly AllocationRule[] }) {
  const t = useText();
  return (
    <ol className={classes.plain}>
      {rules.map((rule) => (
        <li key={rule._id} className="rc-stack-4 rc-words">
          <span className={classes.line}>
            <strong>{rule.name}</strong>
            {!rule.isActive && <StatusChip tone="quiet" label={t('allocationRules.outOfForce')} />}
          </span>
          <Conditions rule={rule} />
          <span className={classes.small}>→ {whomWords(t, rule.spec)}</span>
        </li>
      ))}
    </ol>
  );
}
