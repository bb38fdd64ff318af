import type { ProofingEvidence, ProofingEvidenceEvidence } from '../contract/index.ts';
import type { IssuerDeps } from '../deps.ts';
import type { RegisteredDevice } from '../device/registered-device.ts';
import { type OpenedValue, openValue, unparsable } from '../envelope/open.ts';
import { IssuerError } from '../errors.ts';
import type { HpkeContextMode } from '../model/index.ts';

/** Maximum length of a pre-authorization code, in bytes. */
const MAX_CODE = 512;

export interface OpenedEvidence {
  /** The code for the issuer's own system of record. It is never stored. */
  readonly code?: string;
  /** Keyed digest of the code, for looking it up. */
  readonly codeHash?: Uint8Array;
  readonly mode?: HpkeContextMode;
  /** Keyed digest of all decrypted evidence, which tells a retry from a different request. */
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

export const EVIDENCE_FIELD = 'evidence.0.preAuthorizationCode';

/** The only kind of evidence. In proto3 JSON, a zero integer may stand for an unset field. */
export function evidenceValue(evidence: readonly ProofingEvidence[]): ProofingEvidenceEvidence | undefined {
  const codes = evidence.map(({ preAuthorizationCode }, index) => {
    if (preAuthorizationCode) return preAuthorizationCode;
    throw new IssuerError('missingRequiredField', `unset: the kind of evidence.${index}`);
  });
  if (codes.length > 1) {
    throw new IssuerError('invalidFieldValue', 'evidence has more than one preAuthorizationCode');
  }
  if (codes[0]?.unencryptedInteger) {
    throw new IssuerError('invalidFieldValue', `${EVIDENCE_FIELD}.unencryptedInteger does not apply`);
  }
  return codes[0];
}

export const evidenceOf = (code: string, codeDigest: IssuerDeps['codeDigest']) => ({
  code,
  codeHash: codeDigest(code),
  hash: codeDigest(`preAuthorizationCode ${code}`),
});

/** Decrypts the evidence and verifies its signature. */
export async function openEvidence(
  value: ProofingEvidenceEvidence | undefined,
  device: RegisteredDevice,
  deps: Pick<IssuerDeps, 'keys' | 'policy' | 'codeDigest'>,
): Promise<OpenedEvidence> {
  const { codeDigest } = deps;
  if (!value) return { hash: codeDigest('no evidence') };
  const docTypes = [...deps.policy.documentTypes.keys()];
  const opened = await openValue(
    value,
    { kind: 'preAuthorizationCode', field: EVIDENCE_FIELD, docTypes },
    device,
    deps,
  );
  return {
    ...evidenceOf(decodeCode(opened, EVIDENCE_FIELD), codeDigest),
    ...(opened.mode ? { mode: opened.mode } : {}),
  };
}
