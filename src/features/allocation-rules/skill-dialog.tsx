import { z } from 'zod';
import type { AgentSkill } from '../../../contract/agent-skill.ts';
import { allocationRuleCalls } from '../../../contract/allocation-rule-calls.ts';
import { says } from '../../../contract/errors.ts';
import { TextAreaField } from '../../components/form-field.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { TagsField } from '../../components/tags-field.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { listValues } from './rule-form.ts';

/** What people in India's collection floors speak; any other can be typed. */
const LANGUAGES = [
  'Hindi',
  'English',
  'Marathi',
  'Gujarati',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Bengali',
  'Odia',
  'Punjabi',
  'Urdu',
];

const skillSchema = z.object({
  languages: z.array(z.string()),
  products: z.array(z.string()),
  pincodes: z
    .string()
    .transform((typed) => listValues(typed))
    .refine((all) => all.every((pincode) => /^\d{1,6}$/.test(pincode)), says('not-pincodes')),
  capacity: z.int().max(1_000_000).nullable(),
  revision: z.int(),
});

/** What one agent can take. */
export function SkillDialog({ agent, onClose }: { agent: AgentSkill; onClose: () => void }) {
  const t = useText();
  const save = useCallCommand(allocationRuleCalls.saveAgentSkills);
  const { fullName: name } = agent;
  return (
    <DialogForm
      name="allocationRules.editSkills"
      about={agent._id}
      title={t('allocationRules.editSkills', { name })}
      rules={skillSchema}
      defaults={{
        languages: agent.languages,
        products: agent.products,
        pincodes: agent.pincodes.join(', '),
        capacity: agent.capacity,
        revision: agent.revision,
      }}
      save={(skills) => save.mutateAsync({ params: { id: agent._id }, body: skills })}
      done={t('allocationRules.skillsSaved', { name })}
      onClose={onClose}
    >
      <SkillFields />
    </DialogForm>
  );
}

function SkillFields() {
  const t = useText();
  return (
    <>
      <TagsField
        name="languages"
        text="allocationRules.languages"
        placeholder={t('allocationRules.noLimit')}
        suggestions={LANGUAGES}
      />
      <TagsField
        name="products"
        text="allocationRules.products"
        placeholder={t('allocationRules.noLimit')}
      />
      <TextAreaField
        name="pincodes"
        text="allocationRules.pincodes"
        placeholder={t('allocationRules.noLimit')}
      />
      <NumberField
        name="capacity"
        text="allocationRules.capacity"
        placeholder={t('allocationRules.noLimit')}
      />
    </>
  );
}
