import { checkLastSeal, logKey, type SealDeps, sha256 } from '../../audit/index.ts';
import type { SealCustody } from '../../audit/ports/seals.ts';
import { StatusError } from '../../conventions/status.ts';
import { SEAL_METHODS } from '../contract/audit-log/methods.ts';
import type { AdminResponse } from '../contract/index.ts';
import type { LogAdminDeps } from '../operation/deps.ts';
import { log, operation } from '../operation/operation.ts';
import { anchorView } from './anchor-view.ts';

type SealsDeps = Pick<
  LogAdminDeps,
  'store' | 'clock' | 'random' | 'sealCustody' | 'anchors' | 'isSealKeySet'
>;

export const sealDeps = ({ sealCustody: custody, ...deps }: SealsDeps): SealDeps => ({ ...deps, custody });

async function witnessesOf({ witnesses }: SealsDeps['anchors'], custody: SealCustody) {
  return Promise.all(
    witnesses.map(async ({ key, origin }) => {
      const known = await logKey(custody, origin);
      return { key, origin, ...(known !== undefined && { logKey: known }) };
    }),
  );
}

export async function seals({ store, sealCustody, anchors }: SealsDeps): Promise<AdminResponse<'getSeals'>> {
  const problem = await checkLastSeal(store, sealCustody);
  const last = await store.read((reader) => reader.lastSeal());
  return {
    keys: (sealCustody.pinned() ?? []).map(({ digest }) => digest),
    ...(last && { seal: last.number, head: sha256(last.statement) }),
    anchors: (await anchors.lags()).map(anchorView),
    timeStampRoots: [...anchors.roots],
    witnesses: await witnessesOf(anchors, sealCustody),
    ...(problem !== undefined && { problem }),
  };
}

/** If the configuration sets the seal key, a reset also needs a change of the configuration. */
export function requireUnset({ isSealKeySet }: SealsDeps): void {
  if (!isSealKeySet) return;
  throw new StatusError(
    'SEAL_KEY_SET',
    'the key is set by audit.sealKey; remove it from the configuration, restart, reset, then set the new key',
  );
}

export const getSeals = operation(SEAL_METHODS.getSeals, {
  needs: log,
  run: (deps) => seals(deps),
});
