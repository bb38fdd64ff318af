import { hash } from 'node:crypto';
import { isoTime } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import { certificateToPem, certificationRequestToPem, parseCertificate } from '../../formats/x509/index.ts';
import type { Compromise } from '../../issuer/ports/compromises.ts';
import { CustodyError, type HeldKey } from '../../keys/custody.ts';
import { isSignerRole, type KeyRecord, type KeyRequest } from '../../keys/key-register.ts';
import { RotationError } from '../../keys/rotation.ts';
import { rootIdOf } from '../../keys/signer-certificate.ts';
import type { AdminResponse } from '../contract/index.ts';
import type { CertificationRequestView, KeyView } from '../contract/keys/methods.ts';
import type { KeyAdminDeps } from '../operation/deps.ts';

function placeOf(keyId: string, held: readonly HeldKey[]): { readonly custody?: string } {
  const custody = held.find((key) => key.keyId === keyId)?.custody;
  return custody === undefined ? {} : { custody };
}

interface KnownKeys {
  readonly records: readonly KeyRecord[];
  readonly held: readonly HeldKey[];
  readonly compromises: readonly Compromise[];
}

export function keyView(record: KeyRecord, { records, held, compromises }: KnownKeys): KeyView {
  const { keyId, role, stage, certificate, changedAt } = record;
  const compromise = compromises.find((one) => one.keyId === keyId);
  const { notBefore, notAfter } = parseCertificate(certificate);
  return {
    id: keyId,
    role,
    stage,
    stageTime: isoTime(changedAt),
    ...placeOf(keyId, held),
    ...(isSignerRole(role) && { rootId: rootIdOf(records, record) }),
    notBeforeTime: isoTime(notBefore),
    notAfterTime: isoTime(notAfter),
    ...(compromise && { compromiseTime: isoTime(compromise.since) }),
    certificateSha256: hash('sha256', certificate),
    certificate: certificateToPem(certificate),
  };
}

function requestView(
  { keyId, role, createdAt, request }: KeyRequest,
  held: readonly HeldKey[],
): CertificationRequestView {
  return {
    id: keyId,
    role,
    createTime: isoTime(createdAt),
    ...placeOf(keyId, held),
    certificationRequest: certificationRequestToPem(request),
  };
}

/** Lists registered keys even if the custody does not answer. */
export async function keysHeld({
  maker: { custody },
}: Pick<KeyAdminDeps, 'maker'>): Promise<readonly HeldKey[]> {
  try {
    return await custody.list();
  } catch (error) {
    if (error instanceof CustodyError) return [];
    throw error;
  }
}

/** Every registered key, and every certification request without a certificate. */
export async function allKeys({ register, maker }: KeyAdminDeps): Promise<AdminResponse<'listKeys'>> {
  const held = await keysHeld({ maker });
  const waiting = (await register.requests()).filter(({ discardedAt }) => discardedAt === undefined);
  const records = await register.list();
  const known = { records, held, compromises: await register.compromises() };
  return {
    keys: records.map((record) => keyView(record, known)),
    certificationRequests: waiting.map((request) => requestView(request, held)),
  };
}

/** Shows the messages of errors that an operator can correct. These messages contain no secrets. */
function refusal(error: unknown): unknown {
  if (error instanceof RotationError) return new StatusError('ROTATION_STATE', error.message);
  if (error instanceof CustodyError) return new StatusError('KEY_CUSTODY', error.message);
  return error;
}

/** @throws StatusError if the rotation is not possible now, or the custody does not answer */
export async function explained<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw refusal(error);
  }
}

/** Changes the keys, then reloads the keyring. */
export async function changeKeys<T>({ keyring }: KeyAdminDeps, change: () => Promise<T>): Promise<T> {
  try {
    return await explained(change);
  } finally {
    keyring.forget();
  }
}
