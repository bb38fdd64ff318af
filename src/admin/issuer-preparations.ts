import { credentialAt } from '../issuer/credential/current-credential.ts';
import { nextCredentialState } from '../issuer/credential/state-machine.ts';
import { toldInWords } from '../issuer/refused-event.ts';
import { sealPreparations } from './audit-log/seals.ts';
import { prepareCode } from './codes/issue-code.ts';
import { credentialById, holderOf } from './found.ts';
import { prepareImport } from './holders/import-holders.ts';
import type { ADMIN_METHODS } from './issuer-contract.ts';
import type { AdministrationDeps } from './operation.ts';
import type { Preparations } from './second-person.ts';

/** Checks what will wait for a second person. */
export function issuerPreparations(
  deps: Pick<AdministrationDeps, 'store' | 'clock' | 'policy' | 'records'> &
    Parameters<typeof sealPreparations>[0],
): Preparations<typeof ADMIN_METHODS> {
  const { store, clock } = deps;
  const ofHolder = async <Request extends { readonly id: string }>(request: Request): Promise<Request> => {
    await store.read((reader) => holderOf(reader, request.id));
    return request;
  };
  return {
    ...sealPreparations(deps),
    importHolders: prepareImport(deps),
    issueCode: prepareCode(deps),
    revokeHolder: ofHolder,
    eraseHolder: ofHolder,
    async revokeCredential(request) {
      const at = clock();
      await store.read(async (reader) => {
        const { state } = credentialAt(await credentialById(reader, request.id), at);
        const about = { subject: 'credential', subjectId: request.id, at } as const;
        await toldInWords(reader, about, () => nextCredentialState(state, 'revoke'));
      });
      return request;
    },
  };
}
