// @vitest-environment page
import { useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { allocationCalls } from '../../../../contract/allocation.ts';
import { allocationRunCalls } from '../../../../contract/allocation-run.ts';
import { loanCalls } from '../../../../contract/loan-calls.ts';
import { AutoAllocationScreen } from '../../../../src/features/auto-allocation/auto-allocation-screen.tsx';
import { FakeServer, element, onePage, openScreen, press, viewer } from '../../support/screen.tsx';

function Address() {
  const { search } = useLocation();
  return <p data-testid="address">{search}</p>;
}

const server = () =>
  new FakeServer()
    .on(allocationRunCalls.countAllocatable, { loans: 40, due: 900_000 })
    .on(allocationRunCalls.listAllocationRuns, onePage([]))
    .on(allocationCalls.listAssignees, { data: [] })
    .on(loanCalls.getDistinctBucketClients, {
      clients: [],
      buckets: [],
      cities: [],
      products: [],
    });

const open = (address: string) =>
  openScreen(
    <>
      <AutoAllocationScreen user={viewer('MANAGER')} />
      <Address />
    </>,
    server(),
    address,
  );

/** Whether leaving the page would be asked about. */
const isAsked = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true, bubbles: false }));

it('the step stands in the address, both ways', async () => {
  const view = await open('/loans/auto-allocation?bucket=B1');
  await press('Continue to people');
  expect(view.one('[data-testid="address"]').textContent).toBe('?bucket=B1&step=whom');
  await press('Back');
  expect(view.one('[data-testid="address"]').textContent).toBe('?bucket=B1');
  const again = await open('/loans/auto-allocation?step=whom');
  expect(again.text()).toContain('Make the plan');
});

it('leaving asks once something was chosen', async () => {
  const view = await open('/loans/auto-allocation?step=whom');
  expect(isAsked()).toBe(false);
  await view.click(element('input[type="radio"][value="First"]'));
  expect(isAsked()).toBe(true);
});
