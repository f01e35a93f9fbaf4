/** Roles as shown to people (spec 1, 2.4). */
export const roles = {
  ADMIN: 'एडमिन',
  SUPER_ADMIN: 'सुपर एडमिन',
  PARTNER: 'पार्टनर',
  MANAGER: 'मैनेजर',
  COLLECTOR: 'एजेंट',
  CLIENT_ADMIN: 'क्लाइंट एडमिन',
  CUSTOMER: 'सुपर मैनेजर',
  CLIENT: 'क्लाइंट',
  FIELD_AGENT: 'फ़ील्ड एजेंट',
  other: 'उपयोगकर्ता',
};
