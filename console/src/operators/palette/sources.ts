import { useQueryClient } from '@tanstack/react-query';
import { hasWords } from '../../../../src/conventions/has-words.ts';
import { useNavigate } from '../../frame/navigation.tsx';
import type { PaletteSource } from '../../frame/palette-sources.ts';
import { useSession } from '../../frame/session.tsx';
import type { Choice } from '../../kit/choice-box.tsx';
import { useMessages } from '../../messages/index.ts';
import { type AdminRequest, type AdminResponse, admin, type MethodName, useMayCall } from '../api.ts';
import { PLACES } from '../parts/id-link.tsx';
import { typedPerson } from './typed-person.ts';

/** Rows of one list; a person types more of the id to see others. */
const MOST = 4;
const SHORTEST = 3;
/** Users are read once for so long, whatever is typed. */
const FRESH = 60_000;

/** The lists that find rows by the start of their id. */
const LISTS = {
  holder: ['listHolders', 'holders'],
  credential: ['listCredentials', 'credentials'],
  proofing: ['listProofings', 'proofings'],
  device: ['listDevices', 'devices'],
} as const satisfies Readonly<Record<string, readonly [MethodName, string]>>;
type Listed = keyof typeof LISTS;

const LISTED = Object.keys(LISTS) as readonly Listed[];

/** Ids have no blanks. */
const isId = (text: string) => text.length >= SHORTEST && !/\s/.test(text);

function useRead() {
  const { guarded } = useSession();
  return <Name extends MethodName>(method: Name, request: AdminRequest<Name>): Promise<AdminResponse<Name>> =>
    guarded(() => admin(method, request, { background: true }));
}

/** What the operators' console finds: people, credentials, devices, proofings, requests and users. */
export function usePaletteSources(): readonly PaletteSource[] {
  const { palette: words } = useMessages();
  const may = useMayCall();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const read = useRead();
  const open = (to: string, id: string) => () => void navigate({ to, params: { id } });

  const people: PaletteSource = {
    find(text): readonly Choice[] {
      if (!may('searchHolders')) return [];
      // Names and numbers go with the entry of the history, into no address, and from there into the body of a request.
      const search = (search: object) => () =>
        void navigate({ to: '/holders', state: { search: JSON.stringify(search) } });
      const person = typedPerson(text);
      const byName: readonly Choice[] = person
        ? [
            {
              key: 'person by name',
              group: words.people,
              text: person.birthDate === '' ? words.byName(text) : words.byNameAndBirth(text),
              run: search({ kind: 'name', ...person }),
            },
          ]
        : [];
      const byNumber: readonly Choice[] =
        /\d/.test(text) && !person
          ? [
              {
                key: 'person by number',
                group: words.people,
                text: words.byNumber(text),
                run: search({ kind: 'number', documentNumber: text }),
              },
            ]
          : [];
      return [...byName, ...byNumber];
    },
  };

  const ids: PaletteSource = {
    async find(text) {
      if (!isId(text)) return [];
      const asked = LISTED.filter((kind) => may(LISTS[kind][0])).map(async (kind) => {
        const [method, member] = LISTS[kind];
        const answer = await read(method, { idPrefix: text, pageSize: MOST } as AdminRequest<typeof method>);
        const rows = (answer as unknown as Readonly<Record<string, readonly { id: string }[]>>)[member] ?? [];
        return rows.map(
          ({ id }): Choice => ({
            key: `${kind} ${id}`,
            group: words.kinds[kind],
            text: id,
            run: open(PLACES[kind], id),
          }),
        );
      });
      const settled = await Promise.allSettled(asked);
      return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
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
      return all
        .filter(({ email }) => hasWords(email, text))
        .slice(0, MOST)
        .map(({ id, email }) => ({
          key: `user ${id}`,
          group: words.kinds.user,
          text: email,
          run: open(PLACES.user, id),
        }));
    },
  };

  const traces: PaletteSource = {
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
  return [people, ids, users, traces];
}
