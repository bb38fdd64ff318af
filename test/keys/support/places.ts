import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyCustody } from '../../../src/keys/custody.ts';
import { fileCustody } from '../../../src/keys/file-custody.ts';
import { pkcs11Custody } from '../../../src/keys/pkcs11-custody.ts';
import { makeToken, TOKEN_MISSING } from './token.ts';

/** A place for keys of its own. */
export interface Place {
  /** A second custody of the same keys, as in another process. */
  open(): KeyCustody;
  /** For a server that keeps its keys there. */
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

/** Every custody there is; why it cannot be tried here, where it cannot. */
export const PLACES = [
  { kind: 'files', missing: undefined, make: inFiles },
  { kind: 'pkcs11', missing: TOKEN_MISSING, make: inToken },
] as const;
