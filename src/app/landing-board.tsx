import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import type { Role } from '../../contract/roles.ts';
import { hiddenEntries } from './menu-readings.ts';
import type { ScreenProps } from './route-table.ts';

const Board = lazy(async () => ({
  default: (await import('../features/visualizations/landing-board.tsx')).LandingBoard,
}));
const OrganisationBoard = lazy(async () => ({
  default: (await import('./organisation-board.tsx')).OrganisationBoard,
}));

/** Its landing screen is the day's list on the phone: nothing stands below that. */
const WITHOUT_BOARD: ReadonlySet<Role> = new Set(['FIELD_AGENT']);

/** Pixels below the window from which on the charts are asked for. */
const AHEAD = '200px';

/** The charts below a landing screen, asked for when somebody comes near them. Not for accounts without BI reports. */
export function BoardBelow({ user }: ScreenProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const isShown = !WITHOUT_BOARD.has(user.role) && !hiddenEntries(user).has('/redirectBi');
  useEffect(() => {
    if (!isShown || place.current === null || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div ref={place}>
      {isNear && (
        <Suspense fallback={null}>
          {user.role === 'ADMIN' ? <OrganisationBoard user={user} /> : <Board user={user} />}
        </Suspense>
      )}
    </div>
  );
}
