import { Link } from '../../frame/navigation.tsx';
import { Id } from '../../kit/id.tsx';
import { Person } from './people/person.tsx';

export const PLACES = {
  holder: '/holders/$id',
  credential: '/credentials/$id',
  device: '/devices/$id',
  approval: '/approvals/$id',
  user: '/users/$id',
  oauthClient: '/clients/$id',
  proofing: '/reviews/$id',
  // These have no page of their own: the list shows them.
  legalHold: '/holds',
  key: '/keys',
  publisher: '/publishers',
} as const;

export type LinkedKind = keyof typeof PLACES;

export const isLinked = (subject: string): subject is LinkedKind => Object.hasOwn(PLACES, subject);

/** An id that links to the screen of its resource; a holder by name. */
export function IdLink({ to, id }: { readonly to: LinkedKind; readonly id: string }) {
  if (to === 'holder') return <Person id={id} />;
  return (
    <Link to={PLACES[to]} params={{ id }}>
      <Id value={id} canCopy={false} />
    </Link>
  );
}
