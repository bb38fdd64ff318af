import { credentialAt } from '../../issuer/credential/current-credential.ts';
import { nextCredentialState } from '../../issuer/credential/state-machine.ts';
import { toldInWords } from '../../issuer/refused-event.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation, Preparation } from '../operation.ts';
import { changeById, credentialById } from './credential.ts';

export const revokeCredential: AdminOperation<'revokeCredential', Pick<IssuerAdminDeps, 'store' | 'clock'>> =
  (deps) =>
  ({ id, reason = 'unspecified', note }, actor) =>
    changeById(deps, id, { event: 'revoke', reason, note }, actor);

export const prepareRevokeCredential =
  ({ store, clock }: Pick<IssuerAdminDeps, 'store' | 'clock'>): Preparation<'revokeCredential'> =>
  async (request) => {
    const at = clock();
    await store.read(async (reader) => {
      const { state } = credentialAt(await credentialById(reader, request.id), at);
      const about = { subject: 'credential', subjectId: request.id, at } as const;
      await toldInWords(reader, about, () => nextCredentialState(state, 'revoke'));
    });
    return request;
  };
