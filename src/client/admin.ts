import type { AdminRequest, AdminResponse, MethodName } from '../admin/contract/index.ts';
import { type Client, client, type Method, type Request, type Sending } from './client.ts';
import type { PageAt } from './pages.ts';
import type { Send } from './send.ts';

type AdminMethods = {
  readonly [Name in MethodName]: {
    readonly request: AdminRequest<Name>;
    readonly answer: AdminResponse<Name>;
  };
};

export type AdminClient = Client<MethodName, AdminMethods>;

/** Members that the path names go into it, the others into the query or the body. */
function place({ http: [method, path] }: Method, request: object, page: PageAt): Request {
  const members = new Map<string, unknown>(Object.entries({ ...request, ...page }));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(members.get(name)));
    members.delete(name);
    return value;
  });
  const others = Object.fromEntries(members);
  return { method, path: filled, ...(method === 'GET' ? { query: others } : { body: others }) };
}

/** Client of the admin interface. A request is one object, as the registry describes it. */
export const adminClient = (
  methods: Readonly<Record<MethodName, Method>>,
  send: Send,
  explain?: Sending['explain'],
): AdminClient => client({ methods, send, place, explain });
