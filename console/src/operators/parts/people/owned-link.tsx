import { useAdmin } from '../../api.ts';
import { IdLink, type LinkedKind, PLACES } from '../id-link.tsx';
import { Person } from './person.tsx';

/** The methods that say whose it is. */
const READERS = { credential: 'getCredential', proofing: 'getProofing', device: 'getDevice' } as const;
type OwnedKind = keyof typeof READERS;

interface OwnedProps<Kind> {
  readonly to: Kind;
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

function Owned({ to, id }: OwnedProps<OwnedKind>) {
  const { data } = useAdmin(READERS[to], { id });
  if (data?.holderId === undefined) return <IdLink to={to} id={id} />;
  return <Person id={data.holderId} link={{ to: PLACES[to], id }} shownId={id} />;
}

/** A link to something that exists, by the name of its holder, where only its id is known. */
export function OwnedLink({ to, id }: OwnedProps<LinkedKind>) {
  return isOwned(to) ? <Owned to={to} id={id} /> : <IdLink to={to} id={id} />;
}
