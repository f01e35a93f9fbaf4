import type { FilterField } from '../../components/filter-control.tsx';
import { useAssignees } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';

/** The filter by agent, for those who see several people's money; none for an agent. */
export function useAgentField(isManager: boolean): FilterField[] {
  const t = useText();
  const agents = useAssignees(undefined, isManager).data ?? [];
  if (!isManager || agents.length === 0) return [];
  const options = agents.map((agent) => ({ value: agent._id, label: agent.fullName }));
  return [{ kind: 'choice', key: 'agentId', label: t('receipts.agent'), options }];
}
