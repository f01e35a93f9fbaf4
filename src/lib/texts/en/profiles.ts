/** The own account (/myprofile, /profile, /my-profile). */
export const profiles = {
  title: 'My profile',
  contact: 'Contact details',
  since: 'Since',
  changePassword: 'Change password',
  currentPassword: 'Current password',
  newLoginHelp: 'You log in with what you changed: enter the password you have now.',
  newPassword: 'New password',
  newHelp: 'At least 8 characters.',
  again: 'New password again',
  passwordChanged: 'Your password was changed. Other devices are logged out.',
};
