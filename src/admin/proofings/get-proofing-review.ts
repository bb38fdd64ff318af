import { StatusError } from '../../conventions/status.ts';
import { REJECTION_REASONS } from '../../issuer/contract/index.ts';
import { credentialAt } from '../../issuer/credential/current-credential.ts';
import type { Proofing } from '../../issuer/model/index.ts';
import type { OperatorReader, OperatorStore } from '../../issuer/ports/operators.ts';
import { proofingAt } from '../../issuer/proofing/current-proofing.ts';
import { codeView } from '../codes/list-codes.ts';
import type { AdminResponse } from '../contract/index.ts';
import { PROOFING_METHODS } from '../contract/proofings/methods.ts';
import { credentialView } from '../credentials/credential.ts';
import { deviceView } from '../devices/get-device.ts';
import { holderView } from '../holders/holder.ts';
import type { Caller } from '../operation/caller.ts';
import type { IssuerAdminDeps } from '../operation/deps.ts';
import { issuer, operation } from '../operation/operation.ts';
import { requireEntity } from '../operation/require-entity.ts';
import { rollingBack } from '../operation/rolling-back.ts';
import { acceptProofing } from './accept-proofing.ts';
import { decidedView } from './decided-view.ts';
import { proofingById, proofingView } from './proofing.ts';

/** Maximum number of rows of each kind: as many as a person reads before deciding. */
const MOST = 50;

type Review = AdminResponse<'getProofingReview'>;

const NEWEST = { limit: MOST, sort: { by: 'createdAt', descending: true } } as const;

/** Earlier proofings of the holder and of the device, newest first. */
async function earlier(
  reader: OperatorReader,
  proofing: Proofing,
  now: number,
): Promise<readonly Proofing[]> {
  const { proofingId, holderId, deviceReferenceId } = proofing;
  const both = [
    ...(holderId === undefined ? [] : await reader.listProofings(NEWEST, { now, holderId })),
    ...(await reader.listProofings(NEWEST, { now, deviceReferenceId })),
  ];
  const byId = new Map(both.map((one) => [one.proofingId, one]));
  byId.delete(proofingId);
  const sorted = [...byId.values()].toSorted((one, other) => other.createdAt - one.createdAt);
  return sorted.slice(0, MOST).map((one) => proofingAt(one, now));
}

/** Data of the holder whom the evidence identified. */
async function ofHolder(reader: OperatorReader, { proofingId, holderId }: Proofing, now: number) {
  const holder = holderId === undefined ? undefined : await reader.holder(holderId);
  if (holderId === undefined || !holder) return { codes: [], credentials: [], used: undefined };
  const newest = { limit: MOST, sort: { by: 'id', descending: true } } as const;
  const codes = (await reader.listCodes(newest, holderId)).map((code) => codeView(code, now));
  const credentials = await reader.listCredentials(NEWEST, { now, holderId });
  const used = codes.find((code) => code.proofingId === proofingId);
  return {
    holder: holderView(holder),
    codes,
    credentials: credentials.map((one) => credentialView(credentialAt(one, now))),
    used,
  };
}

/** Why the proofing cannot be accepted now: tries the decision and rolls it back. */
async function problems(deps: IssuerAdminDeps, id: string, caller: Caller): Promise<Review['findings']> {
  const store: OperatorStore = rollingBack(deps.store);
  try {
    await acceptProofing.run({ ...deps, store }, { id }, caller);
    return [];
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return [{ reason: error.reason, problem: error.message }];
  }
}

/** All data for a decision, except the record itself. */
export const getProofingReview = operation(PROOFING_METHODS.getProofingReview, {
  needs: issuer,
  async run(deps, { id }, caller) {
    const { store, clock, policy } = deps;
    const now = clock();
    const read = await store.snapshot(async (reader) => {
      const proofing = proofingAt(await proofingById(reader, id), now);
      const device = requireEntity(await reader.device(proofing.deviceReferenceId), 'device');
      return {
        proofing,
        device: await deviceView(reader, device, now),
        earlierProofings: (await earlier(reader, proofing, now)).map(proofingView),
        ...(await ofHolder(reader, proofing, now)),
      };
    });
    const { proofing, used, ...rest } = read;
    const findings = await problems(deps, id, caller);
    const kind = proofing.cause === 'evidenceMissing' ? 'none' : 'preAuthorizationCode';
    return {
      ...rest,
      proofing: await decidedView(deps, proofing, now, caller),
      evidence: { kind, ...(used && { code: used }) },
      findings,
      isAcceptable: findings.length === 0,
      reasons: { reject: Object.keys(REJECTION_REASONS), challenge: [...policy.challenges] },
    };
  },
});
