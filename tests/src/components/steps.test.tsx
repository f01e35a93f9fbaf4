// @vitest-environment page
import { act, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { keepFocus } from '../../../src/components/focus-keeping.ts';
import { Steps, StepsTo } from '../../../src/components/steps.tsx';
import { PATIENCE } from '../../support/patience.ts';
import { render } from '../support/render.tsx';

/** A run is begun, and looked at in steps that have to be read first; below are earlier ones. */
function Runs() {
  const [search] = useSearchParams();
  const [isBegun, setBegun] = useState(false);
  useEffect(keepFocus, []);
  return (
    <main>
      {isBegun || search.has('run') ? (
        <section>
          <StepsTo titles={['Plan']} active={0}>
            <p>Being read</p>
          </StepsTo>
        </section>
      ) : (
        <div>
          <button onClick={() => setBegun(true)}>Run</button>
        </div>
      )}
      <button>Export</button>
      <Link to="/runs?run=1">Yesterday</Link>
    </main>
  );
}

it.each(['Run', 'Yesterday'])('after %s the step has the focus', async (name) => {
  const view = await render(<Runs />, '/runs');
  const pressed = view.all('button, a').find((each) => each.textContent === name) as HTMLElement;
  await act(async () => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    pressed.focus();
  });
  await view.click(pressed);
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Being read'), PATIENCE);
});

/** A form whose buttons at its foot stay while its step becomes another. */
function Guided() {
  const [step, setStep] = useState(0);
  const titles = ['Profile', 'Portfolios'];
  return (
    <form aria-label="Add client" onSubmit={(event) => event.preventDefault()}>
      <Steps
        steps={titles.map((title) => ({ title, content: <input aria-label={title} /> }))}
        active={step}
        onStep={setStep}
      />
      <button type="button" onClick={() => setStep(step + 1)}>
        Next
      </button>
    </form>
  );
}

it('a button that stays at the foot of a form hands the focus on to the step it leads to', async () => {
  const view = await render(<Guided />);
  view.button('Next').focus();
  await view.click(view.button('Next'));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Step 2 of 2 Portfolios');
  expect(document.activeElement?.querySelector('input')).not.toBeNull();
});
