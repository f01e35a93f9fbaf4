/** The own account (/myprofile, /profile, /my-profile). */
export const profiles = {
  title: 'My profile',
  contact: 'Contact details',
  account: 'Account',
  username: 'User name',
  since: 'Since',
  passwordTitle: 'Password',
  changePassword: 'Change password',
  currentPassword: 'Current password',
  newLoginHelp: 'You log in with what you changed: enter the password you have now.',
  newPassword: 'New password',
  newHelp: 'At least 8 characters.',
  again: 'New password again',
  passwordChanged: 'Your password was changed. Other devices are logged out.',
};
