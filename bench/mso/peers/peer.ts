import packageJson from '../../package.json' with { type: 'json' };
import type { DeviceKey } from '../fixture.ts';

/** Another library that issues the same document, with new random salts for each key. */
export interface Peer {
  /** The name of the library with its version. */
  readonly name: string;
  /** Makes and signs the document; does not encode it. */
  readonly issue: (key: DeviceKey) => Promise<unknown>;
  /** Makes, signs and encodes the document with the functions of the library. */
  readonly issueBytes: (key: DeviceKey) => Promise<Uint8Array>;
  /** Extracts IssuerSigned from these bytes. */
  readonly issuerSigned: (bytes: Uint8Array) => Uint8Array;
}

type Library = Extract<
  keyof typeof packageJson.devDependencies,
  `@${'auth0' | 'owf' | 'animo-id'}/${string}`
>;

export const named = (library: Library): string => `${library} ${packageJson.devDependencies[library]}`;
