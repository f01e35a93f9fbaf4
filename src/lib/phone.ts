/** An Indian phone number's ten digits from any spelling (+91, 0, spaces); null when it is none. */
function phoneDigits(phone: string | null | undefined): string | null {
  const digits = (phone ?? '').replace(/\D/g, '').replace(/^(?:0091|91(?=\d{10}$)|0)/, '');
  return digits.length === 10 ? digits : null;
}

/** A phone number as "98765 43210"; one that is not Indian stays as it is, a missing one is a dash. */
export function formatPhone(phone: string | null | undefined): string {
  const digits = phoneDigits(phone);
  if (digits === null) return phone?.trim() || '–';
  return `${digits.slice(0, 5)} ${digits.slice(5)}`;
}

/** A phone number with only its last four digits shown: "••••• •3210". */
export function maskPhone(phone: string | null | undefined): string {
  const digits = phoneDigits(phone) ?? (phone ?? '').replace(/\D/g, '');
  return digits === '' ? '–' : `••••• •${digits.slice(-4)}`;
}

/** A `tel:` link, or null when there is nothing to dial (a masked number too). */
export function telLink(phone: string | null | undefined): string | null {
  const digits = phoneDigits(phone);
  return digits === null ? null : `tel:+91${digits}`;
}

/** A WhatsApp chat link with an optional first text, or null when there is no number. */
export function whatsAppLink(phone: string | null | undefined, text = ''): string | null {
  const digits = phoneDigits(phone);
  if (digits === null) return null;
  return `https://wa.me/91${digits}${text === '' ? '' : `?text=${encodeURIComponent(text)}`}`;
}

/** A maps link that navigates to an address or position, or null when there is neither. */
export function navigateLink(place: {
  address?: string | null;
  latitude?: number | null;
  longitude?: number | null;
}): string | null {
  const hasPosition = typeof place.latitude === 'number' && typeof place.longitude === 'number';
  const target = hasPosition ? `${place.latitude},${place.longitude}` : place.address?.trim();
  if (!target) return null;
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(target)}`;
}
