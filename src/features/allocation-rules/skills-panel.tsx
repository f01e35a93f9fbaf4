import { ActionIcon, Button } from '@mantine/core';
import { IconClipboardText, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { allocationRuleCalls } from '../../../contract/allocation-rule-calls.ts';
import { kindSchema } from '../../../contract/allocation-rule.ts';
import type { AgentSkill } from '../../../contract/agent-skill.ts';
import { countColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { formatCount } from '../../lib/money.ts';
import { latest } from '../../lib/latest.ts';
import { useText } from '../../lib/texts/texts.ts';
import { SkillDialog } from './skill-dialog.tsx';
import { SkillPaste } from './skill-paste.tsx';
import classes from './rules.module.css';

const FILTERS = { search: 'text', kind: 'text' } as const;

/** What agents can take: languages, products, pincodes and how many loans at a time. */
export function SkillsPanel() {
  const t = useText();
  const url = useListState(allocationRuleCalls.listAgentSkills.query, FILTERS);
  const [edited, setEdited] = useState<AgentSkill | null>(null);
  const [isPasting, setPasting] = useState(false);
  const skills = useCallQuery(
    allocationRuleCalls.listAgentSkills,
    { query: url.asked },
    { keepsPrevious: true },
  );
  const columns = useSkillColumns();
  return (
    <div className={classes.stack}>
      <div className={classes.tools}>
        <span className={classes.quiet}>{t('allocationRules.skillsHelp')}</span>
      </div>
      <List<AgentSkill>
        name="agent-skills"
        label={t('allocationRules.viewSkills')}
        columns={columns}
        list={skills}
        state={url}
        search={t('words.personSearch')}
        fields={[
          choiceField(
            'kind',
            t('words.work'),
            choices(kindSchema.options, (kind) => t(`allocationRules.kind.${kind}`)),
          ),
        ]}
        extra={
          <Button
            variant="default"
            leftSection={<IconClipboardText size={16} aria-hidden />}
            onClick={() => setPasting(true)}
          >
            {t('allocationRules.pasteSkills')}
          </Button>
        }
        rowLabel={(agent) => agent.fullName}
        rowActions={actionsWith(setEdited)}
        empty={t('common.searchAgain')}
      />
      {edited !== null && (
        <SkillDialog agent={latest(edited, skills.data?.data)} onClose={() => setEdited(null)} />
      )}
      {isPasting && <SkillPaste onClose={() => setPasting(false)} />}
    </div>
  );
}

const actionsWith = (onEdit: (agent: AgentSkill) => void) => (agent: AgentSkill) => (
  <EditButton agent={agent} onEdit={onEdit} />
);

function EditButton(props: { agent: AgentSkill; onEdit: (agent: AgentSkill) => void }) {
  const { agent, onEdit } = props;
  const t = useText();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t('allocationRules.editSkillsOf', { name: agent.fullName })}
      onClick={() => onEdit(agent)}
    >
      <IconPencil size={18} stroke={1.8} aria-hidden />
    </ActionIcon>
  );
}

/** Names of a list that are written out; the rest is counted. */
const SHOWN = 3;

function Names({ names }: { names: readonly string[] }) {
  const t = useText();
  if (names.length === 0)
    return <span className={classes.small}>{t('allocationRules.noLimit')}</span>;
  const hidden = names.length - SHOWN;
  return (
    <span>
      {names.slice(0, SHOWN).join(', ')}
      {hidden > 0 && ` ${t('allocationRules.more', { count: hidden })}`}
    </span>
  );
}

function useSkillColumns(): DataColumn<AgentSkill>[] {
  const t = useText();
  return [
    {
      key: 'fullName',
      title: t('allocationRules.agent'),
      isFixed: true,
      render: (agent) => <AgentName agent={agent} />,
    },
    {
      key: 'languages',
      title: t('allocationRules.languages'),
      render: (agent) => <Names names={agent.languages} />,
    },
    {
      key: 'products',
      title: t('allocationRules.products'),
      render: (agent) => <Names names={agent.products} />,
    },
    {
      key: 'pincodes',
      title: t('allocationRules.pincodes'),
      render: (agent) => <Names names={agent.pincodes} />,
    },
    countColumn('held', t('allocationRules.held'), (agent) => agent.held, { card: 'aside' }),
    {
      key: 'capacity',
      title: t('allocationRules.capacity'),
      align: 'right',
      render: (agent) =>
        agent.capacity === null ? (
          <span className={classes.small}>{t('allocationRules.noLimit')}</span>
        ) : (
          formatCount(agent.capacity)
        ),
    },
  ];
}

function AgentName({ agent }: { agent: AgentSkill }) {
  const t = useText();
  return (
    <TwoLines
      first={agent.fullName}
      second={[t(`allocationRules.kind.${agent.kind}`), agent.managerName]
        .filter(Boolean)
        .join(' · ')}
    />
  );
}
