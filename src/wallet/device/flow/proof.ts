import type { ProofingEvidence } from '../../../issuer/contract/index.ts';
import { hash } from '../../crypto.ts';
import { DeviceStateError } from '../../errors.ts';
import { type DeviceContext, newId, registeredIdentity } from '../context.ts';
import { valueWrapper } from '../envelope/seal.ts';

/**
 * A pre-authorization code, or a list of evidence that is sent unchanged. An empty list sends no evidence.
 */
export type Evidence = string | readonly ProofingEvidence[];

export interface ProofOptions {
  /** Whether to reverify the credential on the device. */
  readonly reverify?: boolean;
}

async function evidenceList(context: DeviceContext, evidence: Evidence): Promise<ProofingEvidence[]> {
  if (typeof evidence !== 'string') return [...evidence];
  const wrap = await valueWrapper(context);
  return [{ preAuthorizationCode: await wrap('preAuthorizationCode', Buffer.from(evidence, 'utf8')) }];
}

function reverification({ state }: DeviceContext) {
  const { credentialId } = state();
  if (credentialId !== undefined) return { reverificationContext: { credentialId } };
  throw new DeviceStateError('notProvisioned', 'the device holds no credential that could be reverified');
}

/** Starts a proofing. The same evidence keeps its id until the issuer has answered. */
export async function proof(
  context: DeviceContext,
  evidence: Evidence,
  { reverify = false }: ProofOptions = {},
): Promise<string> {
  registeredIdentity(context);
  const { deviceReferenceId, proofing: before } = context.state();
  const unacknowledged = hash('sha256', JSON.stringify([evidence, reverify]));
  const proofingId = before?.unacknowledged === unacknowledged ? before.proofingId : newId(context);
  const request = {
    deviceReferenceId,
    proofingId,
    evidence: await evidenceList(context, evidence),
    ...(reverify ? reverification(context) : {}),
  };
  await context.update({ proofing: { proofingId, unacknowledged } });
  await context.issuer.proofUser(request);
  await context.update({ proofing: { proofingId } });
  return proofingId;
}
