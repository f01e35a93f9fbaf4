import { peopleChoices, choiceField } from '../../components/filter-control.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import { useAssignees } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';

/** The filter by agent, for those who see several people's money; none for an agent. */
export function useAgentField(seesMany: boolean): FilterField[] {
  const t = useText();
  const agents = useAssignees(undefined, seesMany).data ?? [];
  if (!seesMany || agents.length === 0) return [];
  return [choiceField('agentId', t('words.agent'), peopleChoices(agents))];
}
