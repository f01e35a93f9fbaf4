import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { usePhone } from './use-phone.ts';

/**
 * What a dialog ends with, and a step of a wizard: what it is for stands at the right, on a phone above what gives it up (`dismiss`). Tab and a screen
 * reader go the same way as the eye.
 */
export function DialogActions(props: {
  dismiss: ReactNode;
  children?: ReactNode;
  className?: string | undefined;
}) {
  const isPhone = usePhone();
  const ways = [
    <Fragment key="dismiss">{props.dismiss}</Fragment>,
    <Fragment key="main">{props.children}</Fragment>,
  ];
  return (
    <div className={`rc-dialog-actions ${props.className ?? ''}`}>
      {isPhone ? ways.toReversed() : ways}
    </div>
  );
}
