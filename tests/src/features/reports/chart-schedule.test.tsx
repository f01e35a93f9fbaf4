// @vitest-environment page
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { reportScheduleCalls } from '../../../../contract/report-schedule.ts';
import { ReportSchedulesScreen } from '../../../../src/features/reports/schedules-screen.tsx';
import {
  FakeServer,
  madeId,
  onePage,
  openScreen,
  settled,
  submit,
  toasts,
} from '../../support/screen.tsx';

afterEach(() => vi.unstubAllGlobals());

it('a chart that the address names is scheduled, to people whom no report narrows', async () => {
  const server = new FakeServer()
    .on(reportScheduleCalls.listReportSchedules, { ...onePage([]), hasMail: true })
    .on(reportScheduleCalls.listScheduleRecipients, {
      data: [
        { _id: madeId(7), fullName: 'Meera Nambiar', username: 'meera', role: 'MANAGER' as const },
      ],
    })
    .on(reportScheduleCalls.createReportSchedule, { _id: madeId(9) });
  const address = `/report-schedules?chart=${madeId(5)}&name=Dues%20by%20bucket`;
  await openScreen(<ReportSchedulesScreen />, server, address);
  expect(document.body.textContent).toContain('Schedule “Dues by bucket”');
  const inputs = [...document.querySelectorAll<HTMLElement>('input[aria-haspopup="listbox"]')];
  for (const input of inputs) await act(async () => input.click());
  await settled();
  const option = [...document.querySelectorAll<HTMLElement>('[role="option"]')].find((one) =>
    one.textContent?.includes('Meera Nambiar'),
  );
  await act(async () => option?.click());
  await submit('[role="dialog"] form');
  await settled();
  const [recipients] = server.sentOf(reportScheduleCalls.listScheduleRecipients);
  expect(recipients?.query).toEqual({});
  expect(server.sentOf(reportScheduleCalls.createReportSchedule)[0]?.body).toMatchObject({
    chartId: madeId(5),
    recipientIds: [madeId(7)],
    time: { rhythm: 'DAILY', at: '08:00' },
  });
  expect(toasts()).toEqual(['The schedule was saved.']);
  expect(document.body.textContent).not.toContain('Schedule “Dues by bucket”');
});
