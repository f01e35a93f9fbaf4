import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { FormFrame } from '../../components/form.tsx';
import { PageHeader, Panel } from '../../components/page.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { CLIENT_PARTS } from './client-steps.tsx';
import classes from './clients.module.css';
import { NewClientPage } from './new-client-page.tsx';
import type { NewClientWork } from './use-new-client.ts';

/** `/old-create-client`: the same contract on one page, for those who know it (admin). */
export function OldCreateClientScreen() {
  const t = useText();
  const header = (
    <PageHeader
      title={t('clients.add')}
      subtitle={t('clients.onePageSubtitle')}
      backTo="/clients"
      actions={
        <Button component={Link} to="/create-client" variant="default">
          {t('clients.stepByStep')}
        </Button>
      }
    />
  );
  return <NewClientPage header={header} render={(work) => <OnePage work={work} />} />;
}

function OnePage({ work }: { work: NewClientWork }) {
  const t = useText();
  return (
    <FormFrame
      name="clients.addTitle"
      form={work.form}
      label={t('clients.add')}
      // The page around asks, and says that a draft is kept.
      hasLeavePrompt={false}
      onSubmit={(body) => work.send(body)}
      actions={
        <Button
          type="submit"
          loading={work.form.formState.isSubmitting}
          leftSection={<IconCheck size={16} aria-hidden />}
        >
          {t('clients.store')}
        </Button>
      }
    >
      {CLIENT_PARTS.map((part) => (
        <Panel key={part.key} title={t(part.title)}>
          <div className={classes.step}>{part.render(work)}</div>
        </Panel>
      ))}
    </FormFrame>
  );
}
