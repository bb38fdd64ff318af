import type { KeyChange, KeyRecord, KeyRegisterWriter } from './key-register.ts';
import { rootIdOf } from './signer-certificate.ts';

const SIGNING: readonly string[] = ['active', 'grace'] satisfies readonly KeyRecord['stage'][];

/** Status signers that sign the lists of their roots: in grace, only those of MSOs that are signed already. */
export const signingStatusSigners = (records: readonly KeyRecord[]): readonly KeyRecord[] =>
  records.filter(({ role, stage }) => role === 'statusSigner' && SIGNING.includes(stage));

/** Key ids of the roots whose lists can be signed. */
export const listRootsSigned = (records: readonly KeyRecord[]): ReadonlySet<string> =>
  new Set(signingStatusSigners(records).map((signer) => rootIdOf(records, signer)));

function rootsOfDocumentSigners(records: readonly KeyRecord[], stages: readonly string[]) {
  const signers = records.filter(({ role, stage }) => role === 'documentSigner' && stages.includes(stage));
  return new Set(signers.map((signer) => rootIdOf(records, signer)));
}

/** The root of new MSOs. */
export const rootInUse = (records: readonly KeyRecord[]): string =>
  rootsOfDocumentSigners(records, ['active']).values().next().value ?? '';

/**
 * Puts the status signers into their stages after a change of document signers: active under the root of a document signer
 * that signs or waits, in grace under other roots, whose MSOs are still valid.
 */
export async function updateStatusSigners(writer: KeyRegisterWriter, change: KeyChange): Promise<void> {
  const records = await writer.list();
  const roots = rootsOfDocumentSigners(records, ['active', 'next']);
  for (const signer of signingStatusSigners(records)) {
    const stage = roots.has(rootIdOf(records, signer)) ? 'active' : 'grace';
    if (signer.stage !== stage) await writer.setStage(signer, stage, change);
  }
}

/**
 * Status signers in grace that have nothing left to sign: no list of their root is published, and no process can open one,
 * because the private keys of its document signers are destroyed.
 */
export function endedStatusSigners(
  records: readonly KeyRecord[],
  rootsOfLists: ReadonlySet<string>,
): readonly KeyRecord[] {
  const inUse = rootsOfDocumentSigners(records, ['next', 'active', 'grace', 'retired']);
  return signingStatusSigners(records).filter((signer) => {
    const root = rootIdOf(records, signer);
    return signer.stage === 'grace' && !inUse.has(root) && !rootsOfLists.has(root);
  });
}
