import { expect, it } from 'vitest';
import { copiesAmong } from '../../scripts/css-copies.mjs';

const three = 'margin: 0; padding: 0; color: red';

it('names both places of a rule that two modules say, in whatever order and under whatever selector', () => {
  expect(
    copiesAmong({
      'a.module.css': `.card { ${three}; }`,
      'b.module.css': `.row { color: red; padding: 0; margin: 0 }`,
    }),
  ).toEqual(['a.module.css .card, b.module.css .row all say: color: red; margin: 0; padding: 0']);
});

it('leaves alone what is said once, what is short or composed, states, and what only holds on a phone', () => {
  expect(
    copiesAmong({
      'a.module.css': `.card { ${three} } .other { ${three} } .short { margin: 0; padding: 0 }`,
      'b.module.css': `.short { composes: x from global; margin: 0; padding: 0; & a { color: red } }`,
      'c.module.css': `.card:hover { ${three} } .card { @media (max-width: 48em) { ${three} } } /* ${three} */`,
    }),
  ).toEqual([]);
});
