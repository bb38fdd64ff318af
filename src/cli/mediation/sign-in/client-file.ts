import { readText } from '../../bounded-file.ts';
import { UsageError } from '../../cli-errors.ts';

interface Client {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly auth_uri?: string;
}

const isText = (value: unknown) => typeof value === 'string';
const isTextOrAbsent = (value: unknown) => value === undefined || isText(value);

/** The client in a client secrets file, as consoles of clients and `diptych oauth clients create --json` write it. */
function installedIn(content: unknown): Client | undefined {
  const { installed } = (content ?? {}) as { readonly installed?: Partial<Record<keyof Client, unknown>> };
  if (!isText(installed?.client_id)) return undefined;
  const { client_secret: secret, auth_uri: address } = installed ?? {};
  return isTextOrAbsent(secret) && isTextOrAbsent(address) ? (installed as unknown as Client) : undefined;
}

export interface ClientFile {
  readonly clientId: string;
  readonly clientSecret?: string;
  /** The authorization server. */
  readonly issuer?: string;
}

/** @throws UsageError */
export function readClientFile(path: string): ClientFile {
  const wrong = (why: string) => new UsageError(`--client-file ${path} ${why}`);
  let content: unknown;
  try {
    content = JSON.parse(readText(path));
  } catch (error) {
    throw error instanceof SyntaxError ? wrong('is not JSON') : error;
  }
  const client = installedIn(content);
  if (!client)
    throw wrong('is no file of an installed application: those of web applications cannot sign in from here');
  const { client_id: clientId, client_secret: clientSecret, auth_uri: authorization } = client;
  const origin = authorization === undefined ? undefined : URL.parse(authorization)?.origin;
  return {
    clientId,
    ...(clientSecret && { clientSecret }),
    ...(origin !== undefined && { issuer: origin }),
  };
}
