import { Suspense, createContext, useContext, useDeferredValue } from 'react';
import type { ReactNode } from 'react';

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
  // A call that arrives is worked at once: what is beside it comes after.
  const isTime = useDeferredValue(true, false);
  return render !== null && isTime ? <Suspense>{render(props)}</Suspense> : null;
}
