import { isoTime } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import { parseCertificate } from '../../formats/x509/index.ts';
import type { KeyRecord } from '../../keys/key-register.ts';
import { rootIdOf } from '../../keys/signer-certificate.ts';
import { signingStatusSigners } from '../../keys/status-signers.ts';
import type { CompromiseView } from '../contract/keys/methods.ts';
import type { IssuerAdminDeps, KeyAdminDeps, OperationDeps } from '../operation/deps.ts';
import { issuer, keys } from '../operation/operation.ts';
import { requireEntity } from '../operation/require-entity.ts';
import { datesOf, progressOf, STEPS } from './compromise-facts.ts';
import { keysHeld, keyView } from './keys.ts';

/** The dependencies of compromises: the keys, and the MSOs that they signed. */
interface CompromiseDeps extends KeyAdminDeps {
  readonly issuer: IssuerAdminDeps;
}

export const compromises = (deps: OperationDeps): CompromiseDeps => ({ ...keys(deps), issuer: issuer(deps) });

/** The key that does the work of a compromised one; that of a status signer has the same root. */
function successorOf(record: KeyRecord, records: readonly KeyRecord[]): KeyRecord | undefined {
  const { role, keyId } = record;
  if (role !== 'statusSigner')
    return records.find((one) => one.role === role && one.stage === 'active' && one.keyId !== keyId);
  const root = rootIdOf(records, record);
  return signingStatusSigners(records).find((one) => one.keyId !== keyId && rootIdOf(records, one) === root);
}

export async function compromiseView(deps: CompromiseDeps, id: string): Promise<CompromiseView> {
  const { register, issuer } = deps;
  const records = await register.list();
  const record = requireEntity(
    records.find(({ keyId }) => keyId === id),
    'key',
  );
  const compromises = await register.compromises();
  const recorded = compromises.find(({ keyId }) => keyId === id);
  if (!recorded) throw new StatusError('ROTATION_STATE', 'this key is not recorded as compromised');
  const { notAfter, serialHex } = parseCertificate(record.certificate);
  const { role } = record;
  const successor = successorOf(record, records);
  const known = { records, held: await keysHeld(deps), compromises };
  const progress = progressOf(recorded);
  const lastStoredEnd = (await issuer.store.read((reader) => reader.lastMsoEnd())) ?? 0;
  const facts = { role, notAfter, compromise: recorded, policy: issuer.policy, lastStoredEnd };
  return {
    key: keyView(record, known),
    serialNumber: serialHex,
    sinceTime: isoTime(recorded.since),
    recordTime: isoTime(recorded.recordedAt),
    ...(successor && { successor: keyView(successor, known) }),
    dates: [...datesOf(facts)],
    steps: [...STEPS[role]],
    ...(progress && { progress }),
  };
}
