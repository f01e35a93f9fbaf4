import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { FormFrame } from '../../components/form.tsx';
import { checkParts } from '../../components/form-problems.tsx';
import { PageHeader, Panel } from '../../components/page.tsx';
import { Steps } from '../../components/steps.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { CLIENT_PARTS, partOf } from './client-steps.tsx';
import { ClientSummary } from './client-summary.tsx';
import classes from './clients.module.css';
import { NewClientPage } from './new-client-page.tsx';
import type { NewClientWork } from './use-new-client.ts';

/** The summary comes after the parts. */
const LAST = CLIENT_PARTS.length;

/** `/create-client`: a client's contract step by step; nothing is stored before the last one (admin). */
export function CreateClientScreen() {
  const t = useText();
  const header = (
    <PageHeader
      title={t('clients.add')}
      subtitle={t('clients.addSubtitle')}
      backTo="/clients"
      actions={
        <Button component={Link} to="/old-create-client" variant="default">
          {t('clients.onOnePage')}
        </Button>
      }
    />
  );
  return <NewClientPage header={header} width="wide" render={(work) => <Wizard work={work} />} />;
}

/** The steps: a wrong field keeps the person in its step, one that the server refuses brings them back to it. */
function useWizard({ form }: NewClientWork) {
  const [step, setStep] = useState(0);
  const top = useRef<HTMLDivElement>(null);
  const show = (next: number) => {
    setStep(next);
    top.current?.scrollIntoView({ block: 'start' });
  };
  const goOn = async () => {
    const fields = CLIENT_PARTS[step]?.fields ?? [];
    if (await checkParts(form, fields)) show(step + 1);
  };
  const showFirst = (paths: readonly string[]) => {
    const steps = paths.map(partOf);
    if (steps.length > 0) show(Math.min(...steps));
  };
  return { step, show, goOn, showFirst, top };
}

interface WizardActionsProps {
  readonly step: number;
  readonly onBack: () => void;
  readonly isBusy: boolean;
}

function WizardActions({ step, onBack, isBusy }: WizardActionsProps) {
  const t = useText();
  return (
    <DialogActions
      className={classes.actions}
      dismiss={
        <Button
          variant="default"
          disabled={step === 0}
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onBack}
        >
          {t('common.back')}
        </Button>
      }
    >
      {step < LAST ? (
        <Button type="submit" rightSection={<IconArrowRight size={16} aria-hidden />}>
          {t('common.next')}
        </Button>
      ) : (
        <Button type="submit" loading={isBusy} leftSection={<IconCheck size={16} aria-hidden />}>
          {t('clients.store')}
        </Button>
      )}
    </DialogActions>
  );
}

function Wizard({ work }: { work: NewClientWork }) {
  const t = useText();
  const { step, show, goOn, showFirst, top } = useWizard(work);
  const steps = [
    ...CLIENT_PARTS.map((part) => ({
      title: t(part.title),
      content: (
        <Panel title={t(part.title)}>
          <div className={classes.step}>{part.render(work)}</div>
        </Panel>
      ),
    })),
    {
      title: t('clients.steps.summary'),
      content: <ClientSummary work={work} onStep={show} />,
    },
  ];
  return (
    <FormFrame
      name="clients.addTitle"
      form={work.form}
      label={t('clients.add')}
      // The page around asks, and says that a draft is kept.
      hasLeavePrompt={false}
      onSubmit={(body) => work.send(body, showFirst)}
      onInvalid={showFirst}
      onNext={step < LAST ? () => void goOn() : undefined}
      foot={
        <WizardActions
          step={step}
          onBack={() => show(step - 1)}
          isBusy={work.form.formState.isSubmitting}
        />
      }
    >
      <div ref={top} className={`${classes.step} ${classes.wizard}`}>
        <Steps steps={steps} active={step} onStep={show} />
      </div>
    </FormFrame>
  );
}
