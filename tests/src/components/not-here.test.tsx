// @vitest-environment page
import { expect, it } from 'vitest';
import { Dialog } from '../../../src/components/dialog.tsx';
import { LoadProblem } from '../../../src/components/load-problem.tsx';
import { PageHeader } from '../../../src/components/page.tsx';
import { render } from '../support/render.tsx';

const missing = Object.assign(new Error('No such invoice.'), { status: 404 });
const problem = <LoadProblem error={missing} onRetry={() => undefined} />;

it('a record that is not there leads back to where it was chosen', async () => {
  const view = await render(
    <main>
      <PageHeader title="Invoice" backTo="/client-revenue" />
      {problem}
    </main>,
  );
  const ways = view.all('main > :not(header) a').map((each) => each.getAttribute('href'));
  expect(ways).toEqual(['/client-revenue']);
});

it('a screen without a way back leads to the start page, a dialog nowhere', async () => {
  const view = await render(<main>{problem}</main>);
  expect(view.one('main a').getAttribute('href')).toBe('/');
  await render(
    <Dialog title="History" onClose={() => undefined}>
      {problem}
    </Dialog>,
  );
  expect(document.querySelector('[role="dialog"] a')).toBeNull();
});
