import { Button } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { EmptyState } from './screen-state.tsx';
import { useText } from '../lib/texts/texts.ts';

/** The address names nobody whom the viewer may see. */
export function NoSuchPerson({ backTo }: { backTo: string }) {
  const t = useText();
  return (
    <EmptyState
      icon={<IconUserQuestion size={24} stroke={1.6} />}
      title={t('people.missingTitle')}
      body={t('people.missingBody')}
      action={
        <Button component={Link} to={backTo} variant="default">
          {t('people.toList')}
        </Button>
      }
    />
  );
}
