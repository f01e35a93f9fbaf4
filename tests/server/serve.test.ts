import { expectTypeOf, it } from 'vitest';
import type { promiseCalls } from '../../contract/promise.ts';
import type { Handlers } from '../../server/http/serve.ts';

type All = Handlers<typeof promiseCalls>;

it('takes a handler for each call of a group, no fewer and each of its own call', () => {
  expectTypeOf<Omit<All, 'listPromises'>>().not.toExtend<All>();
  expectTypeOf<All['listPromises']>().not.toExtend<All['changePromiseRule']>();
  expectTypeOf<keyof All>().toEqualTypeOf<keyof typeof promiseCalls>();
});
