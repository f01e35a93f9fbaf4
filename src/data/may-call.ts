import type { Call } from '../../contract/call.ts';
import { storedUser } from '../remote/stored-user.ts';

/** Whether the person logged in may ask a call; the server checks again. */
export function mayCall({ roles }: Pick<Call, 'roles'>): boolean {
  const role = storedUser()?.role;
  return role !== undefined && (roles === 'any' || roles.includes(role));
}
