import { useText } from '../lib/texts/texts.ts';
import classes from './brand.module.css';

/** The product's mark, with its name unless `isMarkOnly`. */
export function Brand({ isMarkOnly = false, size = 26 }: { isMarkOnly?: boolean; size?: number }) {
  const t = useText();
  return (
    <span className={classes.brand}>
      <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden>
        <rect width="64" height="64" rx="15" className={classes.tile} />
        <path d="M21 48V17h13.5a9.5 9.5 0 0 1 0 19H21" className={classes.stroke} />
        <path d="M33 36l11 12" className={classes.leg} />
      </svg>
      {!isMarkOnly && <span className={classes.name}>{t('common.brand')}</span>}
    </span>
  );
}
