import { useQueryClient } from '@tanstack/react-query';
import { documentNoun } from '../../../../src/admin/contract/audit-log/sentences.ts';
import { hasWords } from '../../../../src/conventions/has-words.ts';
import { SHORTEST } from '../../frame/ids.ts';
import { useSession } from '../../frame/session.tsx';
import { useMessages } from '../../messages/index.ts';
import {
  type AdminRequest,
  type AdminResponse,
  admin,
  type IdsFound,
  type MethodName,
  searchIds,
  useMayCall,
} from '../api.ts';
import { knownNames } from '../parts/people/known-names.ts';
import { useReadNames } from '../parts/people/names.ts';
import { withoutPart } from '../parts/people/typed-person.ts';
import { deviceOwner } from '../proofing-state.tsx';
import { type Hit, ownerOf, withoutRepeats } from './hits.ts';

/** Rows of one kind; a person types more to see others. */
const MOST = 4;
/** A person, and what has an id, is read once for the rows of one text, in milliseconds. */
const JUST_READ = 5000;
/** Users and clients are read once for so long, whatever is typed. */
const FRESH = 60_000;

const KINDS = {
  holders: 'holder',
  credentials: 'credential',
  proofings: 'proofing',
  devices: 'device',
} as const;

const NEWEST = { orderBy: 'createTime desc', pageSize: MOST } as const;

/** Reads what the search finds, and what people call it. */
export function useHits() {
  const { palette: words, credentials, devices } = useMessages();
  const { guarded } = useSession();
  const may = useMayCall();
  const queries = useQueryClient();
  const readNames = useReadNames();
  const read = <Name extends MethodName>(
    method: Name,
    request: AdminRequest<Name>,
  ): Promise<AdminResponse<Name>> => guarded(() => admin(method, request, { background: true }));

  const holderOf = (id: string) =>
    queries.fetchQuery({
      queryKey: ['palette holder', id],
      staleTime: JUST_READ,
      queryFn: () => read('getHolder', { id }),
    });

  /** Several actions look at one person. */
  const newest = <Name extends 'listCredentials' | 'listProofings'>(method: Name, holderId: string) =>
    queries.fetchQuery({
      queryKey: ['palette', method, holderId],
      staleTime: JUST_READ,
      queryFn: () => read(method, { holderId, ...NEWEST } as AdminRequest<Name>),
    });

  /** The text may be a name or the number of a document, so it goes into the body of a request. */
  async function withId(idPrefix: string): Promise<readonly Hit[]> {
    if (!may('listHolders')) return [];
    const found = await queries.fetchQuery({
      queryKey: ['palette ids', idPrefix],
      staleTime: JUST_READ,
      queryFn: () => guarded(() => searchIds(idPrefix, { background: true })),
    });
    return (Object.entries(KINDS) as [keyof IdsFound, Hit['kind']][]).flatMap(([member, kind]) =>
      (found[member] ?? []).map((row): Hit => ({ kind, row })),
    );
  }

  /** These people; of one also credentials, proofings and devices. */
  async function ofPeople(ids: readonly string[]): Promise<readonly Hit[]> {
    const [holderId] = ids;
    if (ids.length !== 1 || holderId === undefined)
      return ids.slice(0, MOST).map((id): Hit => ({ kind: 'holder', row: { id } }));
    const [row, { credentials: own }, { proofings }] = await Promise.all([
      holderOf(holderId),
      newest('listCredentials', holderId),
      newest('listProofings', holderId),
    ]);
    // A device without a live credential is known by what the person showed on it.
    const shown = proofings.filter((proofing) => deviceOwner(proofing) !== undefined);
    const on = new Set([...own, ...shown].map(({ deviceReferenceId }) => deviceReferenceId));
    return [
      { kind: 'holder', row },
      ...own.map((credential): Hit => ({ kind: 'credential', row: credential })),
      ...proofings.map((proofing): Hit => ({ kind: 'proofing', row: proofing })),
      ...[...on].slice(0, MOST).map((id): Hit => ({ kind: 'device', row: { id, holderId } })),
    ];
  }

  /** With what decides on actions: what finds people leaves out their states or legal holds. */
  const whole = (hits: readonly Hit[]): Promise<readonly Hit[]> =>
    Promise.all(
      hits.map(
        async ({ kind, row }): Promise<Hit> =>
          kind === 'holder' ? { kind, row: await holderOf(row.id).catch(() => row) } : { kind, row },
      ),
    );

  /** People whose names this console has shown, whatever date is typed with them. Nothing is searched for that. */
  const withName = (text: string) => {
    const named = [...knownNames()].filter(
      ([, name]) => name !== undefined && hasWords(name, withoutPart(text)),
    );
    return named.length === 0 ? [] : ofPeople(named.map(([id]) => id));
  };

  /** By the start of the id, or by a name. */
  async function byText(text: string): Promise<readonly Hit[]> {
    if (text.length < SHORTEST) return [];
    const asked = await Promise.allSettled([/\s/.test(text) ? [] : withId(text), withName(text)]);
    return withoutRepeats(asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
  }

  /** By the keyed index. Each search is an entry of the audit log. */
  const bySearch = async (request: AdminRequest<'searchHolders'>) =>
    ofPeople((await read('searchHolders', request)).holders.map(({ id }) => id));

  const first = <Name extends 'listUsers' | 'listOAuthClients'>(method: Name) =>
    queries.fetchQuery({
      queryKey: ['palette', method],
      staleTime: FRESH,
      queryFn: () => read(method, { pageSize: 500 } as AdminRequest<Name>),
    });

  /** These lists have no search, and are short. */
  const ofLists = {
    async user(text: string): Promise<readonly Hit[]> {
      const { users } = may('listUsers') ? await first('listUsers') : { users: [] };
      const matching = users.filter(({ email }) => hasWords(email, text)).slice(0, MOST);
      return matching.map((row): Hit => ({ kind: 'user', row }));
    },
    async oauthClient(text: string): Promise<readonly Hit[]> {
      const { clients } = may('listOAuthClients') ? await first('listOAuthClients') : { clients: [] };
      const matching = clients.filter(({ id, name }) => hasWords(`${name} ${id}`, text)).slice(0, MOST);
      return matching.map((row): Hit => ({ kind: 'oauthClient', row }));
    },
  };

  async function textOf(hit: Hit, names: ReadonlyMap<string, string | undefined>): Promise<string> {
    const { kind, row } = hit;
    const owner = ownerOf(hit);
    const name = owner && names.get(owner);
    if (kind === 'user' || kind === 'oauthClient') return row.email ?? row.name ?? row.id;
    if (owner === undefined || name === undefined) return row.id;
    if (kind === 'device') return devices.of(name);
    if (kind === 'proofing') return words.proofingOf(name);
    if (kind === 'holder') return name;
    const holder = await holderOf(owner).catch(() => undefined);
    return credentials.of(name, documentNoun(holder?.documentType));
  }

  /** What people call the hits, if they may know whose they are. */
  async function textsOf(hits: readonly Hit[]): Promise<readonly string[]> {
    const names = await readNames(hits.flatMap((hit) => ownerOf(hit) ?? []));
    return Promise.all(hits.map((hit) => textOf(hit, names)));
  }

  return { byText, bySearch, ofPeople, ofLists, whole, textsOf };
}

export type Hits = ReturnType<typeof useHits>;
