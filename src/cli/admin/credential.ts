import { existsSync } from 'node:fs';
import { privateText } from '../../keys/private-files.ts';
import { UsageError } from '../cli-errors.ts';
import { notice } from '../output.ts';
import { secretOption } from '../secret-input.ts';
import { type ChosenServer, loginAt } from '../sign-in/choose-server.ts';
import { readToken } from '../sign-in/kept-token.ts';

/** The credentials that the options name, and the default files of credentials. */
interface CredentialPlaces {
  readonly token?: string | undefined;
  readonly asAdmin?: boolean | undefined;
  readonly tokenFile?: string | undefined;
  readonly json?: boolean | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** The admin token's file in the data folder. */
  readonly adminToken: string;
  readonly operatorToken: string;
  /** The context of the server. */
  readonly context?: ChosenServer | undefined;
}

const ADMIN_INSTEAD = 'to use the admin token, add --as-admin';

function only(named: readonly (readonly [string, unknown])[]): void {
  const [first, second] = named.filter(([, value]) => value !== undefined && value !== false);
  if (first && second)
    throw new UsageError(`${first[0]} and ${second[0]} name two credentials; leave one out`);
}

/**
 * The sign-in that is stored in a file. If it has ended, the command fails instead of using the admin token.
 * @throws UsageError
 */
function signIn(path: string): string | undefined {
  const token = readToken(path);
  if (token === undefined) return undefined;
  if (token === 'signedOut')
    throw new UsageError(`you signed out (${path}); run diptych login; ${ADMIN_INSTEAD}`);
  if (token.expiresAt > Date.now()) return token.accessToken;
  throw new UsageError(`the sign-in in ${path} has expired; run diptych login; ${ADMIN_INSTEAD}`);
}

/** @throws UsageError */
function signInOf({ name, place: { signIn } }: ChosenServer): string {
  const again = `run ${loginAt('admin', name)}`;
  if (signIn === undefined) throw new UsageError(`you signed out of the context ${name}; ${again}`);
  if (signIn.expiresAt > Date.now()) return signIn.accessToken;
  throw new UsageError(`the sign-in of the context ${name} has expired; ${again}`);
}

function namedSignIn(path: string, by: string): string {
  const token = signIn(path);
  if (token !== undefined) return token;
  throw new UsageError(`${by} names ${path}, which does not exist; run diptych login with it, or correct it`);
}

function adminTokenOf({ environment, adminToken: path }: CredentialPlaces): string {
  const token = environment.DIPTYCH_ADMIN_TOKEN ?? privateText(path)?.trim() ?? '';
  if (token !== '') return token;
  throw new UsageError(
    `there is no ${path}; run diptych login, name the data folder with --data, or use --token-file`,
  );
}

/** Warns that another credential is used, although a user is or was signed in. */
function instead(places: CredentialPlaces, what: string): void {
  const { context } = places;
  if (context !== undefined) {
    if (context.place.signIn) notice(`using ${what}, not the sign-in of the context ${context.name}`, places);
    return;
  }
  const { DIPTYCH_TOKEN_FILE: file = places.operatorToken } = places.environment;
  if (existsSync(file)) notice(`using ${what}, not the sign-in in ${file}`, places);
}

/**
 * Options take precedence over variables, and variables over the data folder. The admin token of the data
 * folder is used only until the first sign-in (ADR 30).
 */
export function credentialOf(places: CredentialPlaces): string {
  const { token, asAdmin, tokenFile, environment, operatorToken, context, json } = places;
  const { DIPTYCH_ADMIN_TOKEN: ofVariable, DIPTYCH_TOKEN_FILE: fileOfVariable } = environment;
  only([
    ['--token', token],
    ['--as-admin', asAdmin],
    ['--token-file', tokenFile],
  ]);
  if (token !== undefined) {
    const secret = {
      option: '--token',
      what: 'token',
      instead: 'use --token - or DIPTYCH_ADMIN_TOKEN',
      json,
    };
    instead(places, '--token');
    return secretOption(token, secret);
  }
  if (asAdmin) {
    instead(places, 'the admin token');
    return adminTokenOf(places);
  }
  if (tokenFile !== undefined) return namedSignIn(tokenFile, '--token-file');
  only([
    ['DIPTYCH_ADMIN_TOKEN', ofVariable],
    ['DIPTYCH_TOKEN_FILE', fileOfVariable],
  ]);
  if (fileOfVariable !== undefined) return namedSignIn(fileOfVariable, 'DIPTYCH_TOKEN_FILE');
  if (ofVariable !== undefined) {
    instead(places, 'DIPTYCH_ADMIN_TOKEN');
    return ofVariable;
  }
  return context === undefined ? (signIn(operatorToken) ?? adminTokenOf(places)) : signInOf(context);
}
