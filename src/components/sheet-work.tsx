import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../lib/texts/texts.ts';
import { useConfirm } from './confirm-dialog.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { EmptyState, ErrorState } from './screen-state.tsx';
import { showSuccess } from './toast-store.ts';
import classes from './sheet-work.module.css';

/** What every uploaded sheet tells of itself. */
interface Sheet {
  readonly fileName: string;
  readonly state: string;
  readonly error: string | null;
}

/** The button that begins with a new file. */
export function AnotherSheet({ onRestart }: { onRestart: () => void }) {
  const t = useText();
  return (
    <Button variant="default" onClick={onRestart}>
      {t('sheetWork.another')}
    </Button>
  );
}

/** A sheet by its state: the server's progress while it is at work, why it came to nothing, else its report. */
export function SheetState(props: {
  sheet: Sheet;
  /** What the server does with it now; null: nothing. */
  atWork: { label: string; done: number; total: number | null } | null;
  onRestart: () => void;
  children: ReactNode;
}) {
  const t = useText();
  const { sheet, atWork } = props;
  const another = <AnotherSheet onRestart={props.onRestart} />;
  if (atWork !== null)
    return (
      <div className={classes.step}>
        <ProgressPanel
          title={`${atWork.label} · ${sheet.fileName}`}
          done={atWork.done}
          total={atWork.total}
        >
          <p className={classes.quiet}>{t('sheetWork.leaveIt')}</p>
        </ProgressPanel>
      </div>
    );
  if (sheet.state === 'FAILED')
    return (
      <div className={classes.step}>
        <ErrorState message={sheet.error ?? t('sheetWork.failedTitle')} />
        <div className={classes.actions}>{another}</div>
      </div>
    );
  if (sheet.state === 'CANCELLED')
    return (
      <EmptyState title={t('sheetWork.droppedTitle')} body={sheet.fileName} action={another} />
    );
  return props.children;
}

/** A sheet's file, whose it is, and where it stands. */
export function SheetHead(props: { fileName: string; from: string; chip: ReactNode }) {
  return (
    <div className={classes.head}>
      <div>
        <h2 className={classes.title}>{props.fileName}</h2>
        <p className={classes.quiet}>{props.from}</p>
      </div>
      {props.chip}
    </div>
  );
}

/** What is decided about a sheet whose rows are told apart: take it in, or drop it. */
export function SheetDecision(props: {
  sheetId: string;
  /** Rows that taking it in would take. */
  rows: number;
  takeLabel: string;
  isTaking: boolean;
  onTake: () => void;
  drop: {
    isPending: boolean;
    mutate: (sheetId: string, options: { onSuccess: () => void }) => void;
  };
  onDropped: () => void;
  /** What stands beside the buttons. */
  children: ReactNode;
}) {
  const { sheetId, rows, drop, onDropped } = props;
  const t = useText();
  const confirm = useConfirm();
  const askDrop = async () => {
    const isSure = await confirm({
      title: t('sheetWork.dropTitle'),
      body: t('sheetWork.dropBody'),
      confirmLabel: t('sheetWork.drop'),
      cancelLabel: t('words.keepIt'),
      isDangerous: true,
    });
    if (!isSure) return;
    drop.mutate(sheetId, {
      onSuccess: () => {
        showSuccess(t('sheetWork.dropped'));
        onDropped();
      },
    });
  };
  return (
    <>
      <Button
        loading={props.isTaking}
        disabled={rows === 0}
        leftSection={<IconCheck size={16} aria-hidden />}
        onClick={props.onTake}
      >
        {props.takeLabel}
      </Button>
      <Button variant="subtle" color="red" loading={drop.isPending} onClick={() => void askDrop()}>
        {t('sheetWork.drop')}
      </Button>
      <span className={classes.quiet}>{props.children}</span>
    </>
  );
}
