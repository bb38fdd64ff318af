import { type Clock, HOUR } from '../../conventions/time.ts';
import { anchorsFromPem, googleAttestationAnchors } from '../../formats/android/attestation/index.ts';
import { SANDBOX_ROOT_CERTIFICATE } from '../../wallet/sandbox-root.ts';
import type { Settings } from '../config/settings.ts';
import { SettingsError } from '../config/settings-error.ts';
import { greatestAge, isTooOld, LIST, readRevocation, rememberEntries } from './revocation-list.ts';
import { type ObserveFiles, readSettingFile, watchFile } from './setting-file.ts';

const ROOTS = 'issuer.attestation.roots';

/** The problem of a file of this setting in production. */
export const sandboxRootIn = (setting: string): string =>
  `${setting}: everybody has the key of the sandbox root that is in the file; take it out`;
export const SANDBOX_ROOT_TRUSTED = sandboxRootIn(ROOTS);

/**
 * A JSON array of PEM texts, the format in which Google publishes its roots, or PEM as other tools write it.
 */
function parseRoots(text: string): readonly string[] {
  if (text.includes('-----BEGIN CERTIFICATE-----') && !text.trimStart().startsWith('['))
    return anchorsFromPem(text);
  const pems = arrayOf(text);
  if (pems?.every((pem) => typeof pem === 'string')) return anchorsFromPem(...pems);
  throw new Error('it must be PEM certificates, or a JSON array of them');
}

function arrayOf(json: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The anchors in a file of roots. @throws SettingsError */
export const readRoots = (path: string): readonly string[] => readSettingFile(ROOTS, path, parseRoots);

const sandboxAnchors = anchorsFromPem(SANDBOX_ROOT_CERTIFICATE);

export const holdsSandboxRoot = (anchors: readonly string[]): boolean =>
  sandboxAnchors.some((anchor) => anchors.includes(anchor));

/** The shipped roots and the roots in the file. */
function anchorsOf({ profile, issuer: { attestation } }: Settings): readonly string[] {
  const own = attestation.roots === undefined ? [] : readRoots(attestation.roots);
  const production = profile === 'production';
  // At the start this is reported with the other dangers. A later change of the file must not add the root
  // either.
  if (production && holdsSandboxRoot(own)) throw new SettingsError([SANDBOX_ROOT_TRUSTED]);
  return [...new Set([...googleAttestationAnchors(), ...(production ? [] : sandboxAnchors), ...own])];
}

export type AttestationFiles = ReturnType<typeof attestationFiles>;

/**
 * The files for checking attestations. Each is reloaded when it changes. While a new version is invalid, the
 * previous one stays in use. @throws SettingsError if the first version is invalid
 */
export function attestationFiles(
  settings: Settings,
  clock: Clock = Date.now,
  observe: ObserveFiles = () => {},
) {
  const { roots, revocationList } = settings.issuer.attestation;
  const watch = <T>(setting: string, path: string | undefined, from: (settings: Settings) => T) =>
    watchFile({
      files: path === undefined ? [] : [path],
      read: () => from(settings),
      clock,
      observe: (failure) => observe(setting, failure),
    });
  const anchors = watch(ROOTS, roots, anchorsOf);
  let remembers = false;
  const revocation = watch(LIST, revocationList, (given) => {
    const list = readRevocation(given);
    if (remembers) rememberEntries(given, list);
    return list;
  });
  const isListTooOld = () => isTooOld(settings, revocation.current(), clock());
  return {
    /** SHA-256 of the keys of the roots. */
    anchors: anchors.current,
    revocation: () => revocation.current().list,
    /** Time of the list in use, milliseconds since the epoch; undefined if there is none. */
    listWrittenAt: () => revocation.current().writtenAt,
    /** Whether registrations are refused because the list is too old. */
    isListTooOld,
    /** Whether the file contains a list that was refused. */
    isListRefused: () => revocation.failure() !== undefined,
    /** Problems that need an operator, in fixed words. */
    warnings(): readonly string[] {
      const hours = (greatestAge(settings) ?? 0) / HOUR;
      return [
        ...(isListTooOld()
          ? [`attestation: the revocation list is older than ${hours} hours, no device is registered`]
          : []),
        ...(revocation.failure()
          ? ['attestation: the revocation list was refused, the one before is in use']
          : []),
      ];
    },
    /** Later lists are compared with the one that is now in use, even after a restart. */
    remember(): void {
      remembers = true;
      rememberEntries(settings, revocation.current());
    },
    /** Reads the files that have changed, as every use of them does. */
    reloadChanged(): void {
      anchors.current();
      revocation.current();
    },
    /** Reads all files now. */
    reload(): void {
      if (roots !== undefined) anchors.reload();
      if (revocationList !== undefined) revocation.reload();
    },
  };
}
