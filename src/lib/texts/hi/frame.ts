/** The frame around every screen: top bar, menu, tabs. */
export const frame = {
  menu: 'मुख्य मेनू',
  toggleMenu: 'मेनू दिखाएँ या छिपाएँ',
  tabs: 'भाग',
  profile: 'खाता',
  logout: 'लॉग आउट',
  language: 'भाषा',
  english: 'English',
  hindi: 'हिंदी',
  darkMode: 'गहरे रंग',
  lightMode: 'हल्के रंग',
  tabMyDay: 'मेरा दिन',
  tabLoans: 'ऋण',
  tabOutbox: 'आउटबॉक्स',
};
