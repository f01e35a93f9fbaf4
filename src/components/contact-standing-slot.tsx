import { Suspense, createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { Afterwards } from './afterwards.tsx';
import { Panel } from './page.tsx';
import { LoadingState } from './screen-state.tsx';

/** What the panel of a loan's contact rules takes. */
export interface ContactStandingProps {
  loanId: string;
  /** The borrower's numbers, of which one may turn out to be somebody else's. */
  numbers: readonly (string | null)[];
}

/** The panel belongs to the contact rules; the frame gives it to every screen of a loan. */
export const ContactStandingContext = createContext<
  ((props: ContactStandingProps) => ReactNode) | null
>(null);

/** What stands against contacts with a loan's borrower, and the buttons that change it. */
export function ContactStanding(props: ContactStandingProps) {
  const render = useContext(ContactStandingContext);
  if (render === null) return null;
  const meanwhile = (
    <Panel>
      <LoadingState rows={4} />
    </Panel>
  );
  return (
    <Afterwards meanwhile={meanwhile}>
      <Suspense fallback={meanwhile}>{render(props)}</Suspense>
    </Afterwards>
  );
}
