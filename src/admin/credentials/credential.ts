import { retryOnConflict } from '../../conventions/errors.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { changeCredential } from '../../issuer/credential/change-credential.ts';
import { channelOf } from '../../issuer/credential/channels.ts';
import { applyCredentialDeadline } from '../../issuer/credential/current-credential.ts';
import { explainRefusal } from '../../issuer/explain-refusal.ts';
import type { Actor, Credential, CredentialEvent } from '../../issuer/model/index.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import type { CredentialView } from '../contract/credentials/methods.ts';
import type { IssuerAdminDeps } from '../operation/deps.ts';
import { etagged } from '../operation/etagged.ts';
import { requireEntity } from '../operation/require-entity.ts';

export function credentialView(credential: Credential): CredentialView {
  const { userActionRequired } = credential;
  return etagged({
    id: credential.credentialId,
    deviceReferenceId: credential.deviceReferenceId,
    holderId: credential.holderId,
    proofingId: credential.proofingId,
    state: credential.state,
    versionId: credential.versionId,
    recordVersion: credential.recordVersion,
    channel: channelOf(credential),
    createTime: isoTime(credential.createdAt),
    updateTime: isoTime(credential.updatedAt),
    ...(userActionRequired ? { userActionRequired } : {}),
  });
}

export async function credentialById(reader: OperatorReader, id: string): Promise<Credential> {
  return requireEntity(await reader.credential(id), 'credential');
}

type Deps = Pick<IssuerAdminDeps, 'store' | 'clock'>;

interface Change {
  readonly event: CredentialEvent;
  readonly set?: Partial<Credential>;
  readonly reason?: string;
  readonly note?: string | undefined;
}

export async function changeById(
  { store, clock }: Deps,
  id: string,
  { note, ...change }: Change,
  actor: Actor,
): Promise<CredentialView> {
  const at = clock();
  const write = () =>
    store.write(async (writer) => {
      const credential = await applyCredentialDeadline(writer, await credentialById(writer, id), at);
      return explainRefusal(writer, { subject: 'credential', subjectId: id, at }, () =>
        changeCredential(writer, credential, { ...change, ...(note !== undefined && { note }), actor, at }),
      );
    });
  return credentialView(await retryOnConflict(write));
}
