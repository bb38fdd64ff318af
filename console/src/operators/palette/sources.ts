import { useQueryClient } from '@tanstack/react-query';
import { documentNoun } from '../../../../src/admin/contract/audit-log/sentences.ts';
import { hasWords } from '../../../../src/conventions/has-words.ts';
import { useNavigate } from '../../frame/navigation.tsx';
import type { PaletteSource } from '../../frame/palette-sources.ts';
import { useSession } from '../../frame/session.tsx';
import type { Choice } from '../../kit/choice-box.tsx';
import { useMessages } from '../../messages/index.ts';
import { type AdminRequest, type AdminResponse, admin, type MethodName, useMayCall } from '../api.ts';
import { PLACES } from '../parts/id-link.tsx';
import { knownNames } from '../parts/people/known-names.ts';
import { useReadNames } from '../parts/people/names.ts';
import { canActOn, type Hit, type Listed, ownerOf, type Row, textsWithIds } from './hits.ts';
import { isServerId } from './server-id.ts';
import { typedPerson } from './typed-person.ts';
import type { useActions } from './use-actions.ts';

/** Rows of one list; a person types more of the id to see others. */
const MOST = 4;
const SHORTEST = 3;
/** A person is read once for the rows of one text, in milliseconds. */
const JUST_READ = 5000;
/** Users are read once for so long, whatever is typed. */
const FRESH = 60_000;

/** The lists that find rows by the start of their id. */
const LISTS = {
  holder: ['listHolders', 'holders'],
  credential: ['listCredentials', 'credentials'],
  proofing: ['listProofings', 'proofings'],
  device: ['listDevices', 'devices'],
} as const satisfies Readonly<Record<Listed, readonly [MethodName, string]>>;

const LISTED = Object.keys(LISTS) as readonly Listed[];

/** Ids have digits or dashes, and no blanks. */
const isId = (text: string) => text.length >= SHORTEST && /^(?=.*[\d-])\S+$/.test(text);

function useRead() {
  const { guarded } = useSession();
  return <Name extends MethodName>(method: Name, request: AdminRequest<Name>): Promise<AdminResponse<Name>> =>
    guarded(() => admin(method, request, { background: true }));
}

