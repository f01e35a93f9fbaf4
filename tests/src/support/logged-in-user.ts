import type { LoggedInUser } from '../../../contract/auth.ts';

/** Somebody as a login answers, called by one name everywhere. */
export const loggedInUser = (
  name: string,
  role: LoggedInUser['role'] = 'FIELD_AGENT',
): LoggedInUser => ({
  _id: name,
  username: name,
  fullName: name,
  role,
  createdBy: null,
  client: null,
  Client_Name: null,
  location: null,
  noBiReport: null,
});
