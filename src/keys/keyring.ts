import { pointFromSpki } from '../formats/ec/index.ts';
import { type Certificate, parseCertificate } from '../formats/x509/index.ts';
import type { CertifiedSigner, DecryptionKey, IssuerKeys } from '../issuer/ports/keys.ts';
import type { KeyCustody } from './custody.ts';
import type { KeyRecord, KeyRegister, KeyRole, KeyStage } from './key-register.ts';
import { rootIdOf } from './signer-certificate.ts';
import { signingStatusSigners } from './status-signers.ts';

/**
 * How long a process may not notice a rotation by another process, in milliseconds. During this time both
 * keys work.
 */
const KEPT_MILLISECONDS = 2_000;

/** Clients write hex with or without leading zeros, in upper or lower case. */
function normalized(keyId: string): string {
  return keyId.toUpperCase().replace(/^0+/, '');
}

/** Sorted by stage. */
function staged(
  records: readonly KeyRecord[],
  role: KeyRole,
  stages: readonly KeyStage[],
): readonly KeyRecord[] {
  return stages.flatMap((stage) =>
    records.filter((record) => record.role === role && record.stage === stage),
  );
}

interface Loaded {
  readonly at: number;
  readonly records: readonly KeyRecord[];
  readonly identity: KeyRecord;
  readonly documentSigner: CertifiedSigner;
  /** By root. */
  readonly statusSigners: ReadonlyMap<string, CertifiedSigner>;
  readonly decryption: ReadonlyMap<string, DecryptionKey>;
}

export interface Keyring extends IssuerKeys {
  /** Makes a rotation of this process take effect at once. */
  forget(): void;
}

/** The issuer's keys: the register has the certificates, and the custody signs and decrypts. */
export function keyring(register: KeyRegister, custody: KeyCustody): Keyring {
  let loaded: Loaded | undefined;

  const only = (records: readonly KeyRecord[], role: KeyRole): KeyRecord => {
    const [record] = staged(records, role, ['active']);
    if (record) return record;
    throw new Error(`no active ${role} key is registered`);
  };

  /** By key id. The certificate of a key never changes. */
  const parsed = new Map<string, Certificate>();
  const certificateOf = ({ keyId, certificate }: KeyRecord): Certificate => {
    const found = parsed.get(keyId) ?? parseCertificate(certificate);
    parsed.set(keyId, found);
    return found;
  };

  const decryptionKeyOf = (record: KeyRecord): DecryptionKey => {
    const { spki } = certificateOf(record);
    const agree: DecryptionKey['agree'] = (encapsulatedKey) => custody.agree(record.keyId, encapsulatedKey);
    return { publicKey: pointFromSpki(spki), spki, agree };
  };

  const signerOf = (record: KeyRecord, records: readonly KeyRecord[]): CertifiedSigner => {
    const { keyId, certificate } = record;
    const { notBefore, notAfter } = certificateOf(record);
    return {
      keyId,
      root: rootIdOf(records, record),
      certificates: [certificate],
      notBefore,
      notAfter,
      sign: (bytes) => custody.sign(keyId, bytes),
    };
  };

  const load = async (): Promise<Loaded> => {
    const at = performance.now();
    const records = await register.list();
    const statusSigners = signingStatusSigners(records).map((record) => signerOf(record, records));
    const decrypting = staged(records, 'encryption', ['active', 'grace']);
    loaded = {
      at,
      records,
      identity: only(records, 'identity'),
      documentSigner: signerOf(only(records, 'documentSigner'), records),
      statusSigners: new Map(statusSigners.map((signer) => [signer.root, signer])),
      decryption: new Map(decrypting.map((record) => [normalized(record.keyId), decryptionKeyOf(record)])),
    };
    return loaded;
  };

  const current = async (): Promise<Loaded> =>
    loaded && performance.now() - loaded.at < KEPT_MILLISECONDS ? loaded : load();

  return {
    // Reads the database each time, because such calls are rare and all processes must give the same answer.
    async identityCertificates() {
      const records = await register.keysOf('identity');
      // Another process may just have replaced a stolen key. This one must then not sign with it.
      if (only(records, 'identity').keyId !== loaded?.identity.keyId) loaded = undefined;
      return staged(records, 'identity', ['active', 'next']).map(({ certificate }) => certificate);
    },
    async encryptionCertificate() {
      return only(await register.keysOf('encryption'), 'encryption').certificate;
    },
    async identitySigner() {
      const known = await current();
      const rotating = staged(known.records, 'identity', ['next']).length > 0;
      // Another process may just have ended the rotation and withdrawn the old certificate.
      const { keyId } = (rotating ? await load() : known).identity;
      return (bytes) => custody.sign(keyId, bytes);
    },
    async decryptionKey(recipientKeyId) {
      const id = normalized(recipientKeyId);
      return (await current()).decryption.get(id) ?? (await load()).decryption.get(id);
    },
    async documentSigner() {
      return (await current()).documentSigner;
    },
    async statusSigner(root) {
      // Another process may just have begun to use the root.
      return (await current()).statusSigners.get(root) ?? (await load()).statusSigners.get(root);
    },
    forget() {
      loaded = undefined;
    },
  };
}
