import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { UsageError } from '../../failures.ts';

const Client = Type.Object({
  client_id: Type.String(),
  client_secret: Type.Optional(Type.String()),
  auth_uri: Type.Optional(Type.String()),
});

/** A client secrets file, as consoles of clients and `diptych oauth clients create --json` write it. */
const File = Compile(Type.Object({ installed: Type.Optional(Client), web: Type.Optional(Client) }));

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
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw wrong(code === undefined ? 'is not JSON' : `cannot be read (${code})`);
  }
  const client = File.Check(content) ? content.installed : undefined;
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
