import { hash } from 'node:crypto';
import { StatusError } from '../conventions/status.ts';
import { certificateToPem, certificationRequestToPem, parseCertificate } from '../formats/x509/index.ts';
import type { KeyAdministration, KeyView } from './contract.ts';
import { CustodyError, type HeldKey } from './custody.ts';
import { importSigner } from './import-signer.ts';
import type { KeyRecord, KeyRegister } from './key-register.ts';
import type { Keyring } from './keyring.ts';
import type { KeyMaker } from './make-key.ts';
import { requestSignerCertificate } from './request-certificate.ts';
import { finishRotation, RotationError, startRotation } from './rotation.ts';

export { KEY_METHODS, type KeyAdministration } from './contract.ts';

function keyView({ keyId, role, stage, certificate }: KeyRecord, held: readonly HeldKey[]): KeyView {
  const { notBefore, notAfter } = parseCertificate(certificate);
  const custody = held.find((key) => key.keyId === keyId)?.custody;
  return {
    id: keyId,
    role,
    stage,
    ...(custody === undefined ? {} : { custody }),
    notBeforeTime: new Date(notBefore).toISOString(),
    notAfterTime: new Date(notAfter).toISOString(),
    certificateSha256: hash('sha256', certificate),
    certificate: certificateToPem(certificate),
  };
}

/** A custody that does not answer must not hide what is registered. */
async function heldBy({ custody }: KeyMaker): Promise<readonly HeldKey[]> {
  try {
    return await custody.list();
  } catch (error) {
    if (error instanceof CustodyError) return [];
    throw error;
  }
}

/** What the operator can do something about is told in its own words; these name nothing secret. */
function refusal(error: unknown): unknown {
  if (error instanceof RotationError)
    return new StatusError('FAILED_PRECONDITION', 'ROTATION_STATE', error.message);
  if (error instanceof CustodyError) return new StatusError('UNAVAILABLE', 'KEY_CUSTODY', error.message);
  return error;
}

export function keyAdministration(
  register: KeyRegister,
  maker: KeyMaker,
  keyring: Keyring,
): KeyAdministration {
  const listKeys = async () => {
    const held = await heldBy(maker);
    return { keys: (await register.list()).map((record) => keyView(record, held)) };
  };

  const attempt = async <T>(change: () => Promise<T>): Promise<T> => {
    try {
      return await change();
    } catch (error) {
      throw refusal(error);
    } finally {
      keyring.forget();
    }
  };

  return {
    listKeys,
    async rotateKey({ role, finish = false }) {
      await attempt(() => (finish ? finishRotation : startRotation)(register, maker, role));
      return listKeys();
    },
    async requestKey() {
      const { keyId, request } = await attempt(() => requestSignerCertificate(maker));
      return { id: keyId, certificationRequest: certificationRequestToPem(request) };
    },
    async importKey(given) {
      await attempt(() => importSigner(register, maker, given));
      return listKeys();
    },
  };
}
