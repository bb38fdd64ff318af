import { DAY } from '../../conventions/time.ts';
import { parseCertificate } from '../../formats/x509/index.ts';
import { requireWithinValidity } from '../../issuer/mso/validity.ts';
import type { KeyCustody } from '../../keys/custody.ts';
import { keyExpiries } from '../../keys/expiry.ts';
import type { EpochKeys } from '../../keys/holder-keys/epochs.ts';
import { isLive, type KeyRecord, type KeyRegister } from '../../keys/key-register.ts';
import { keyring } from '../../keys/keyring.ts';
import { ensureKeys, ensureStatusSigner } from '../../keys/new-keys.ts';
import { retireKeys } from '../../keys/retire-keys.ts';
import { sealCustody } from '../../keys/seal-custody.ts';
import { placeDepartures } from '../../keys/signer-certificate.ts';
import type { Database } from '../../storage/database.ts';
import { holderKeyReader } from '../../storage/issuer/holder-keys.ts';
import { statusListReader } from '../../storage/issuer/status-lists.ts';
import { keyRegister } from '../../storage/key-register.ts';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import type { Effects } from '../effects.ts';
import type { DataFolder } from '../files/data-folder.ts';
import { requireUsable } from './epochs.ts';

/**
 * Records are checked against the settings, but verifiers compare them with the document signer's certificate
 * (ISO 18013-5 B.1.4). Says where the two differ, and what to do.
 */
export function placeProblems({ issuer }: Settings, records: readonly KeyRecord[]): readonly string[] {
  const signers = records.filter(
    ({ role, stage }) => role === 'documentSigner' && (stage === 'active' || stage === 'next'),
  );
  const problems = signers.flatMap(({ certificate }) =>
    placeDepartures(parseCertificate(certificate), issuer).map(
      ({ setting, certified }) =>
        `${setting}: the certificate of the document signer says ${certified}; set it to that, or start with another data folder`,
    ),
  );
  return [...new Set(problems)];
}

interface KeyParts {
  readonly settings: Settings;
  readonly folder: DataFolder;
  readonly custody: KeyCustody;
  readonly database: Database;
  readonly epochs: EpochKeys;
  readonly effects: Effects;
}

/** A token protects nothing if keys in use can still be copied from files. @throws SettingsError */
async function refuseExtractable(
  { profile, keys }: Settings,
  custody: KeyCustody,
  register: KeyRegister,
): Promise<void> {
  if (profile !== 'production' || keys.custody === 'files' || keys.extractable) return;
  const held = (await custody.list()).filter((key) => key.custody === 'files');
  const inFiles = new Set(held.map(({ keyId }) => keyId));
  const used = (await register.list()).filter((record) => isLive(record) && inFiles.has(record.keyId));
  if (used.length === 0) return;
  const roles = used.map(({ role }) => role).join(', ');
  throw new SettingsError([
    `keys.custody: keys in use are still files (${roles}); set keys.extractable: true until they are rotated, and take the file of the root's key away`,
  ]);
}

const NO_STATUS_SIGNER =
  'issuer.status.uri: no key signs status lists under the root of the document signer, and the key of that root is not held here; start without this setting, then diptych keys request --role statusSigner';

export const hasStatusLists = ({ issuer }: Settings): boolean =>
  [issuer, ...Object.values(issuer.byDocumentType ?? {})].some(({ status }) => status?.uri !== undefined);

/**
 * The issuer's keys: creates them at the first start, and then uses, administers and sweeps them. Without the issuer panel
 * it makes none and leaves those that exist alone.
 */
export async function createKeys({ settings, folder, custody, database, epochs, effects }: KeyParts) {
  const { clock, random } = effects;
  const { name, country, stateOrProvince, certificateUri } = settings.issuer;
  const state = stateOrProvince === undefined ? {} : { stateOrProvince };
  const subject = { organization: name, country, uri: certificateUri, ...state };
  const { days: documentSignerDays, rotateDays } = settings.keys.documentSigner;
  const hasLists = hasStatusLists(settings);
  const maker = { custody, subject, documentSignerDays, hasStatusLists: hasLists, clock, random };
  const register = keyRegister(database, clock, random);
  const prepare = async () => {
    // With records but without the key of an epoch, the key folder was lost; new keys would hide that.
    const hasRecords = (await holderKeyReader(database.reader).epochsOfHolders()) !== undefined;
    if (!hasRecords) requireUsable(() => epochs.start());
    await ensureKeys(register, maker);
    await refuseExtractable(settings, custody, register);
    if (hasLists && !(await ensureStatusSigner(register, maker))) throw new SettingsError([NO_STATUS_SIGNER]);
    const misplaced = placeProblems(settings, await register.list());
    if (misplaced.length > 0) throw new SettingsError(misplaced);
  };
  const isOn = settings.interfaces.includes('issuer');
  if (isOn) await prepare();
  const keys = keyring(register, custody);
  const lists = statusListReader(database.reader);
  const rootsOfLists = async (now: number) =>
    new Set((await lists.publishedLists(now)).map(({ root }) => root));
  return {
    keyring: keys,
    register,
    maker,
    /** Signs the seals of the audit log. */
    seals: sealCustody(maker, { keys: folder.keys, seen: folder.sealSeen }),
    expiries: async () => (isOn ? keyExpiries(await register.list(), clock(), rotateDays) : []),
    sweep: (now = clock()) =>
      retireKeys({ register, custody, grace: settings.keys.graceDays * DAY, rootsOfLists }, now),
    /** Rejects if the signing keys cannot be used, and outside of the document signer's validity. */
    async ready() {
      if (!isOn) return;
      const probe = new Uint8Array(32);
      await (await keys.identitySigner())(probe);
      const signer = await keys.documentSigner();
      requireWithinValidity(signer, clock());
      await signer.sign(probe);
    },
  };
}
