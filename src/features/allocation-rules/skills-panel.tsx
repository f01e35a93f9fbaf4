import { ActionIcon, Button } from '@mantine/core';
import { IconClipboardText, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { kindSchema } from '../../../contract/allocation-rule.ts';
import type { AgentSkill } from '../../../contract/agent-skill.ts';
import { allocationRuleCalls } from '../../../contract/allocation-rule-calls.ts';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import type { FilterAccess } from '../../components/use-url-filters.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { SkillDialog } from './skill-dialog.tsx';
import { SkillPaste } from './skill-paste.tsx';
import classes from './rules.module.css';

const FILTERS = { search: 'text', kind: 'text' } as const;

/** What agents can take: languages, products, pincodes and how many loans at a time. */
export function SkillsPanel() {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const [edited, setEdited] = useState<AgentSkill | null>(null);
  const [isPasting, setPasting] = useState(false);
  const kind = kindSchema.safeParse(url.values.kind).data;
  const { search } = url.values;
  const skills = useCallQuery(
    allocationRuleCalls.listAgentSkills,
    {
      query: {
        page: url.page,
        ...(search !== '' && { search }),
        ...(kind !== undefined && { kind }),
      },
    },
    { keepsPrevious: true },
  );
  const columns = useSkillColumns();
  return (
    <div className={classes.stack}>
      <div className={classes.tools}>
        <span className={classes.quiet}>{t('allocationRules.skillsHelp')}</span>
      </div>
      <SkillFilters filters={url} onPaste={() => setPasting(true)} />
      {skills.isError && skills.data === undefined ? (
        <LoadProblem error={skills.error} onRetry={() => void skills.refetch()} />
      ) : (
        <DataTable<AgentSkill>
          name="agent-skills"
          label={t('allocationRules.skillsTitle')}
          columns={columns}
          rows={skills.data?.data}
          rowId={(agent) => agent._id}
          rowLabel={(agent) => agent.fullName}
          totalCount={skills.data?.totalCount ?? 0}
          page={url.page}
          onPage={url.setPage}
          isFetching={skills.isPlaceholderData}
          renderCard={(agent) => <SkillCard agent={agent} />}
          rowActions={actionsWith(setEdited)}
          empty={t('common.searchAgain')}
        />
      )}
      {edited !== null && <SkillDialog agent={edited} onClose={() => setEdited(null)} />}
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

function SkillFilters({ filters, onPaste }: { filters: FilterAccess; onPaste: () => void }) {
  const t = useText();
  return (
    <FilterBar
      filters={filters}
      fields={[
        {
          kind: 'choice',
          key: 'kind',
          label: t('allocationRules.work'),
          options: kindSchema.options.map((value) => ({
            value,
            label: t(`allocationRules.kind.${value}`),
          })),
        },
      ]}
      searchKey="search"
      searchLabel={t('allocationRules.skillsSearch')}
      extra={
        <Button
          variant="default"
          leftSection={<IconClipboardText size={16} aria-hidden />}
          onClick={onPaste}
        >
          {t('allocationRules.pasteSkills')}
        </Button>
      }
    />
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
    {
      key: 'held',
      title: t('allocationRules.held'),
      align: 'right',
      render: (agent) => formatCount(agent.held),
    },
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
    <span className={classes.stackSmall}>
      {agent.fullName}
      <span className={classes.small}>
        {t(`allocationRules.kind.${agent.kind}`)}
        {agent.managerName !== null && ` · ${agent.managerName}`}
      </span>
    </span>
  );
}

function SkillCard({ agent }: { agent: AgentSkill }) {
  const t = useText();
  const lists = [
    ['languages', agent.languages],
    ['products', agent.products],
    ['pincodes', agent.pincodes],
  ] as const;
  return (
    <div className={classes.stackSmall}>
      <strong>
        <AgentName agent={agent} />
      </strong>
      {lists.map(([name, values]) => (
        <span key={name} className={classes.small}>
          {t(`allocationRules.${name}`)}: <Names names={values} />
        </span>
      ))}
      <span>
        {agent.capacity === null
          ? t('allocationRules.load', { held: formatCount(agent.held) })
          : t('allocationRules.loadOf', {
              held: formatCount(agent.held),
              capacity: formatCount(agent.capacity),
            })}
      </span>
    </div>
  );
}
