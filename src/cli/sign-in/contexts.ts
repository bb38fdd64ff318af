import { UsageError } from '../cli-errors.ts';

/** The interfaces of a server that commands sign in at. */
export type Interface = 'admin' | 'mediation';

/** The sign-in of one user at one server. */
export interface SignIn {
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly refreshToken?: string;
  readonly tokenEndpoint?: string;
  readonly revocationEndpoint?: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** The email of the user, where the server told it. */
  readonly person?: string;
}

/** An interface of a server. Without a sign-in the user signed out. */
export interface Place {
  readonly url: string;
  readonly signIn?: SignIn;
}

/** Files with a client certificate, its key and roots of servers; whole paths, because commands run in any folder. */
export interface TlsFiles {
  readonly clientCert?: string;
  readonly clientKey?: string;
  readonly ca?: string;
}

export const TLS_FILES: readonly (keyof TlsFiles)[] = ['clientCert', 'clientKey', 'ca'];

/** A server with a name: the places of its interfaces, who signed in there, and how its issuer interface is called. */
export type Context = Readonly<Partial<Record<Interface, Place>>> & { readonly tls?: TlsFiles };

export interface Contexts {
  /** The context that commands use if none is named. */
  readonly current?: string;
  readonly contexts: Readonly<Record<string, Context>>;
}

export const NO_CONTEXTS: Contexts = { contexts: {} };

export const INTERFACES: readonly Interface[] = ['admin', 'mediation'];

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** The name as it was given. @throws UsageError */
export function checkedName(name: string): string {
  if (NAME.test(name)) return name;
  throw new UsageError(
    'the name of a context has 1 to 63 letters, digits, dots, hyphens and underscores, and begins with a letter or digit',
  );
}

export const contextIn = ({ contexts }: Contexts, name: string): Context | undefined =>
  Object.hasOwn(contexts, name) ? contexts[name] : undefined;

/** The contexts with one that is new or changed; without a context, without that one. */
export function withContext(all: Contexts, name: string, context: Context | undefined): Contexts {
  const { [name]: _, ...others } = all.contexts;
  return { ...all, contexts: context === undefined ? others : { ...others, [name]: context } };
}

/** The names of the contexts whose interface has this address. */
export const namesAt = ({ contexts }: Contexts, kind: Interface, url: string): readonly string[] =>
  Object.keys(contexts).filter((name) => contexts[name]?.[kind]?.url === url);

/** A name for a server that has none yet: its host and port. */
export function newName({ contexts }: Contexts, url: string): string {
  const host = new URL(url).host.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  const base = host.slice(0, 56);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!Object.hasOwn(contexts, name)) return name;
  }
}
