import { useNavigate, useSearchParams } from 'react-router-dom';
import { employeeCostSchema, employeeRevenueCalls } from '../../../contract/employee-revenue.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import { parseFields } from '../../../contract/errors.ts';
import { Awaited } from '../../components/loaded.tsx';
import { AmountField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { NotHere } from '../../components/not-here.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { dayInputSchema } from '../../../contract/values.ts';
import { formatMonth, thisMonth } from '../../lib/months.ts';
import { useText } from '../../lib/texts/texts.ts';

/** `/revenue/edit?id=&month=`: what a person costs in a month. */
export function RevenueEditScreen() {
  const t = useText();
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const asked = dayInputSchema.safeParse(params.get('month') ?? '');
  const month = asked.success ? asked.data : thisMonth();
  const people = useCallQuery(
    employeeRevenueCalls.readEmployeeCost,
    { params: { id }, query: { month } },
    { enabled: id !== '' },
  );
  const back = `/revenues?month=${month}`;
  const person = people.data;
  return (
    <Page width="form">
      <PageHeader
        title={t('revenue.costsTitle')}
        backTo={back}
        {...(person !== undefined && {
          subtitle: t('revenue.costsSubtitle', { name: person.name, month: formatMonth(month) }),
        })}
      />
      {id === '' ? (
        <NotHere title={t('revenue.costsTitle')} body={t('revenue.chooseShort')} />
      ) : person !== undefined ? (
        <CostForm key={`${id}${month}`} person={person} month={month} back={back} />
      ) : (
        <Awaited of={people} kind="form" />
      )}
    </Page>
  );
}

type Costs = CallAnswer<typeof employeeRevenueCalls.readEmployeeCost>;

/** A cost that is left empty is none; the entered incentive below a statement's stays. */
const rulesOf =
  (isStated: boolean) =>
  (
    values: Record<'personId' | 'salary' | 'incentive' | 'calls' | 'visits' | 'revision', unknown>,
  ) =>
    parseFields(employeeCostSchema, {
      personId: values.personId,
      revision: values.revision,
      salary: values.salary ?? 0,
      ...(!isStated && { incentive: values.incentive ?? 0 }),
      calls: values.calls ?? 0,
      visits: values.visits ?? 0,
    });

const STATED_RULES = rulesOf(true);
const ENTERED_RULES = rulesOf(false);

function CostForm({ person, month, back }: { person: Costs; month: string; back: string }) {
  const t = useText();
  const navigate = useNavigate();
  const set = useBodyCommand(employeeRevenueCalls.setEmployeeCosts);
  const { personId, salary, incentive, calls, visits, isStated, revision } = person;
  return (
    <Panel>
      <ScreenForm
        name="revenue.costsTitle"
        label={t('revenue.costsTitle')}
        rules={isStated ? STATED_RULES : ENTERED_RULES}
        defaults={{ personId, salary, incentive, calls, visits, revision }}
        save={(cost) => set.mutateAsync({ month, costs: [cost] })}
        done={t('toasts.updated')}
        onSaved={() => void navigate(back)}
      >
        <FieldRow>
          <AmountField name="salary" text="revenue.salary" />
          <AmountField
            name="incentive"
            text="words.incentive"
            isDisabled={isStated}
            {...(isStated && { help: t('revenue.incentiveStated') })}
          />
        </FieldRow>
        <FieldRow>
          <AmountField name="calls" text="revenue.calls" />
          <AmountField name="visits" text="revenue.visits" />
        </FieldRow>
      </ScreenForm>
    </Panel>
  );
}
