import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Role } from '../../../contract/roles.ts';
import { showInfo } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';

/** After a decision the notifications follow (spec 4.4, 9). */
const REDIRECT_MS = 3000;

/** Those whom the spec's route of notifications is for; the others have the same under an address of ours. */
const AT_NOTIFICATIONS: ReadonlySet<Role> = new Set([
  'COLLECTOR',
  'MANAGER',
  'CUSTOMER',
  'CLIENT_ADMIN',
]);

/** Leads to the notifications three seconds after a decision, unless the screen was left. */
export function useFollowUp(role: Role): () => void {
  const t = useText();
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    const path = AT_NOTIFICATIONS.has(role) ? '/notifications' : '/my-notifications';
    showInfo(t('settlements.redirect'));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void navigate(path), REDIRECT_MS);
  };
}
