/** The frame around every screen: top bar, menu, tabs. */
export const frame = {
  menu: 'Main menu',
  toggleMenu: 'Show or hide the menu',
  tabs: 'Sections',
  profile: 'Account',
  logout: 'Log out',
  language: 'Language',
  english: 'English',
  hindi: 'हिन्दी',
  darkMode: 'Dark colours',
  lightMode: 'Light colours',
  tabMyDay: 'My day',
  tabLoans: 'Loans',
  tabOutbox: 'Outbox',
};
