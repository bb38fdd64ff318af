import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyCustody } from '../../../src/keys/custody.ts';
import { fileCustody } from '../../../src/keys/file-custody.ts';
import { pkcs11Custody } from '../../../src/keys/pkcs11-custody.ts';
import { makeToken, TOKEN_MISSING } from './token.ts';

/** A temporary key store. */
export interface Place {
  /** Opens the key store once more, as another process would. */
  open(): KeyCustody;
  /** The settings of a server that keeps its keys in this key store. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string>>;
  remove(): void;
}

function inFiles(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-custody-'));
  return {
    open: () => fileCustody(folder),
    settings: {},
    environment: {},
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function inToken(): Place {
  const { settings, environment, remove, ...token } = makeToken();
  return { open: () => pkcs11Custody(token), settings, environment, remove };
}

/** All kinds of key stores. `missing` says why a kind cannot be tested on this machine. */
export const PLACES = [
  { kind: 'files', missing: undefined, make: inFiles },
  { kind: 'pkcs11', missing: TOKEN_MISSING, make: inToken },
] as const;
