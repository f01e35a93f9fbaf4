import { Button, Modal } from '@mantine/core';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import type { AgentSkill } from '../../../contract/agent-skill.ts';
import { allocationRuleCalls } from '../../../contract/allocation-rule-calls.ts';
import { FormFrame, useSchemaForm } from '../../components/form.tsx';
import { TextAreaField } from '../../components/form-field.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { TagsField } from '../../components/tags-field.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
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

interface SkillValues {
  languages: string[];
  products: string[];
  pincodes: string;
  capacity: number | null;
}

function skillSchema(t: TFunction): z.ZodType<SkillValues, SkillValues> {
  return z.object({
    languages: z.array(z.string()),
    products: z.array(z.string()),
    pincodes: z
      .string()
      .refine((typed) => listValues(typed).every((pincode) => /^\d{1,6}$/.test(pincode)), {
        error: t('allocationRules.pincodesWrong'),
      }),
    capacity: z
      .number({ error: t('allocationRules.capacityWrong') })
      .max(1_000_000, { error: t('allocationRules.capacityWrong') })
      .nullable(),
  });
}

/** What one agent can take. */
export function SkillDialog({ agent, onClose }: { agent: AgentSkill; onClose: () => void }) {
  const t = useText();
  useFocusReturn();
  const save = useCallCommand(allocationRuleCalls.saveAgentSkills);
  const { fullName: name } = agent;
  const form = useSchemaForm<SkillValues, SkillValues>(skillSchema(t), {
    languages: agent.languages,
    products: agent.products,
    pincodes: agent.pincodes.join(', '),
    capacity: agent.capacity,
  });
  const submit = async (values: SkillValues) => {
    const skills = { ...values, pincodes: listValues(values.pincodes) };
    await save.mutateAsync({ params: { id: agent._id }, body: skills });
    showSuccess(t('allocationRules.skillsSaved', { name }));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('allocationRules.editSkills', { name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <FormFrame
        form={form}
        onSubmit={submit}
        hasLeavePrompt={false}
        label={t('allocationRules.editSkills', { name })}
        actions={
          <>
            <Button type="submit" loading={form.formState.isSubmitting}>
              {t('common.save')}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
          </>
        }
      >
        <SkillFields />
      </FormFrame>
    </Modal>
  );
}

function SkillFields() {
  const t = useText();
  return (
    <>
      <TagsField
        name="languages"
        label={t('allocationRules.languages')}
        placeholder={t('allocationRules.noLimit')}
        suggestions={LANGUAGES}
      />
      <TagsField
        name="products"
        label={t('allocationRules.products')}
        placeholder={t('allocationRules.noLimit')}
      />
      <TextAreaField
        name="pincodes"
        label={t('allocationRules.pincodes')}
        help={t('allocationRules.pincodesHelp')}
        placeholder={t('allocationRules.noLimit')}
      />
      <NumberField
        name="capacity"
        label={t('allocationRules.capacity')}
        placeholder={t('allocationRules.noLimit')}
      />
    </>
  );
}
