import { expect, it } from 'vitest';
import { copiesAmong, deadAmong } from '../../scripts/css-rules.mjs';

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

it('names a class that no source and no other class uses', () => {
  const css = `.used { & .inner { margin: 0 } } .base { margin: 0 } .made { composes: base; } .dead, .used:hover { margin: 0 } .rc-all { margin: 0 }`;
  expect(
    deadAmong(
      { 'src/a/a.module.css': css, 'src/b/b.module.css': '.any { margin: 0 }' },
      {
        'src/a/a.tsx': `import classes from './a.module.css'; classes.used; classes.made`,
        'src/b/b.tsx': `import own from '../b/b.module.css'; own[name]; classes.inner`,
      },
    ),
  ).toEqual([
    'src/a/a.module.css .inner is used by nothing',
    'src/a/a.module.css .dead is used by nothing',
  ]);
});
