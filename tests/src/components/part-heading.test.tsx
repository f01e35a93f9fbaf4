// @vitest-environment page
import { expect, it } from 'vitest';
import { FactGroup } from '../../../src/components/facts.tsx';
import { PartHead } from '../../../src/components/form-rows.tsx';
import { Panel } from '../../../src/components/page.tsx';
import { render } from '../support/render.tsx';

it('parts stand one below the heading over them: the panel’s, else the screen’s', async () => {
  const view = await render(
    <>
      <Panel>
        <FactGroup title="Sums" facts={[]} />
        <PartHead title="Basis" />
      </Panel>
      <Panel title="Contract">
        <FactGroup title="Limits" facts={[]} />
        <PartHead title="Hours" />
      </Panel>
    </>,
  );
  const levels = view.all('h2, h3').map((each) => `${each.tagName} ${each.textContent}`);
  expect(levels).toEqual(['H2 Sums', 'H2 Basis', 'H2 Contract', 'H3 Limits', 'H3 Hours']);
});
