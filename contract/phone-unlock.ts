import { z } from 'zod';

/** How a phone may be opened without the password: any way it knows, by fingerprint (the phone's own lock) only, or not at all. */
export const PHONE_UNLOCKS = ['any', 'fingerprint', 'password'] as const;

/** What the organisation allows on phones, and which password that rests on. */
export const phoneUnlockSchema = z.object({
  allowed: z.enum(PHONE_UNLOCKS),
  /** The password is asked for again after so many days. */
  passwordDays: z.int().min(1),
  /** Wrong PINs after which only the password opens. */
  tries: z.int().min(1),
  /** Without activity for so long a phone with a PIN locks itself, seconds. */
  idleSeconds: z.int().min(1),
  /** Another one: the password was changed, and only the new one opens. */
  passwordMark: z.string().max(40),
});

/** What the organisation allows on phones. */
export type PhoneUnlock = z.infer<typeof phoneUnlockSchema>;
