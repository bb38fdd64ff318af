import { IssuerRefusal } from '../../errors.ts';
import { base64, type DeviceContext, factsOf, newKey } from '../context.ts';
import type { DeviceIdentity } from '../device-state.ts';

/** Requests a registration nonce. */
export async function requestNonce(context: DeviceContext): Promise<string> {
  const { deviceReferenceId } = context.state();
  const { nonce } = await context.issuer.getDeviceRegistrationNonce({ deviceReferenceId });
  await context.update({ nonce });
  return nonce;
}

/** Creates a credential key and attests it with the nonce. */
async function newIdentity(context: DeviceContext): Promise<DeviceIdentity> {
  const { tampering } = context;
  const ask = () => requestNonce(context);
  const nonce = await (tampering.nonce?.(ask, factsOf(context)) ?? ask());
  const facts = factsOf(context);
  const fresh = newKey(context);
  const key = (await tampering.identityKey?.(fresh, facts)) ?? fresh;
  const { attestationChain, attestationSpec } = await import('../attestation.ts');
  const honest = attestationSpec(context.state().profile, Buffer.from(nonce, 'utf8'), context);
  const spec = (await tampering.attestation?.(honest, facts)) ?? honest;
  const made = await attestationChain(spec, key, context);
  const chain = (await tampering.chain?.(made, facts)) ?? made.chain;
  return { key, chain, registered: false };
}

/**
 * Creates and registers a credential key. If there was no answer, the same key is sent again. A registered
 * key is replaced only after the issuer has accepted the new one.
 */
export async function register(context: DeviceContext): Promise<void> {
  const { identity: before, deviceReferenceId } = context.state();
  const identity = before && !before.registered ? before : await newIdentity(context);
  if (!before) await context.update({ identity });
  try {
    const deviceIdentityCertificateChain = identity.chain.map(base64);
    await context.issuer.registerDevice({ deviceReferenceId, deviceIdentityCertificateChain });
  } catch (error) {
    if (error instanceof IssuerRefusal && !before?.registered) await context.update({ identity: undefined });
    throw error;
  }
  await context.update({ identity: { ...identity, registered: true } });
}
