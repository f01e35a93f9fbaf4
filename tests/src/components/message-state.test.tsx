// @vitest-environment page
import { expect, it } from 'vitest';
import { GATE_REASONS } from '../../../contract/contact-rules.ts';
import { jobSentence } from '../../../contract/job-words.ts';
import { MessageProblem } from '../../../src/components/message-state.tsx';
import type { ShownMessage } from '../../../src/components/message-state.tsx';
import { loadAllTexts, startTexts, text } from '../../../src/lib/texts/texts.ts';
import { render } from '../support/render.tsx';

const message = (state: ShownMessage['state'], error: string): ShownMessage => ({
  _id: 'm1',
  channel: 'SMS',
  number: '9876543210',
  text: 'Please pay.',
  templateName: 'Reminder',
  state,
  provider: 'http',
  error,
  reason: null,
  createdBy: null,
  createdAt: '2026-11-02T05:00:00.000Z',
  deliveredAt: null,
  readAt: null,
});

it('says a rule that refuses a message as every other screen does', async () => {
  const screen = await render(null);
  await loadAllTexts();
  for (const reason of GATE_REASONS) {
    const refused = { ...message('REFUSED', ''), error: null, reason };
    await screen.again(<MessageProblem message={refused} />);
    expect(screen.one('span').textContent).toBe(text()(`gate.${reason}`));
  }
});

it('says why a message did not arrive in the reader’s language, and a provider’s own words as they came', async () => {
  const screen = await render(null);
  await startTexts('hi');
  await loadAllTexts();
  const told = async (state: ShownMessage['state'], error: string) => {
    await screen.again(<MessageProblem message={message(state, error)} />);
    return screen.one('span').textContent;
  };
  expect(await told('UNKNOWN', jobSentence('message-unanswered', {}))).toMatch(/^समय पर जवाब/);
  expect(
    await told('FAILED', jobSentence('message-refused-with', { status: 400, words: 'DLT-7' })),
  ).toBe('जवाब मिला 400: DLT-7');
  expect(await told('FAILED', 'No such subscriber')).toBe('No such subscriber');
});
