import { Menu } from '@mantine/core';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconChevronDown,
  IconLanguage,
  IconLock,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import type { LoggedInUser } from '../../contract/auth.ts';
import type { Role } from '../../contract/roles.ts';
import { currentLanguage, switchLanguage, useText } from '../lib/texts/texts.ts';
import { canLockStore } from './lock-store.ts';
import { PROFILES } from './profile-paths.ts';
import { routes } from './routes.ts';
import classes from './account-menu.module.css';

/** The bar's title by role (spec 2.4); User for the rest. */
const TITLES: Readonly<Partial<Record<Role, ParseKeys>>> = {
  COLLECTOR: 'roles.COLLECTOR',
  MANAGER: 'roles.MANAGER',
  ADMIN: 'roles.ADMIN',
  SUPER_ADMIN: 'roles.ADMIN',
  CUSTOMER: 'roles.CUSTOMER',
};

/** Who is logged in, by role (spec 2.4), and their menu: profile, language, colours, logout. */
export function AccountMenu({ user, isShort }: { user: LoggedInUser; isShort: boolean }) {
  const t = useText();
  const name = user.role === 'CUSTOMER' ? (user.Client_Name ?? user.fullName) : user.fullName;
  const profile = routes.find(({ path }) => path === PROFILES[user.role]);
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <button
          type="button"
          className={classes.account}
          aria-label={`${t('frame.profile')}: ${name}`}
        >
          <span className={classes.initials} aria-hidden>
            {initials(name)}
          </span>
          {!isShort && (
            <span className={classes.words}>
              <span className={classes.name}>{name}</span>
              <span className={classes.role}>{t(TITLES[user.role] ?? 'roles.other')}</span>
            </span>
          )}
          {!isShort && <IconChevronDown size={15} aria-hidden />}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name} · {t(TITLES[user.role] ?? 'roles.other')}
        </Menu.Label>
        {profile !== undefined && (
          <Menu.Item component={Link} to={profile.path} leftSection={<IconUserCircle size={17} />}>
            {t('frame.profile')}
          </Menu.Item>
        )}
        <LanguageItem />
        <ColorsItem />
        <Menu.Divider />
        <LockItem />
        <Menu.Item component={Link} to="/logout" leftSection={<IconLogout size={17} />}>
          {t('frame.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function lock(): Promise<void> {
  await (await import('./phone-lock.ts')).lockPhone();
}

/** Only where a PIN or fingerprint opens the phone again. */
function LockItem() {
  const t = useText();
  const canLock = useSyncExternalStore(canLockStore.subscribe, canLockStore.get);
  if (!canLock) return null;
  return (
    <Menu.Item leftSection={<IconLock size={17} />} onClick={() => void lock()}>
      {t('unlock.lockNow')}
    </Menu.Item>
  );
}

function LanguageItem() {
  const t = useText();
  const other = currentLanguage() === 'en' ? 'hi' : 'en';
  return (
    <Menu.Item
      lang={other}
      leftSection={<IconLanguage size={17} />}
      onClick={() => void switchLanguage(other)}
    >
      {t(other === 'hi' ? 'frame.hindi' : 'frame.english')}
    </Menu.Item>
  );
}

function ColorsItem() {
  const t = useText();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <Menu.Item
      leftSection={isDark ? <IconSun size={17} /> : <IconMoon size={17} />}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {t(isDark ? 'frame.lightMode' : 'frame.darkMode')}
    </Menu.Item>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase() ?? '')
    .join('');
}
