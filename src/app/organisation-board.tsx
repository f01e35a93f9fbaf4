import type { LoggedInUser } from '../../contract/auth.ts';
import {
  isNothingYet,
  useOrganisationLanding,
} from '../features/organisation-dashboards/organisation-dashboard-queries.ts';
import { LandingBoard } from '../features/visualizations/landing-board.tsx';

/** The charts below an admin's landing screen; none where there is nothing yet that they could tell. */
export function OrganisationBoard({ user }: { user: LoggedInUser }) {
  const { data, isPending } = useOrganisationLanding();
  if (isPending || (data !== undefined && isNothingYet(data))) return null;
  return <LandingBoard user={user} />;
}
