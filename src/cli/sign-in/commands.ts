import { resolve } from 'node:path';
import { omit } from '../../conventions/omit.ts';
import { UsageError } from '../cli-errors.ts';
import { print } from '../output.ts';
import { table } from '../table/table.ts';
import { relative } from '../table/time-text.ts';
import { type ClientTlsOptions, tlsOf } from '../tls-options.ts';
import {
  type Contexts,
  checkedName,
  contextIn,
  INTERFACES,
  type Place,
  TLS_FILES,
  type TlsFiles,
  withContext,
} from './contexts.ts';
import { changeContexts, contextsFile, readContexts } from './contexts-file.ts';
import { revoke } from './revoke.ts';

interface ListOptions {
  readonly names?: boolean;
  readonly wide?: boolean;
  readonly json?: boolean;
}

interface View {
  readonly url: string;
  readonly state: 'signedIn' | 'expired' | 'signedOut';
  /** The commands renew the sign-in when it ends. */
  readonly renews?: boolean;
  readonly expireTime?: string;
  readonly person?: string;
}

/** What may be shown of a place: no token. */
function viewOf({ url, signIn }: Place, now: number): View {
  if (signIn === undefined) return { url, state: 'signedOut' };
  const { expiresAt, refreshToken, person } = signIn;
  const renews = refreshToken !== undefined;
  return {
    url,
    state: renews || expiresAt > now ? 'signedIn' : 'expired',
    renews,
    expireTime: new Date(expiresAt).toISOString(),
    ...(person !== undefined && { person }),
  };
}

function signInText({ state, renews, expireTime = '' }: View, now: number, wide: boolean): string {
  if (state === 'signedOut') return 'signed out';
  if (renews) return 'renews itself';
  const time = wide ? expireTime : relative(expireTime, now);
  return state === 'expired' ? `expired ${time}` : `ends ${time}`;
}

const HEADINGS = ['context', 'current', 'interface', 'server', 'user', 'sign-in'];

export function list(options: ListOptions): void {
  const { names = false, wide = false } = options;
  const { contexts, current } = readContexts();
  const now = Date.now();
  const rows = Object.entries(contexts)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, context]) => ({
      name,
      current: name === current,
      ...(context.tls && { tls: context.tls }),
      interfaces: INTERFACES.flatMap((kind) => {
        const place = context[kind];
        return place ? [{ interface: kind, ...viewOf(place, now) }] : [];
      }),
    }));
  if (names) {
    print(
      rows.map(({ name }) => name),
      options,
      () => rows.map(({ name }) => name).join('\n'),
    );
    return;
  }
  const cells = rows.flatMap(({ name, current: isCurrent, interfaces }) =>
    interfaces.map(({ interface: kind, ...view }) => [
      name,
      isCurrent ? 'yes' : '',
      kind,
      view.url,
      view.person ?? '-',
      signInText(view, now, wide),
    ]),
  );
  // A name that is cut could not be pasted.
  const cut = ['server', 'user'];
  print({ file: contextsFile(), contexts: rows }, options, () => table(HEADINGS, cells, { wide, cut }));
}

/** @throws UsageError */
function requireKnown(all: Contexts, name: string) {
  const context = contextIn(all, checkedName(name));
  if (context !== undefined) return context;
  throw new UsageError(`there is no context ${name}; diptych contexts list shows them`);
}

export async function use(name: string, options: { readonly json?: boolean }): Promise<void> {
  const context = await changeContexts((all) => [{ ...all, current: name }, requireKnown(all, name)]);
  const servers = INTERFACES.flatMap((kind) => context[kind]?.url ?? []);
  print(
    { current: name, servers },
    options,
    () => `Commands use the context ${name} now: ${servers.join(', ')}`,
  );
}

export async function setTls(
  name: string,
  { json, ...options }: ClientTlsOptions & { readonly json?: boolean },
): Promise<void> {
  // What cannot be used is refused now, not at the next command.
  await tlsOf(options);
  const named = TLS_FILES.flatMap((one) =>
    options[one] === undefined ? [] : [[one, resolve(options[one])]],
  );
  const tls: TlsFiles = Object.fromEntries(named);
  await changeContexts((all) => {
    const places = omit(requireKnown(all, name), 'tls');
    return [withContext(all, name, named.length === 0 ? places : { ...places, tls }), undefined];
  });
  const text = named.length === 0 ? 'without a client certificate' : `with ${Object.values(tls).join(', ')}`;
  print(
    { context: name, tls },
    { json: json ?? false },
    () => `The context ${name} calls its servers ${text}.`,
  );
}

export async function remove(name: string, options: { readonly json?: boolean }): Promise<void> {
  const context = await changeContexts((all) => {
    const known = requireKnown(all, name);
    const { current, ...others } = withContext(all, name, undefined);
    return [{ ...others, ...(current !== undefined && current !== name && { current }) }, known];
  });
  const signIns = INTERFACES.flatMap((kind) => context[kind]?.signIn ?? []);
  let revoked = 0;
  for (const signIn of signIns) if (await revoke(signIn)) revoked += 1;
  const left = signIns.length - revoked;
  const message =
    left === 0 ? '' : ` ${left} of its sign-ins ended on this machine only; the server did not confirm it.`;
  print({ removed: name, signIns: signIns.length, revoked }, options, () => `Removed ${name}.${message}`);
}
