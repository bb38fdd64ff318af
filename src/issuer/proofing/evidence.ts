import { hash } from 'node:crypto';
import type { ProofingEvidence } from '../contract/index.ts';
import type { IssuerDeps } from '../deps.ts';
import type { RegisteredDevice } from '../device/registered-device.ts';
import { type OpenedValue, openValue, unparsable } from '../envelope/open.ts';
import { IssuerError } from '../errors.ts';
import type { HpkeContextMode } from '../ports/entities.ts';

/** Longest pre-authorization code that is looked up, in bytes. */
const MAX_CODE = 512;

export interface OpenedEvidence {
  readonly code?: string;
  readonly mode?: HpkeContextMode;
  /** SHA-256 over all of the decrypted evidence; tells a retry from a different request. */
  readonly hash: Uint8Array;
}

function decodeCode(opened: OpenedValue, field: string): string {
  try {
    if (opened.plaintext.length === 0 || opened.plaintext.length > MAX_CODE) throw new RangeError('length');
    return new TextDecoder('utf-8', { fatal: true }).decode(opened.plaintext);
  } catch (cause) {
    throw unparsable(opened, field, cause);
  }
}

function onlyCode(evidence: readonly ProofingEvidence[]) {
  const codes = evidence.map(({ preAuthorizationCode }, index) => {
    if (preAuthorizationCode) return preAuthorizationCode;
    throw new IssuerError('missingRequiredField', `unset: the kind of evidence.${index}`);
  });
  if (codes.length > 1)
    throw new IssuerError('invalidFieldValue', 'evidence has more than one preAuthorizationCode');
  return codes[0];
}

/** Opens what the device sent; nothing is believed before its signature was verified. */
export async function openEvidence(
  evidence: readonly ProofingEvidence[],
  device: RegisteredDevice,
  deps: Pick<IssuerDeps, 'keys' | 'policy'>,
): Promise<OpenedEvidence> {
  const value = onlyCode(evidence);
  if (!value) return { hash: hash('sha256', 'no evidence', 'buffer') };
  const field = 'evidence.0.preAuthorizationCode';
  if (value.unencryptedInteger !== undefined) {
    throw new IssuerError('invalidFieldValue', `${field}.unencryptedInteger does not apply`);
  }
  const docTypes = [...deps.policy.documentTypes.keys()];
  const opened = await openValue(value, { kind: 'preAuthorizationCode', field, docTypes }, device, deps);
  const code = decodeCode(opened, field);
  const digest = hash('sha256', Buffer.from(`preAuthorizationCode ${code}`, 'utf8'), 'buffer');
  return { code, hash: digest, ...(opened.mode ? { mode: opened.mode } : {}) };
}
