/** The own account (/myprofile, /profile, /my-profile). */
export const profiles = {
  title: 'मेरी प्रोफ़ाइल',
  contact: 'संपर्क विवरण',
  since: 'कब से',
  changePassword: 'पासवर्ड बदलें',
  currentPassword: 'अभी का पासवर्ड',
  newLoginHelp: 'आपने लॉग इन की जानकारी बदली है: अपना अभी का पासवर्ड लिखें।',
  newPassword: 'नया पासवर्ड',
  newHelp: 'कम से कम 8 अक्षर।',
  again: 'नया पासवर्ड फिर से',
  passwordChanged: 'आपका पासवर्ड बदल गया। दूसरे डिवाइस लॉग आउट हो गए।',
};
