import { useState } from 'react';
import { settlementRuleCalls } from '../../../contract/settlement-rule.ts';
import type { SettlementPart, SettlementRule } from '../../../contract/settlement-rule.ts';
import { instantColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { pageOfAll, useOwnPage } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { NoClients } from '../../components/no-clients.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { formatRupees } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';
import { latest } from '../../lib/latest.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { PartDialog, RuleDialog } from './rule-dialogs.tsx';
import classes from './settlements.module.css';

/** A line of the list: a client's rules, or the limits of a part of its loans below them. */
interface RuleRow {
  readonly rule: SettlementRule;
  readonly part: SettlementPart | null;
}

/** What is being changed; `part` 'new': limits for one more part. */
interface Changed {
  readonly rule: SettlementRule;
  readonly part: SettlementPart | 'new' | null;
}

/** `/settlement-rules`: client by client, and part by part of its loans, up to which waiver each level may approve. */
export function SettlementRulesScreen() {
  const t = useText();
  const rules = useCallQuery(settlementRuleCalls.listSettlementRules, {});
  const state = useOwnPage(25);
  const [changing, setChanging] = useState<Changed | null>(null);
  const rows = rules.data?.data.flatMap((rule): RuleRow[] => [
    { rule, part: null },
    ...rule.parts.map((part) => ({ rule, part })),
  ]);
  const handleClose = () => setChanging(null);
  const rule = changing && latest(changing.rule, rules.data?.data);
  return (
    <ListPage<RuleRow>
      name="settlement-rules"
      title={t('settlements.rules')}
      subtitle={t('settlements.rulesSubtitle')}
      columns={useRuleColumns()}
      list={pageOfAll({ ...rules, data: rows }, state)}
      state={state}
      rowId={({ rule, part }) => part?._id ?? rule.clientId}
      rowLabel={nameOf}
      rowActions={(row) => rowButtons(row, setChanging)}
      empty={<NoClients />}
    >
      {rule !== null && changing?.part === null && <RuleDialog rule={rule} onClose={handleClose} />}
      {rule !== null && changing !== null && changing.part !== null && (
        <PartDialog
          rule={rule}
          part={changing.part === 'new' ? null : latest(changing.part, rule.parts)}
          onClose={handleClose}
        />
      )}
    </ListPage>
  );
}

const partWords = ({ Portfolio, Product, Bucket }: SettlementPart): string =>
  [Portfolio, Product, Bucket].filter(Boolean).join(' · ');

const nameOf = ({ rule, part }: RuleRow): string =>
  part === null ? rule.Client_Name : `${rule.Client_Name}, ${partWords(part)}`;

/** The buttons of a row. */
const rowButtons = (row: RuleRow, onChange: (changed: Changed) => void) => (
  <RowButtons row={row} onChange={onChange} />
);

function RowButtons({ row, onChange }: { row: RuleRow; onChange: (changed: Changed) => void }) {
  const t = useText();
  const remove = useCallCommand(settlementRuleCalls.removeSettlementPart);
  const { rule, part } = row;
  const handleRemove = async (partId: string) => {
    const isSure = await confirmAction({
      title: t('settlements.removePart', { name: nameOf(row) }),
      body: t('settlements.removePartBody'),
      confirmLabel: t('common.remove'),
      isDangerous: true,
    });
    if (!isSure) return;
    whenDone(remove.mutateAsync({ params: { clientId: rule.clientId, partId } }), () =>
      showSuccess(t('toasts.updated')),
    );
  };
  return (
    <div className={classes.rowActions}>
      <RowButton words={t('words.change')} row={nameOf(row)} to={() => onChange({ rule, part })} />
      {part === null ? (
        <RowButton
          words={t('settlements.addPart')}
          row={nameOf(row)}
          to={() => onChange({ rule, part: 'new' })}
        />
      ) : (
        <RowButton
          words={t('common.remove')}
          row={nameOf(row)}
          to={() => void handleRemove(part._id)}
          isPending={remove.isPending}
          isDangerous
        />
      )}
    </div>
  );
}

const limitWords = (percent: number, amount: number | null): string =>
  amount === null ? formatPercent(percent) : `${formatPercent(percent)} · ${formatRupees(amount)}`;

const limitsOf = ({ rule, part }: RuleRow) => part ?? rule;

function useRuleColumns(): DataColumn<RuleRow>[] {
  const t = useText();
  return [
    {
      key: 'name',
      title: t('words.client'),
      isFixed: true,
      render: ({ rule, part }) => (
        <TwoLines
          first={rule.Client_Name}
          second={part === null ? t('words.allLoans') : partWords(part)}
        />
      ),
    },
    ...(['manager', 'admin', 'client'] as const).map((level) => ({
      key: level,
      title: t(`settlements.level.${LEVEL_OF[level]}`),
      render: (row: RuleRow) =>
        limitWords(limitsOf(row)[`${level}Percent`], limitsOf(row)[`${level}Amount`]),
    })),
    moneyColumn(
      'delegated',
      t('settlements.delegatedShort'),
      (row) => limitsOf(row).delegatedAmount,
    ),
    textColumn('rbi', t('settlements.rbiShort'), ({ rule, part }) =>
      part === null ? t(rule.isRbi ? 'common.yes' : 'common.no') : '',
    ),
    instantColumn(
      'updated',
      t('words.rulesChanged'),
      ({ rule, part }) => (part === null ? rule.updatedAt : part.updatedAt),
      // With it a tablet has no place for the rows' buttons.
      { isHiddenAtFirst: true },
    ),
  ];
}

const LEVEL_OF = { manager: 'MANAGER', admin: 'ADMIN', client: 'CLIENT' } as const;
