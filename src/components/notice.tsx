import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconInfoCircleFilled,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

const icons = {
  danger: IconAlertTriangleFilled,
  warn: IconAlertTriangleFilled,
  info: IconInfoCircleFilled,
  good: IconCircleCheckFilled,
};

/** Something a person should know before they go on: what is so, what to do, and a button for it. It stays until it is no longer so. */
export function Notice(props: {
  tone: keyof typeof icons;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Read out at once: for what has just gone wrong. */
  isAlert?: boolean;
}) {
  const { tone, title, children, action, isAlert = false } = props;
  const Icon = icons[tone];
  return (
    <div className={classes.notice} data-tone={tone} role={isAlert ? 'alert' : undefined}>
      <Icon className={classes.icon} size={18} aria-hidden />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        {children !== undefined && <div className={classes.body}>{children}</div>}
      </div>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
