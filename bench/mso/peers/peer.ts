import packageJson from '../../../package.json' with { type: 'json' };
import type { DeviceKey } from '../fixture.ts';

/** Another library that issues the same document, with fresh salts for each key. */
export interface Peer {
  /** With its version. */
  readonly name: string;
  /** Until the MSO is signed. */
  readonly issue: (key: DeviceKey) => Promise<unknown>;
  /** And encoded, as the library does it. */
  readonly issueBytes: (key: DeviceKey) => Promise<Uint8Array>;
  /** IssuerSigned within those bytes. */
  readonly issuerSigned: (bytes: Uint8Array) => Uint8Array;
}

type Library = Extract<
  keyof typeof packageJson.devDependencies,
  `@${'auth0' | 'owf' | 'animo-id'}/${string}`
>;

export const named = (library: Library): string => `${library} ${packageJson.devDependencies[library]}`;
