/** What can go wrong on this device without the server having a say. */
export const offline = {
  error: {
    LOCKED: 'Your data on this device is locked. Log in again; nothing is lost.',
    UNKNOWN_USER: 'This device does not know you yet. Log in once with a network.',
    WRONG_PIN: 'This PIN is wrong.',
    PIN_USED_UP: 'Too many wrong PINs. Log in with your password; nothing is lost.',
    PASSWORD_DUE: 'It is time for your password again. Log in with it; nothing is lost.',
    NO_QUICK_UNLOCK: 'Log in with your password: it alone opens this phone. Nothing is lost.',
    WEAK_PIN: 'Others would try this PIN first. Choose another.',
    NO_FINGERPRINT: 'This phone gave no answer. Try again, or set a PIN.',
    NOT_ALLOWED: 'Your organisation or this browser does not allow this way to open the phone.',
    WRONG_PASSWORD: 'The email or password is wrong.',
    TOO_MANY_TRIES: 'Too many tries. Wait a little, then try again.',
    TOO_LONG_OFFLINE: 'This device was without contact for too long. Log in with a network.',
    NOT_REGISTERED: 'This device is not set up yet. Log in once with a network, then save again.',
    NO_SESSION: 'You logged in without a network. Log in again to fetch your loans.',
    INVALID: 'Something in the form is not right. Mend it and save again.',
    ALREADY_SAVED:
      'This was saved in another tab, with other content. Yours is kept; save it again to record it as well.',
    STORAGE_FULL: 'This device is full. Free some space, then try again.',
    STORAGE_BROKEN: 'This device could not save. Close the app, open it again, then save again.',
    UPDATE_NEEDED: 'A newer version of the app wrote here. Reload to update; nothing is lost.',
    PHOTO_UNSUPPORTED: 'This browser cannot make photos smaller. Use another browser.',
    PHOTO_UNREADABLE: 'This photo cannot be read. Take it again.',
  },
};
