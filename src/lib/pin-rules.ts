/** Digits of a PIN. */
export const PIN_LENGTH = 6;

/** Why a PIN is not taken: it is no PIN, or one of the first that anybody would try. */
export type PinProblem = 'digits' | 'same' | 'row' | 'repeated' | 'date';

const OLDEST_YEAR = 1930;
const isDay = (text: string) => Number(text) >= 1 && Number(text) <= 31;
const isMonth = (text: string) => Number(text) >= 1 && Number(text) <= 12;
const isYear = (text: string, now: Date) =>
  Number(text) >= OLDEST_YEAR && Number(text) <= now.getFullYear();

/** What is wrong with a chosen PIN; null: nothing. */
export function pinProblem(pin: string, now: Date = new Date()): PinProblem | null {
  if (!/^\d{6}$/.test(pin)) return 'digits';
  const digits = Array.from(pin, Number);
  const steps = digits.slice(1).map((digit, at) => (digit - (digits[at] ?? 0) + 10) % 10);
  if (steps.every((step) => step === 0)) return 'same';
  // 123456, 987654, also over the nine: 789012.
  if (steps.every((step) => step === 1) || steps.every((step) => step === 9)) return 'row';
  // 121212, 123123, 112233, 111222.
  const [one, two, three] = [pin.slice(0, 2), pin.slice(2, 4), pin.slice(4)];
  const isTwice = pin.slice(0, 3) === pin.slice(3) || (one === two && two === three);
  if (isTwice || /^(\d)\1(\d)\2(\d)\3$|^(\d)\4\4(\d)\5\5$/.test(pin)) return 'repeated';
  return isBirthday(pin, now) ? 'date' : null;
}

/** Day, month and year of two digits in any usual order, or a year with a month or day: 150885, 198508. */
function isBirthday(pin: string, now: Date): boolean {
  const [one, two, three] = [pin.slice(0, 2), pin.slice(2, 4), pin.slice(4)];
  const dated =
    (isDay(one) && isMonth(two)) || (isMonth(one) && isDay(two)) || (isMonth(two) && isDay(three));
  const first = isYear(pin.slice(0, 4), now) && (isMonth(three) || isDay(three));
  const last = isYear(pin.slice(2), now) && (isMonth(one) || isDay(one));
  return dated || first || last;
}
