import type { TFunction } from 'i18next';
import { useWatch } from 'react-hook-form';
import type { CallAnswer } from '../../../contract/call.ts';
import { parseFields } from '../../../contract/errors.ts';
import { reportScheduleCalls } from '../../../contract/report-schedule.ts';
import type { ReportSchedule } from '../../../contract/report-schedule.ts';
import { CheckField } from '../../components/check-field.tsx';
import { TimeField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { MultiSelectField, SelectField } from '../../components/select-field.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { toldApart } from '../../lib/told-apart.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const body = reportScheduleCalls.changeReportSchedule.body;

/** What the inputs hold. */
interface Typed {
  rhythm: string;
  weekday: string;
  monthDay: number | null;
  at: string;
  format: string;
  isAttached: boolean;
  recipientIds: string[];
  /** The one that the form stands on; a new schedule has none. */
  revision?: number;
}

/** The body that what is typed stands for, checked; its problems at the inputs. */
function rules({ rhythm, weekday, monthDay, at, ...more }: Typed) {
  const day = rhythm === 'WEEKLY' ? { weekday: Number(weekday) } : { monthDay };
  const time = rhythm === 'DAILY' ? { rhythm, at } : { rhythm, at, ...day };
  const parsed = parseFields(body, { ...more, time });
  if (parsed.problems === null) return parsed;
  const problems = parsed.problems.map((problem) => ({
    ...problem,
    path: problem.path.replace(/^time\./, ''),
  }));
  return { ...parsed, problems };
}

const typedOf = ({ time, format, isAttached, recipients, revision }: ReportSchedule): Typed => ({
  rhythm: time.rhythm,
  weekday: String(time.rhythm === 'WEEKLY' ? time.weekday : 1),
  monthDay: time.rhythm === 'MONTHLY' ? time.monthDay : 1,
  at: time.at,
  format,
  isAttached,
  recipientIds: recipients.map(({ _id }) => _id),
  revision,
});

const NEW: Typed = {
  rhythm: 'DAILY',
  weekday: '1',
  monthDay: 1,
  at: '08:00',
  format: 'xlsx',
  isAttached: false,
  recipientIds: [],
};

/** A saved view or (without a report) a saved chart. */
export interface SentThing {
  readonly _id: string;
  readonly name: string;
  readonly report: ReportSchedule['report'];
}

type Recipient = CallAnswer<typeof reportScheduleCalls.listScheduleRecipients>['data'][number];

/** Whom it can be sent to. Who left stays to be seen, so that it can be taken out. */
function recipientChoices(
  t: TFunction,
  known: readonly Recipient[],
  chosen: readonly Omit<Recipient, 'username'>[],
) {
  const gone = chosen
    .filter(({ _id: id }) => known.every(({ _id }) => _id !== id))
    .map(({ _id, fullName, role }) => ({ _id, fullName, role, username: null }));
  const people = [...gone, ...known];
  const nameOf = toldApart(people);
  return people.map((each) => ({
    value: each._id,
    label: `${nameOf(each)} (${t(`roles.${each.role}`)})`,
  }));
}

/** When a view or a chart is sent, to whom, and how: of a new schedule, or of one that is there. */
export function ScheduleDialog(props: {
  view: SentThing;
  schedule?: ReportSchedule;
  onClose: () => void;
}) {
  const { view, schedule, onClose } = props;
  const t = useText();
  const create = useCallCommand(reportScheduleCalls.createReportSchedule);
  const change = useCallCommand(reportScheduleCalls.changeReportSchedule);
  const recipients = useCallQuery(reportScheduleCalls.listScheduleRecipients, {
    query: view.report === null ? {} : { report: view.report },
  });
  const sent = view.report === null ? { chartId: view._id } : { viewId: view._id };
  const options = recipientChoices(t, recipients.data?.data ?? [], schedule?.recipients ?? []);
  return (
    <DialogForm
      name="reportViews.scheduleTitle"
      about={schedule?._id ?? view._id}
      rules={rules}
      defaults={schedule === undefined ? NEW : typedOf(schedule)}
      title={t('reportViews.scheduleTitle', { name: view.name })}
      save={(checked) =>
        schedule === undefined
          ? create.mutateAsync({ body: { ...sent, ...checked } })
          : change.mutateAsync({
              params: { id: schedule._id },
              body: { ...checked, isActive: schedule.isActive },
            })
      }
      done={t(schedule === undefined ? 'reportViews.scheduled' : 'reportViews.changed')}
      onClose={onClose}
    >
      <TimeFields />
      <MultiSelectField
        name="recipientIds"
        text="reportViews.recipients"
        options={options}
        isRequired
      />
      <SelectField
        name="format"
        text="words.file"
        options={[
          { value: 'xlsx', label: t('reportWords.exportXlsx') },
          { value: 'csv', label: t('reportWords.exportCsv') },
        ]}
      />
      <CheckField name="isAttached" label={t('reportViews.isAttached')} />
    </DialogForm>
  );
}

function TimeFields() {
  const t = useText();
  const rhythm: unknown = useWatch({ name: 'rhythm' });
  return (
    <FieldRow>
      <SelectField
        name="rhythm"
        text="reportViews.rhythm"
        options={(['DAILY', 'WEEKLY', 'MONTHLY'] as const).map((value) => ({
          value,
          label: t(`reportViews.rhythms.${value}`),
        }))}
      />
      {rhythm === 'WEEKLY' && (
        <SelectField
          name="weekday"
          text="reportViews.weekday"
          options={WEEKDAYS.map((day) => ({
            value: String(day),
            label: t(`borrower.weekday.d${day}`),
          }))}
        />
      )}
      {rhythm === 'MONTHLY' && (
        <NumberField name="monthDay" text="reportViews.monthDay" isRequired />
      )}
      <TimeField name="at" text="words.time" isRequired />
    </FieldRow>
  );
}
