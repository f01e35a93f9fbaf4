import { ActionIcon } from '@mantine/core';
import { IconCalendarEvent, IconFileSpreadsheet, IconPhoto } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../lib/texts/texts.ts';
import { savePicture } from './picture-file.ts';
import { showError } from './toast-store.ts';
import classes from './chart.module.css';

/** Saves what is shown as a picture or a sheet. */
export function ChartFiles(props: {
  title: string;
  /** What holds the picture. */
  holder: RefObject<HTMLDivElement | null>;
  isSaving: boolean;
  onSheet: () => void;
  /** Where it can be scheduled; null: not by this reader. */
  scheduleAt?: string | null;
}) {
  const { title, holder, scheduleAt = null } = props;
  const t = useText();
  const saveImage = async () => {
    if (!(await savePicture(holder.current, title))) showError(t('visualizations.noPicture'));
  };
  const button = { variant: 'subtle', size: 'lg', className: classes.touch ?? '' } as const;
  return (
    <div className={classes.files}>
      <ActionIcon
        {...button}
        aria-label={t('visualizations.savePng', { name: title })}
        title="PNG"
        onClick={() => void saveImage()}
      >
        <IconPhoto size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label={t('visualizations.saveXlsx', { name: title })}
        title="XLSX"
        loading={props.isSaving}
        onClick={props.onSheet}
      >
        <IconFileSpreadsheet size={18} aria-hidden />
      </ActionIcon>
      {scheduleAt !== null && (
        <ActionIcon
          {...button}
          component={Link}
          to={scheduleAt}
          aria-label={t('visualizations.schedule', { name: title })}
          title={t('reportViews.send')}
        >
          <IconCalendarEvent size={18} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
