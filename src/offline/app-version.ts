/** The app's version as the server and the devices screen see it: raised with each release. */
export const APP_VERSION = '0.1.0';
