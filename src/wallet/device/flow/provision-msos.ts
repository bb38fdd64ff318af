import { DistrustError, IssuerRefusal } from '../../errors.ts';
import { type DeviceContext, registeredIdentity, storedCredential } from '../context.ts';
import type { AuthKey } from '../device-state.ts';
import { offerEncryptionKey } from '../envelope/recipient.ts';
import { valueWrapper } from '../envelope/seal.ts';

function certifiedKeys({ state }: DeviceContext): readonly AuthKey[] {
  return state().authKeys.filter(({ certified }) => certified);
}

/** The values to send, encrypted if `encrypt` is true, and the keys that the answer must match. */
async function prepare(context: DeviceContext, count: number) {
  const stored = storedCredential(context);
  registeredIdentity(context);
  const offer = await offerEncryptionKey(context);
  const wrap = await valueWrapper(context);
  const { keysToCertify, proofOfProvisioning } = await import('./auth-keys.ts');
  const proof = await proofOfProvisioning(context);
  const keys = await keysToCertify(context, count, proof.popSha256);
  const authKeys = [];
  for (const { certificate } of keys) authKeys.push(await wrap('authKey', certificate));
  const { deviceReferenceId, credentialId = '' } = context.state();
  const request = {
    deviceReferenceId,
    credentialId,
    authKeys,
    ...(stored.proved ? {} : { proofOfProvisioning: await wrap('proofOfProvisioning', proof.bytes) }),
    ...offer.fields,
    credentialVersionId: stored.versionId,
  };
  return { stored, keys, offer, request };
}

/**
 * After a refusal, the keys are dropped. Without an answer they are kept, because the issuer may have
 * certified them.
 */
async function send(context: DeviceContext, request: Awaited<ReturnType<typeof prepare>>['request']) {
  try {
    return (await context.issuer.provisionMobileSecurityObjects(request)).mobileSecurityObjects;
  } catch (error) {
    const isFinal = error instanceof IssuerRefusal && error.reason !== undefined;
    if (isFinal) await context.update({ authKeys: certifiedKeys(context) });
    throw error;
  }
}

async function acceptAll(
  msos: Awaited<ReturnType<typeof send>>,
  { stored, keys, offer }: Awaited<ReturnType<typeof prepare>>,
  context: DeviceContext,
): Promise<readonly AuthKey[]> {
  const { acceptMso } = await import('./accept-mso.ts');
  const { decodeCredential } = await import('./decode-credential.ts');
  const content = decodeCredential(stored.bytes);
  const waiting = [...keys];
  return msos.map((mso) => {
    const accepted = acceptMso(mso, waiting, content, offer.recipient, context);
    waiting.splice(
      waiting.findIndex(({ key }) => key === accepted.key),
      1,
    );
    return accepted;
  });
}

/**
 * Gets `count` new authentication keys certified. If the issuer has not accepted a proof of provisioning for
 * this version, also sends the proof. Returns the number of received MSOs; if it is 0, the same keys are sent
 * again next time.
 */
export async function provisionMsos(context: DeviceContext, count: number): Promise<number> {
  const prepared = await prepare(context, count);
  const kept = certifiedKeys(context);
  await context.update({ authKeys: [...kept, ...prepared.keys] });
  const msos = await send(context, prepared.request);
  if (msos.length > prepared.keys.length) {
    throw new DistrustError('mobileSecurityObject', 'there are more mobile security objects than keys');
  }
  const accepted = await acceptAll(msos, prepared, context);
  const { versionId, bytes } = prepared.stored;
  const credential = { versionId, bytes, proved: true };
  await context.update({ credential, authKeys: [...kept, ...(msos.length > 0 ? accepted : prepared.keys)] });
  return accepted.length;
}

/** Gets more MSOs and drops expired ones. */
export async function refresh(context: DeviceContext, count: number): Promise<number> {
  const now = context.clock();
  const { authKeys } = context.state();
  await context.update({
    authKeys: authKeys.filter(({ certified }) => !certified || certified.expiresAt > now),
  });
  return provisionMsos(context, count);
}
