import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createContext, useContext, useEffect } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../lib/texts/texts.ts';
import { pageTitleStore } from './page-title.ts';
import { useCountText } from './count-text.ts';
import classes from './page.module.css';

/** A screen's content column: gutters, greatest width. `hasStickyAction` keeps room for it on a phone. */
export function Page({
  children,
  width = 'wide',
  hasStickyAction = false,
}: {
  children: ReactNode;
  width?: 'wide' | 'form';
  hasStickyAction?: boolean;
}) {
  return (
    <div className={classes.page} data-width={width} data-sticky={hasStickyAction || undefined}>
      {children}
    </div>
  );
}

/** What a page header takes: `count` stands beside the title, `backTo` is a path of this app. */
export interface PageHeaderProps {
  title: string;
  /** Names the browser's tab and history in the title's place: where the title is a borrower's name, which must not stay there. */
  tabTitle?: string;
  count?: number | null;
  /** False: there are about so many. */
  isCountExact?: boolean;
  /** One line under the title, or chips. */
  subtitle?: ReactNode;
  backTo?: string;
  /** Buttons at the right (below, on a phone). */
  actions?: ReactNode;
}

/** The screen's heading with its actions; it also names the browser tab. */
export function PageHeader(props: PageHeaderProps) {
  const { title, tabTitle, subtitle, backTo, actions } = props;
  const t = useText();
  const count = useCountText(props.count ?? null, props.isCountExact);
  useEffect(() => {
    document.title = `${tabTitle ?? title} · ${t('common.brand')}`;
    pageTitleStore.set({ title, count, backTo: backTo ?? null });
    return () => pageTitleStore.set(null);
  }, [title, tabTitle, count, backTo, t]);
  return (
    <header className={classes.header}>
      {backTo !== undefined && (
        <ActionIcon
          component={Link}
          to={backTo}
          variant="default"
          size="lg"
          className={classes.back}
          aria-label={t('common.back')}
        >
          <IconArrowLeft size={18} stroke={1.8} />
        </ActionIcon>
      )}
      <div className={classes.heading}>
        <h1 className={classes.title}>
          {title}
          {count !== null && <span className={classes.count}>{count}</span>}
        </h1>
        {subtitle !== undefined && <div className={classes.subtitle}>{subtitle}</div>}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

const IsInTitled = createContext(false);

/** The heading of a part: one below a titled panel's, else one below the screen's. */
export function PartHeading(props: { className?: string | undefined; children: ReactNode }) {
  return useContext(IsInTitled) ? (
    <h3 className={props.className}>{props.children}</h3>
  ) : (
    <h2 className={props.className}>{props.children}</h2>
  );
}

/** A bordered surface for one part of a screen; never put one inside another. */
export function Panel({
  title,
  actions,
  children,
  isFlush = false,
}: {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
  /** Content runs to the edges (tables, lists). */
  isFlush?: boolean;
}) {
  return (
    <section className="rc-raised rc-surface" aria-label={title}>
      {(title !== undefined || actions !== undefined) && (
        <div className={classes.panelHead}>
          {title !== undefined && <h2 className="rc-subheading">{title}</h2>}
          {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      <div className={isFlush ? undefined : classes.panelBody}>
        <IsInTitled value={title !== undefined}>{children}</IsInTitled>
      </div>
    </section>
  );
}

/** Two columns on a desktop (record pages: facts left, timeline right), one on a phone. */
export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{main}</div>
      <div className={classes.column}>{side}</div>
    </div>
  );
}

/** The one main action of a phone screen, at the bottom under the thumb; in place on a desktop. */
export function StickyAction({ children }: { children: ReactNode }) {
  return (
    <div className={classes.sticky} data-sticky-action>
      {children}
    </div>
  );
}
