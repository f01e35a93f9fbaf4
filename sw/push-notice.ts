import { pushMessageSchema } from '../contract/push.ts';
import type { PushReader } from '../src/offline/push-reader.ts';
import { pushWords } from '../src/offline/push-words.ts';

/** What is shown of a push. */
interface PushNotice {
  title: string;
  body: string;
  tag: string;
  /** Relative to the app. */
  path: string;
}

/**
 * What to show of a message: its kind and count to the person it is for while that person is logged in here, general
 * words to anybody else, and for what can not be read.
 */
export function noticeOf(text: string | null, { userId, language }: PushReader): PushNotice {
  const parsed = pushMessageSchema.safeParse(parseJson(text));
  if (!parsed.success) return { ...pushWords(language, null, null), tag: 'recoup', path: '' };
  const { kind, count, tag, url, to } = parsed.data;
  const isForReader = to === userId;
  return {
    ...pushWords(language, isForReader ? kind : null, count),
    tag,
    path: isForReader ? url : '',
  };
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
