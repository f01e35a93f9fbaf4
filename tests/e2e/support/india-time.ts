/** An instant on India's clock: `DD-MM-YYYY`, `hh:mm A`, and the keys that type this time into a time field. */
export function indiaTime(instant: Date): { day: string; time: string; clock: string } {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Kolkata', ...options }).format(instant);
  const [month, day, year] = part({ day: '2-digit', month: '2-digit', year: 'numeric' }).split('/');
  const time = part({ hour: '2-digit', minute: '2-digit', hour12: true }).replace(/\s/u, ' ');
  return { day: `${day}-${month}-${year}`, time, clock: time.replace(/[: ]/g, '') };
}
