import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { Brand } from '../../components/brand.tsx';
import { endOpening } from '../../lib/opening.ts';
import { currentLanguage, switchLanguage, useText } from '../../lib/texts/texts.ts';
import classes from './login-layout.module.css';

/** The page around a login form: brand, one line about the product, language and colours, a link below. */
export function LoginLayout({
  title,
  tagline,
  children,
  below,
}: {
  title: string;
  tagline: string;
  children: ReactNode;
  below?: ReactNode;
}) {
  const t = useText();
  useLayoutEffect(endOpening, []);
  return (
    <div className={classes.page}>
      <title>{`${title} · ${t('common.brand')}`}</title>
      <header className={classes.top}>
        <Brand size={30} />
        <div className="rc-line-4">
          <LanguageSwitch />
          <ColorsSwitch />
        </div>
      </header>
      <main className={classes.main}>
        <div className={classes.card}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.tagline}>{tagline}</p>
          {children}
        </div>
        {below !== undefined && <p className={classes.below}>{below}</p>}
      </main>
    </div>
  );
}

function LanguageSwitch() {
  const t = useText();
  const other = currentLanguage() === 'en' ? 'hi' : 'en';
  return (
    <Button
      variant="subtle"
      color="gray"
      size="sm"
      lang={other}
      onClick={() => void switchLanguage(other)}
    >
      {t(other === 'hi' ? 'frame.hindi' : 'frame.english')}
    </Button>
  );
}

function ColorsSwitch() {
  const t = useText();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t(isDark ? 'frame.lightMode' : 'frame.darkMode')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon size={18} stroke={1.7} />
    </ActionIcon>
  );
}
