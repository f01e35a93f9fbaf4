import { ActionIcon } from '@mantine/core';
import { IconCalendarEvent, IconFileSpreadsheet, IconPhoto } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../lib/texts/texts.ts';
import { showError } from './toast-store.ts';
import classes from './chart.module.css';
import { saveBlob } from '../lib/download.ts';

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

/** Saves the chart that is drawn within an element as a PNG, on the page's own ground. False: none is drawn there. */
async function savePicture(holder: HTMLElement | null, name: string): Promise<boolean> {
  const drawn = holder?.querySelector('canvas') ?? null;
  if (holder === null || drawn === null) return false;
  const sheet = document.createElement('canvas');
  sheet.width = drawn.width;
  sheet.height = drawn.height;
  const pen = sheet.getContext('2d');
  if (pen === null) return false;
  pen.fillStyle = getComputedStyle(holder).getPropertyValue('--rc-surface').trim() || '#fff';
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.drawImage(drawn, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => sheet.toBlob(resolve, 'image/png'));
  if (blob === null) return false;
  saveBlob({ blob, fileName: `${name.replaceAll(/[\\/:*?"<>|]+/g, ' ').trim() || 'chart'}.png` });
  return true;
}
