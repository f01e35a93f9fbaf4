import { z } from 'zod';
import type { Person } from '../../../contract/person.ts';

/** What a person may change of its own account, as typed. */
export interface ProfileValues {
  fullName: string;
  email: string;
  phone: string;
}

/** A change of the own password, as typed. */
export interface PasswordValues {
  currentPassword: string;
  newPassword: string;
  again: string;
}

/** The sentences under wrong fields; keys of `profiles.problems`. */
export type ProfileProblem =
  'fullName' | 'email' | 'phone' | 'current' | 'short' | 'same' | 'again' | 'tooLong';

type Words = (problem: ProfileProblem) => string;

const PASSWORD_LEAST = 8;
const PASSWORD_MOST = 1024;
const PHONE = /^((\+?91|0)?[6-9]\d{9})?$/;

/** The form's values of an account. */
export function profileValues(person: Person): ProfileValues {
  return { fullName: person.fullName, email: person.email, phone: person.phone ?? '' };
}

/** The rules of the own contact details. */
export function profileSchema(words: Words) {
  return z.object({
    fullName: z
      .string()
      .trim()
      .min(1, { error: words('fullName') })
      .max(120, { error: words('tooLong') }),
    email: z
      .string()
      .trim()
      .max(254, { error: words('tooLong') })
      .pipe(z.email({ error: words('email') })),
    phone: z
      .string()
      .trim()
      .refine((typed) => PHONE.test(typed.replaceAll(/[\s-]/g, '')), { error: words('phone') }),
  });
}

/** The rules of a new password: not short, not the old one, typed twice alike. */
export function passwordSchema(words: Words) {
  return z
    .object({
      currentPassword: z.string().min(1, { error: words('current') }),
      newPassword: z
        .string()
        .min(PASSWORD_LEAST, { error: words('short') })
        .max(PASSWORD_MOST, { error: words('tooLong') }),
      again: z.string(),
    })
    .superRefine(({ currentPassword, newPassword, again }, context) => {
      const wrong = (path: keyof PasswordValues, problem: ProfileProblem) =>
        context.addIssue({ code: 'custom', path: [path], message: words(problem) });
      if (newPassword === currentPassword) wrong('newPassword', 'same');
      if (again !== newPassword) wrong('again', 'again');
    });
}
