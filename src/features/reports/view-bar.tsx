import { Button, Menu, Select } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { ReportName } from '../../../contract/report-names.ts';
import { SCHEDULES_SCREEN } from '../../../contract/report-schedule.ts';
import { VIEW_SHARERS, reportViewCalls } from '../../../contract/report-view.ts';
import type { ReportLook, ReportView } from '../../../contract/report-view.ts';
import { mayReadReport } from '../../../contract/report-engine.ts';
import { ROLES } from '../../../contract/roles.ts';
import type { Role } from '../../../contract/roles.ts';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { TextField } from '../../components/form-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { MultiSelectField } from '../../components/select-field.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { mayCall } from '../../data/may-call.ts';
import { useText } from '../../lib/texts/texts.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import classes from './reports.module.css';

const rules = reportViewCalls.createReportView.body.pick({ name: true, roles: true });

/** A name for how a report is looked at now, and whom it is shared with. */
function SaveViewDialog(props: {
  name: ReportName;
  user: LoggedInUser;
  look: ReportLook;
  onSaved: (view: ReportView) => void;
  onClose: () => void;
}) {
  const { name: report, user, look } = props;
  const t = useText();
  const create = useCallCommand(reportViewCalls.createReportView);
  const readers = ROLES.filter((role) => mayReadReport(report, role));
  return (
    <DialogForm
      name="reportViews.saveTitle"
      rules={rules}
      defaults={{ name: '', roles: [] as Role[] }}
      title={t('reportViews.saveTitle')}
      save={(named) => create.mutateAsync({ body: { report, look, ...named } })}
      done={t('reportViews.saved')}
      onSaved={props.onSaved}
      onClose={props.onClose}
    >
      <TextField name="name" text="words.name" isRequired />
      {VIEW_SHARERS.has(user.role) && (
        <MultiSelectField
          name="roles"
          text="reportViews.roles"
          options={readers.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
        />
      )}
    </DialogForm>
  );
}

interface ViewBarProps {
  name: ReportName;
  user: LoggedInUser;
  /** How the report is looked at now. */
  look: () => ReportLook;
  onApply: (look: ReportLook) => void;
}

/** The saved views of a report: choosing, saving, sharing, sending one. */
export function ViewBar({ name, user, look, onApply }: ViewBarProps) {
  const t = useText();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [opened, setOpened] = useState<'save' | ReportView | null>(null);
  const views = useCallQuery(reportViewCalls.listReportViews, { query: { report: name } });
  const all = views.data?.data ?? [];
  const chosen = all.find(({ _id }) => _id === chosenId) ?? null;
  const choose = (id: string | null) => {
    setChosenId(id);
    const view = all.find(({ _id }) => _id === id);
    if (view !== undefined) onApply(view.look);
  };
  return (
    <>
      {all.length > 0 && (
        <Select
          className={classes.day}
          label={t('reportViews.view')}
          placeholder={t('reportViews.noView')}
          clearable
          value={chosen?._id ?? null}
          data={all.map((view) => ({
            value: view._id,
            label: view.isOwn
              ? view.name
              : t('reportViews.shared', { name: view.name, owner: view.ownerName }),
          }))}
          onChange={choose}
        />
      )}
      <ViewMenu chosen={chosen} look={look} open={setOpened} onRemoved={() => setChosenId(null)} />
      {opened === 'save' && (
        <SaveViewDialog
          name={name}
          user={user}
          look={look()}
          onSaved={({ _id }) => setChosenId(_id)}
          onClose={() => setOpened(null)}
        />
      )}
      {opened !== null && opened !== 'save' && (
        <ScheduleDialog view={opened} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

/** Asks, then removes a view. */
function useRemoval(onRemoved: () => void) {
  const t = useText();
  const confirm = useConfirm();
  const remove = useCallCommand(reportViewCalls.removeReportView, {
    onDone: () => {
      showSuccess(t('reportViews.removed'));
      onRemoved();
    },
  });
  return async ({ _id: id, name }: ReportView) => {
    const question = {
      body: t('reportViews.removeBody'),
      confirmLabel: t('widgets.removeFile', { name }),
      isDangerous: true,
    };
    if (await confirm(question)) remove.mutate({ params: { id } });
  };
}

function ViewMenu(props: {
  chosen: ReportView | null;
  look: () => ReportLook;
  open: (what: 'save' | ReportView) => void;
  onRemoved: () => void;
}) {
  const { chosen, look, open, onRemoved } = props;
  const t = useText();
  const change = useCallCommand(reportViewCalls.changeReportView, {
    onDone: () => showSuccess(t('reportViews.replaced')),
  });
  const handleRemove = useRemoval(onRemoved);
  const own = chosen?.isOwn === true ? chosen : null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          className={classes.atEnd}
          leftSection={<IconBookmark size={16} aria-hidden />}
        >
          {t('reportViews.actions')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => open('save')}>{t('reportViews.save')}</Menu.Item>
        {chosen !== null && mayCall(SCHEDULES_SCREEN) && (
          <Menu.Item onClick={() => open(chosen)}>{t('reportViews.send')}</Menu.Item>
        )}
        {own !== null && (
          <Menu.Item
            onClick={() =>
              change.mutate({
                params: { id: own._id },
                body: { name: own.name, roles: own.roles, look: look() },
              })
            }
          >
            {t('reportViews.replace', { name: own.name })}
          </Menu.Item>
        )}
        {chosen !== null && (chosen.mayRemove ?? chosen.isOwn) && (
          <Menu.Item color="red" onClick={() => void handleRemove(chosen)}>
            {t('widgets.removeFile', { name: chosen.name })}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
