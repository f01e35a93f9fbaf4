import { Link } from 'react-router-dom';
import { Page, PageHeader } from '../components/page.tsx';
import { useText } from '../lib/texts/texts.ts';
import { menuLinks } from './menu-entries.ts';
import type { ScreenProps } from './route-table.ts';
import classes from './welcome-screen.module.css';

/** '/' of a role without a landing screen of its own: a welcome with what the role can open (spec 2.2). */
export function WelcomeScreen({ user }: ScreenProps) {
  const t = useText();
  const links = menuLinks(user.role);
  return (
    <Page>
      <PageHeader
        title={t('frame.welcome', { name: user.fullName })}
        subtitle={links.length === 0 ? t('frame.welcomeNothing') : t('frame.welcomeBody')}
      />
      <ul className={classes.links}>
        {links.map(({ to, text, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={classes.link}>
              <Icon size={20} stroke={1.6} />
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
