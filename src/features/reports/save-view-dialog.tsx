import type { LoggedInUser } from '../../../contract/auth.ts';
import { mayReadReport } from '../../../contract/report-engine.ts';
import type { ReportName } from '../../../contract/report-names.ts';
import { reportViewCalls } from '../../../contract/report-view.ts';
import type { ReportLook, ReportView } from '../../../contract/report-view.ts';
import { ROLES } from '../../../contract/roles.ts';
import type { Role } from '../../../contract/roles.ts';
import { TextField } from '../../components/form-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { MultiSelectField } from '../../components/select-field.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';

const rules = reportViewCalls.createReportView.body.pick({ name: true, roles: true });

const SHARERS: ReadonlySet<Role> = new Set(['ADMIN', 'SUPER_ADMIN', 'MANAGER', 'CLIENT_ADMIN']);

/** A name for how a report is looked at now, and whom it is shared with. */
export function SaveViewDialog(props: {
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
      <TextField name="name" label={t('words.name')} isRequired />
      {SHARERS.has(user.role) && (
        <MultiSelectField
          name="roles"
          label={t('reportViews.roles')}
          help={t('reportViews.rolesHelp')}
          options={readers.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
        />
      )}
    </DialogForm>
  );
}
