import { hash } from 'node:crypto';
import { DAY } from '../../../conventions/time.ts';
import {
  encodeProofOfProvisioning,
  makeAuthenticationKeyCertificate,
  signProof,
} from '../../../formats/android/index.ts';
import { type DeviceContext, factsOf, newKey, registeredIdentity, storedCredential } from '../context.ts';
import type { AuthKey } from '../device-state.ts';
import type { AuthKeySpec } from '../tampering.ts';
import { decodeCredential } from './decode-credential.ts';

const VALIDITY = 365 * DAY;

async function newAuthKey(context: DeviceContext, popSha256: Uint8Array): Promise<AuthKey> {
  const { tampering } = context;
  const facts = factsOf(context);
  const key = newKey(context);
  const notBefore = Math.floor(context.clock() / 1000) * 1000;
  const honest: AuthKeySpec = {
    point: key.point,
    notBefore,
    notAfter: notBefore + VALIDITY,
    popSha256,
    signer: registeredIdentity(context).key,
  };
  const spec = (await tampering.authKey?.(honest, facts)) ?? honest;
  const made = await makeAuthenticationKeyCertificate(spec, spec.signer.sign);
  return { key, certificate: (await tampering.authKeyCertificate?.(made, facts, spec)) ?? made };
}

/**
 * The keys to certify. If the last request got no answer, returns its keys, because the issuer may have certified
 * them. Otherwise creates `count` new keys, bound to the proof of provisioning.
 */
export async function keysToCertify(
  context: DeviceContext,
  count: number,
  popSha256: Uint8Array,
): Promise<readonly AuthKey[]> {
  const waiting = context.state().authKeys.filter(({ certified }) => !certified);
  if (waiting.length > 0) return waiting;
  const made: AuthKey[] = [];
  for (let left = count; left > 0; left -= 1) made.push(await newAuthKey(context, popSha256));
  return (await context.tampering.authKeys?.(made, factsOf(context))) ?? made;
}

interface MadeProof {
  /** COSE_Sign1, signed by the credential key. */
  readonly bytes: Uint8Array;
  /** SHA-256 of the payload, to which authentication keys are bound. */
  readonly popSha256: Uint8Array;
}

/** Proves that the device stored the credential; the payload is always the same. */
export async function proofOfProvisioning(context: DeviceContext): Promise<MadeProof> {
  const { docType, dialect } = context.state();
  const { key: signer } = registeredIdentity(context);
  const { namespaces, accessControlProfiles } = decodeCredential(storedCredential(context).bytes);
  const proof = { docType, namespaces, accessControlProfiles, testCredential: false };
  const honest = { proof, dialect, signer };
  const spec = (await context.tampering.proofOfProvisioning?.(honest, factsOf(context))) ?? honest;
  const payload = encodeProofOfProvisioning(spec.proof, spec.dialect);
  return { bytes: await signProof(payload, spec.signer.sign), popSha256: hash('sha256', payload, 'buffer') };
}