/** What the operators' console finds: people, credentials, devices, proofings, requests and users, and what to do with one. */
export function usePaletteSources({ on }: ReturnType<typeof useActions>): readonly PaletteSource[] {
  const { palette: words, credentials, devices } = useMessages();
  const may = useMayCall();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const read = useRead();
  const readNames = useReadNames();
  const open = (to: string, id: string) => () => void navigate({ to, params: { id } });

  const holderOf = (id: string) =>
    queries.fetchQuery({
      queryKey: ['palette holder', id],
      staleTime: JUST_READ,
      queryFn: () => read('getHolder', { id }),
    });

  /** What people call a hit, if they may know whose it is. */
  async function textOf(hit: Hit, names: ReadonlyMap<string, string | undefined>): Promise<string> {
    const owner = ownerOf(hit);
    const name = owner && names.get(owner);
    if (owner === undefined || name === undefined) return hit.row.id;
    if (hit.kind === 'device') return devices.of(name);
    if (hit.kind === 'proofing') return words.proofingOf(name);
    if (hit.kind !== 'credential') return name;
    const holder = await holderOf(owner).catch(() => undefined);
    return credentials.of(name, documentNoun(holder?.documentType));
  }

  /** The hits, and the actions on them if they are one thing, or one person with what belongs to the person. */
  async function choicesOf(hits: readonly Hit[]): Promise<readonly Choice[]> {
    const names = await readNames(hits.flatMap((hit) => ownerOf(hit) ?? []));
    const texts = await Promise.all(hits.map((hit) => textOf(hit, names)));
    const things = hits.map(({ kind, row: { id } }, index): Choice => {
      const text = texts[index] ?? id;
      return {
        key: `${kind} ${id}`,
        group: words.kinds[kind],
        text,
        more: text === id ? undefined : id,
        run: open(PLACES[kind], id),
      };
    });
    if (!canActOn(hits)) return things;
    const labels = textsWithIds(hits, texts);
    const actions = hits.flatMap(({ kind, row }, index) =>
      kind === 'device' ? [] : on({ kind, row, text: labels[index] ?? row.id }),
    );
    return [...things, ...actions];
  }

  async function withId(idPrefix: string): Promise<readonly Hit[]> {
    const asked = LISTED.filter((kind) => may(LISTS[kind][0])).map(async (kind) => {
      const [method, member] = LISTS[kind];
      const answer = await read(method, { idPrefix, pageSize: MOST } as AdminRequest<typeof method>);
      const rows = (answer as unknown as Readonly<Record<string, readonly Row[]>>)[member] ?? [];
      return rows.map((row): Hit => ({ kind, row }));
    });
    const settled = await Promise.allSettled(asked);
    return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  }

  /** People whose names this console has shown; of one also credentials and devices. Nothing is searched for that. */
  async function withName(text: string): Promise<readonly Hit[]> {
    const ids = [...knownNames()]
      .filter(([, name]) => name !== undefined && hasWords(name, text))
      .map(([id]) => id)
      .slice(0, MOST);
    const [id] = ids;
    if (ids.length !== 1 || id === undefined) return ids.map((one) => ({ kind: 'holder', row: { id: one } }));
    const [row, { credentials: own }] = await Promise.all([
      holderOf(id),
      read('listCredentials', { holderId: id, pageSize: MOST }),
    ]);
    const onDevices = [...new Set(own.map(({ deviceReferenceId }) => deviceReferenceId))];
    return [
      { kind: 'holder', row },
      ...own.map((credential): Hit => ({ kind: 'credential', row: credential })),
      ...onDevices.map((device): Hit => ({ kind: 'device', row: { id: device, holderId: id } })),
    ];
  }

  const things: PaletteSource = {
    async find(text) {
      if (text.length < SHORTEST) return [];
      const hits = isServerId(text) ? await withId(text) : [];
      return choicesOf(hits.length > 0 ? hits : await withName(text));
    },
  };

  /** Names and numbers go with the entry of the history, into no address, and from there into the body of a request. */
  const search = (what: object) => () =>
    void navigate({ to: '/holders', state: { search: JSON.stringify(what) } });
  const choice = (key: string, text: string, run: () => void): Choice => ({
    key,
    group: words.people,
    text,
    run,
  });

  const people: PaletteSource = {
    find(text): readonly Choice[] {
      const person = typedPerson(text);
      if (!may('searchHolders') || !person || person.birthDate === '') return [];
      return [choice('person', words.byNameAndBirth(text), search({ kind: 'name', ...person }))];
    },
  };

  const searches: PaletteSource = {
    isLast: true,
    find(text): readonly Choice[] {
      if (!may('searchHolders')) return [];
      const person = typedPerson(text);
      if (person?.birthDate === '')
        return [choice('person', words.byName(text), search({ kind: 'name', ...person }))];
      return /\d/.test(text) && !person
        ? [choice('number', words.byNumber(text), search({ kind: 'number', documentNumber: text }))]
        : [];
    },
  };

  const users: PaletteSource = {
    async find(text) {
      if (!may('listUsers')) return [];
      const { users: all } = await queries.fetchQuery({
        queryKey: ['palette users'],
        staleTime: FRESH,
        queryFn: () => read('listUsers', { pageSize: 500 }),
      });
      const matching = all.filter(({ email }) => hasWords(email, text)).slice(0, MOST);
      const [only] = matching.length === 1 ? matching : [];
      return [
        ...matching.map(({ id, email }) => ({
          key: `user ${id}`,
          group: words.kinds.user,
          text: email,
          run: open(PLACES.user, id),
        })),
        ...(only ? on({ kind: 'user', row: only, text: only.email }) : []),
      ];
    },
  };

  const traces: PaletteSource = {
    isLast: true,
    find(text): readonly Choice[] {
      if (!isId(text)) return [];
      return [
        {
          key: 'explain',
          group: words.traces,
          text: words.explain(text),
          run: () => void navigate({ to: '/explain', search: { id: text } }),
        },
        {
          key: 'audit log',
          group: words.traces,
          text: words.auditLog(text),
          run: () => void navigate({ to: '/audit-log', search: { subjectId: text } }),
        },
      ];
    },
  };
  return [people, things, users, traces, searches];
}
