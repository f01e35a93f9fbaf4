// @vitest-environment page
import { afterEach, expect, it, vi } from 'vitest';
import { listExportCalls } from '../../../contract/list-export.ts';
import { useMarkedSheet } from '../../../src/data/marked-sheet.ts';
import { saveSheet } from '../../../src/lib/sheet.ts';
import { FakeServer, openScreen, Refusal, settled } from '../support/screen.tsx';

vi.mock(import('../../../src/lib/sheet.ts'));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(saveSheet).mockReset();
});

const table = { head: ['Client'], rows: [['Xenon Finance']], totals: ['Total'] };

function Saver() {
  const save = useMarkedSheet('settlement-report', ['Xenon Finance']);
  return (
    <button type="button" onClick={() => void save('a.xlsx', table).catch(() => undefined)}>
      Save
    </button>
  );
}

it('a table that a screen saves carries the watermarks of its lenders, and who took it is noted', async () => {
  const server = new FakeServer().on(listExportCalls.markFile, { marks: ['Secret · Asha'] });
  const view = await openScreen(<Saver />, server);
  view.one('button').click();
  await settled();
  expect(server.sentOf(listExportCalls.markFile)[0]?.body).toEqual({
    screen: 'settlement-report',
    rows: 1,
    clientName: ['Xenon Finance'],
  });
  expect(vi.mocked(saveSheet).mock.calls).toEqual([
    ['a.xlsx', { ...table, notes: ['Secret · Asha'] }],
  ]);
});

it('without the server’s word nothing is saved', async () => {
  const server = new FakeServer().on(listExportCalls.markFile, () => {
    throw new Refusal(403, {});
  });
  const view = await openScreen(<Saver />, server);
  view.one('button').click();
  await settled();
  expect(saveSheet).not.toHaveBeenCalled();
});
