// @vitest-environment page
import { act } from 'react';
import { afterAll, expect, it } from 'vitest';
import { LoanCard } from '../../../../src/features/field-day/loan-card.tsx';
import { contacts as english } from '../../../../src/lib/texts/en/contacts.ts';
import { contacts as hindi } from '../../../../src/lib/texts/hi/contacts.ts';
import { switchLanguage } from '../../../../src/lib/texts/texts.ts';
import { pulledLoan } from '../../offline/support.ts';
import { render } from '../../support/render.tsx';

afterAll(() => switchLanguage('en'));

/** A card of a loan whose last contact ended so; the phone has the server's English label of it. */
const cardOf = (disposition: string, label: string) => (
  <LoanCard
    cached={{
      ...pulledLoan({ disposition }),
      pendingEdits: {},
      isWaiting: false,
      distanceMetres: null,
    }}
    codeLabels={new Map([[disposition, label]])}
    outlook={null}
    isExpected={false}
  />
);

it('says how the last contact ended in the reader’s language, a code of the agency’s own as it is', async () => {
  const view = await render(cardOf('RINGING', english.code.RINGING));
  expect(view.text()).toContain(english.code.RINGING);
  await act(async () => switchLanguage('hi'));
  expect(view.text()).toContain(hindi.code.RINGING);
  await view.again(cardOf('OUR_OWN', 'Our own words'));
  expect(view.text()).toContain('Our own words');
});
