import { hash } from 'node:crypto';
import { StatusError } from '../../conventions/status.ts';
import { certificateToPem, certificationRequestToPem, parseCertificate } from '../../formats/x509/index.ts';
import { CustodyError, type HeldKey } from '../../keys/custody.ts';
import { checkDiscard, discardKey } from '../../keys/discard-key.ts';
import { checkSignerImport, importSigner } from '../../keys/import-signer.ts';
import type { KeyRecord, KeyRegister, KeyRequest } from '../../keys/key-register.ts';
import type { Keyring } from '../../keys/keyring.ts';
import type { KeyMaker } from '../../keys/make-key.ts';
import { requestSignerCertificate } from '../../keys/request-certificate.ts';
import { checkRotation, finishRotation, RotationError, startRotation } from '../../keys/rotation.ts';
import type { Preparations } from '../second-person.ts';
import type { CertificationRequestView, KEY_METHODS, KeyAdministration, KeyView } from './contract.ts';

export { KEY_METHODS, type KeyAdministration } from './contract.ts';

const isoTime = (at: number) => new Date(at).toISOString();

function placeOf(keyId: string, held: readonly HeldKey[]): { readonly custody?: string } {
  const custody = held.find((key) => key.keyId === keyId)?.custody;
  return custody === undefined ? {} : { custody };
}

function keyView(record: KeyRecord, held: readonly HeldKey[]): KeyView {
  const { keyId, role, stage, certificate, changedAt } = record;
  const { notBefore, notAfter } = parseCertificate(certificate);
  return {
    id: keyId,
    role,
    stage,
    stageTime: isoTime(changedAt),
    ...placeOf(keyId, held),
    notBeforeTime: isoTime(notBefore),
    notAfterTime: isoTime(notAfter),
    certificateSha256: hash('sha256', certificate),
    certificate: certificateToPem(certificate),
  };
}

function requestView(
  { keyId, createdAt, request }: KeyRequest,
  held: readonly HeldKey[],
): CertificationRequestView {
  return {
    id: keyId,
    createTime: isoTime(createdAt),
    ...placeOf(keyId, held),
    certificationRequest: certificationRequestToPem(request),
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
    const waiting = (await register.requests()).filter(({ discardedAt }) => discardedAt === undefined);
    return {
      keys: (await register.list()).map((record) => keyView(record, held)),
      certificationRequests: waiting.map((request) => requestView(request, held)),
    };
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
    async rotateKey({ role, finish = false }, actor) {
      await attempt(() => (finish ? finishRotation : startRotation)(register, maker, role, actor));
      return listKeys();
    },
    async requestKey(_, actor) {
      const { keyId, request } = await attempt(() => requestSignerCertificate(register, maker, actor));
      return { id: keyId, certificationRequest: certificationRequestToPem(request) };
    },
    async importKey(given, actor) {
      await attempt(() => importSigner(register, maker, given, actor));
      return listKeys();
    },
    async discardKey({ id }, actor) {
      await attempt(() => discardKey(register, maker.clock, id, actor));
      return listKeys();
    },
  };
}

/** Checks what will wait for a second person. */
export function keyPreparations(register: KeyRegister, maker: KeyMaker): Preparations<typeof KEY_METHODS> {
  const told = async (check: Promise<void>) => {
    await check.catch((error: unknown) => {
      throw refusal(error);
    });
  };
  return {
    async rotateKey(request) {
      const { role, finish = false } = request;
      await told(checkRotation(register, maker, role, { finish }));
      return request;
    },
    async discardKey(request) {
      await checkDiscard(register, request.id);
      return request;
    },
    async importKey(request) {
      await told(checkSignerImport(register, maker, request));
      return request;
    },
  };
}
