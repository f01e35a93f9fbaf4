// @vitest-environment page
import { expect, it } from 'vitest';
import type { Role } from '../../../contract/roles.ts';
import { PhoneTabs } from '../../../src/app/phone-tabs.tsx';
import { SideMenu } from '../../../src/app/side-menu.tsx';
import { render } from '../support/render.tsx';
import { viewer } from '../support/screen.tsx';

const nothing = () => undefined;

/** What the menu and a phone's tabs mark as the present place, for a role at an address. */
async function markedFor(role: Role, address: string): Promise<(string | null)[]> {
  const view = await render(
    <>
      <SideMenu
        user={viewer(role)}
        isWide
        isDrawer={false}
        onClose={nothing}
        onOpen={nothing}
        onSearch={nothing}
      />
      <PhoneTabs role={role} onMore={nothing} isMoreOpen={false} />
    </>,
    address,
  );
  return view.all('[aria-current=page]').map((link) => link.getAttribute('href'));
}

const PENDING = '/client-settalement-loans';

it.each<[Role, string, string[]]>([
  // A screen of several addresses (spec 2.2) is one place.
  ['CUSTOMER', PENDING, [PENDING, PENDING]],
  ['CUSTOMER', '/settalement-loans', [PENDING, PENDING]],
  ['CUSTOMER', '/settalement-loans?view=open', [PENDING, PENDING]],
  ['ADMIN', '/settlement?view=open', ['/settlement']],
  ['FIELD_AGENT', '/field-agent-loans?view=all', ['/field-agent-loans?view=all']],
  ['FIELD_AGENT', '/field-agent-loans?search=a', ['/field-agent-loans']],
  ['CUSTOMER', '/view-loan', []],
])('%s at %s', async (role, address, marked) => {
  expect(await markedFor(role, address)).toEqual(marked);
});
