import { test } from '@playwright/test';
import { ROLES } from '../../contract/roles.ts';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { WORKING_ROLES } from './support/roles.ts';
import { walkScreens, walkScreensInHindi, walksOf } from './support/screen-walk.ts';

/* The screens of those who set the organisation up; screens.spec.ts has the other roles. */
let product: Product;

test.beforeAll(async () => {
  product = await startProduct();
});

test.afterAll(async () => {
  await product?.remove();
});

for (const role of ROLES.filter((each) => !WORKING_ROLES.includes(each))) {
  for (const [part, screens] of walksOf(role).entries())
    test(`${role}: its screens are whole, every other leads home (${part + 1})`, async ({
      browser,
    }) => {
      test.setTimeout(600_000);
      await walkScreens(browser, product.url, role, screens);
    });

  test(`${role}: its screens speak Hindi`, async ({ browser }) => {
    test.setTimeout(600_000);
    await walkScreensInHindi(browser, product.url, role);
  });
}
