import { useAdmin } from '../../api.ts';
import { IdLink, type LinkedKind, PLACES } from '../id-link.tsx';
import { Person } from './person.tsx';

/** The methods that say whose it is. */
const READERS = { credential: 'getCredential', proofing: 'getProofing', device: 'getDevice' } as const;
type OwnedKind = keyof typeof READERS;

interface OwnedProps {
  readonly to: LinkedKind;
  readonly id: string;
}

const isOwned = (kind: string): kind is OwnedKind => Object.hasOwn(READERS, kind);

/** The holder whom something belongs to: for a holder itself, and for what a holder has. */
export function useOwner(target: { readonly kind: string; readonly id: string } | undefined) {
  const { kind = '', id = '' } = target ?? {};
  const reader = isOwned(kind) ? READERS[kind] : undefined;
  const { data } = useAdmin(reader ?? 'getDevice', { id }, { enabled: reader !== undefined });
  return kind === 'holder' ? id : data?.holderId;
}

/** A link to something that exists, by the name of its holder, where only its id is known. */
export function OwnedLink({ to, id }: OwnedProps) {
  const owner = useOwner({ kind: to, id });
  if (owner === undefined || !isOwned(to)) return <IdLink to={to} id={id} />;
  return <Person id={owner} link={{ to: PLACES[to], id }} shownId={id} />;
}
