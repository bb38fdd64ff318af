import { documentNoun } from '../../../../src/admin/contract/audit-log/sentences.ts';
import { upperFirst } from '../../../../src/conventions/upper-first.ts';
import { Link } from '../../frame/navigation.tsx';
import { Id } from '../../kit/id.tsx';
import { useMessages } from '../../messages/index.ts';
import { Named, Person } from './people/person.tsx';

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

interface IdLinkProps {
  readonly to: LinkedKind;
  readonly id: string;
  /** The holder whom it belongs to, if that is known. */
  readonly owner?: string | undefined;
  /** Of the holder. A credential without it is shown by id: its noun is unknown. */
  readonly documentType?: string | undefined;
}

/** A link to the screen of its resource: a holder, and what belongs to a known one, by name; others by a noun or by id. */
export function IdLink({ to, id, owner, documentType }: IdLinkProps) {
  const { common, devices, credentials, palette } = useMessages();
  const texts: { readonly [Kind in LinkedKind]?: (name: string) => string } = {
    device: devices.of,
    ...(documentType !== undefined && {
      credential: (name) => credentials.of(name, documentNoun(documentType)),
    }),
    proofing: palette.proofingOf,
  };
  const nouns: { readonly [Kind in LinkedKind]?: string } = {
    device: devices.phone,
    ...(documentType !== undefined && { credential: common.word(upperFirst(documentNoun(documentType))) }),
  };
  const [link, noun] = [{ to: PLACES[to], id }, nouns[to]];
  if (to === 'holder') return <Person id={id} />;
  if (owner !== undefined && texts[to])
    return <Person id={owner} link={link} textOf={texts[to]} shownId={id} noun={noun} />;
  if (noun !== undefined) return <Named {...link} text={noun} />;
  return (
    <Link to={PLACES[to]} params={{ id }}>
      <Id value={id} canCopy={false} />
    </Link>
  );
}
