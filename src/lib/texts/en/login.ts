/** The login and logout screens. */
export const login = {
  title: 'Log in',
  tagline: 'Loan recovery, from the client’s file to the last rupee.',
  taglineField: 'Your visits for today, with or without a network.',
  who: 'Log in as',
  staff: 'Staff',
  admin: 'Admin',
  client: 'Client',
  dialer: 'Dialer',
  email: 'Email',
  password: 'Password',
  door: {
    ADMIN: 'This account logs in as Admin. Choose Admin above.',
    CLIENT: 'This account logs in as Client. Choose Client above.',
    STAFF: 'This account logs in as Staff, not here.',
    FIELD_AGENT: 'This account is a field agent’s. Use the login for field agents.',
  },
  disabled:
    'This account is disabled. Ask your manager or an admin; what you saved on this device stays on it.',
  submit: 'Log in',
  slow: 'The network is slow. Still waiting for an answer, for half a minute at most.',
  needEmail: 'Enter your email.',
  needPassword: 'Enter your password.',
  fieldTitle: 'Field agent',
  fieldLink: 'Field agent? Log in here',
  staffLink: 'Not a field agent? Log in here',
  unlocking: 'Opening what is stored on this phone…',
  offlineHint: 'No network. You can log in with the password you last used on this phone.',
  idle: 'You were logged out after 10 minutes without activity, by the clock of this device. Log in to go on; what you saved is safe.',
  ended: 'Your session has ended. Log in to go on; what you saved is safe.',
  cleared:
    'What this browser kept for this site was removed, and with it all that was not sent yet. Log in to go on.',
  locked:
    'Log in to open what is kept on this device: nothing on it opens without your password. It works without a network too, and nothing is lost.',
  leaving: 'Logging out…',
  network: 'Network error',
};
