import { Button } from '@mantine/core';
import { IconPlus, IconSortDescending } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router-dom';
import { Awaited } from '../../components/loaded.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { RuleEditor } from './rule-editor.tsx';
import { RuleList } from './rule-list.tsx';
import { RuleSheet } from './rule-sheet.tsx';
import { RuleVersions } from './rule-versions.tsx';
import { useRuleChoices, useRules } from './rule-queries.ts';
import { SkillsPanel } from './skills-panel.tsx';

/** Where the rules stand. */
export const RULES = '/allocation-rule';
/** In the address: a rule that is not there yet. */
const NEW = 'new';

/** `/allocation-rule` (admin): the rules in their order, what agents can take, versions, sheets; `?rule=` writes one. */
export function RulesScreen() {
  const [params] = useSearchParams();
  const rule = params.get('rule');
  return rule === null ? <RulesOverview /> : <RulePage id={rule === NEW ? null : rule} />;
}

function RulesOverview() {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const view = params.get('view') ?? 'rules';
  const rules = useRules();
  const show = (next: string) =>
    setParams(next === 'rules' ? {} : { view: next }, { replace: true });
  return (
    <Page>
      <PageHeader
        title={t('allocationRules.title')}
        count={rules.data?.data.length ?? null}
        subtitle={t('allocationRules.subtitle')}
        actions={<Actions />}
      />
      {rules.data === undefined ? (
        <Awaited of={rules} />
      ) : (
        <ViewTabs
          label={t('allocationRules.views')}
          value={view}
          onChange={show}
          tabs={[
            {
              value: 'rules',
              label: t('allocationRules.viewRules'),
              content: <RuleList set={rules.data} />,
            },
            { value: 'skills', label: t('allocationRules.viewSkills'), content: <SkillsPanel /> },
            {
              value: 'versions',
              label: t('allocationRules.viewVersions'),
              content: <RuleVersions version={rules.data.version} />,
            },
            {
              value: 'sheet',
              label: t('allocationRules.viewSheet'),
              content: <RuleSheet version={rules.data.version} />,
            },
          ]}
        />
      )}
    </Page>
  );
}

function Actions() {
  const t = useText();
  return (
    <>
      <Button
        component={Link}
        to="/sortingrules"
        variant="default"
        leftSection={<IconSortDescending size={16} aria-hidden />}
      >
        {t('allocationRules.sortingLink')}
      </Button>
      <AddRule />
    </>
  );
}

function AddRule() {
  const t = useText();
  return (
    <Button
      component={Link}
      to={`${RULES}?rule=${NEW}`}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('allocationRules.add')}
    </Button>
  );
}

/** A new rule (id null) or one to change. */
function RulePage({ id }: { id: string | null }) {
  const t = useText();
  const rules = useRules();
  const choices = useRuleChoices();
  const rule = rules.data?.data.find(({ _id }) => _id === id) ?? null;
  const failed = rules.isError ? rules : choices.isError ? choices : null;
  const isGone = id !== null && rules.data !== undefined && rule === null;
  return (
    <Page>
      <PageHeader
        title={t(id === null ? 'allocationRules.add' : 'allocationRules.edit')}
        backTo={RULES}
        {...(rule !== null && { subtitle: rule.name })}
      />
      {isGone ? (
        <LoadProblem
          error={new Error(t('allocationRules.stale'))}
          onRetry={() => void rules.refetch()}
        />
      ) : rules.data !== undefined && choices.data !== undefined ? (
        <RuleEditor key={id ?? NEW} rule={rule} choices={choices.data} />
      ) : failed ? (
        <LoadProblem error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <LoadingState kind="form" />
      )}
    </Page>
  );
}
