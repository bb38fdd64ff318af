import { isoTime } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import { parseCertificate } from '../../formats/x509/index.ts';
import { checkCompromise, compromiseKey as compromise } from '../../keys/compromise.ts';
import type { KeyRecord } from '../../keys/key-register.ts';
import { rootIdOf } from '../../keys/signer-certificate.ts';
import { signingStatusSigners } from '../../keys/status-signers.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import { found } from '../found.ts';
import type { AdminOperation, Preparation } from '../operation.ts';
import { datesOf, progressOf, STEPS } from './compromise-facts.ts';
import type { CompromiseView } from './contract.ts';
import { changeKeys, explained, type KeyAdminDeps, keysHeld, keyView } from './keys.ts';

/** The dependencies of compromises: the keys, and the MSOs that they signed. */
export interface CompromiseDeps extends KeyAdminDeps {
  readonly issuer: Pick<IssuerAdminDeps, 'store' | 'policy' | 'statusPublisher'>;
}

/** The key that does the work of a compromised one; that of a status signer has the same root. */
function successorOf(record: KeyRecord, records: readonly KeyRecord[]): KeyRecord | undefined {
  const { role, keyId } = record;
  if (role !== 'statusSigner')
    return records.find((one) => one.role === role && one.stage === 'active' && one.keyId !== keyId);
  const root = rootIdOf(records, record);
  return signingStatusSigners(records).find((one) => one.keyId !== keyId && rootIdOf(records, one) === root);
}

async function compromiseView(deps: CompromiseDeps, id: string): Promise<CompromiseView> {
  const { register, issuer } = deps;
  const records = await register.list();
  const record = found(
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

export const getKeyCompromise: AdminOperation<'getKeyCompromise', CompromiseDeps> =
  (deps) =>
  ({ id }) =>
    compromiseView(deps, id);

export const compromiseKey: AdminOperation<'compromiseKey', CompromiseDeps> =
  (deps) =>
  async ({ id, sinceTime }, actor) => {
    const report = { keyId: id, since: Date.parse(sinceTime), actor };
    await changeKeys(deps, () => compromise(deps.register, deps.maker, report));
    const view = await compromiseView(deps, id);
    // Readers must not wait for the next publication: the lists are signed by the new key at once.
    if (view.key.role === 'statusSigner') await deps.issuer.statusPublisher.publishNow();
    return view;
  };

export const prepareCompromiseKey =
  ({ register, maker }: KeyAdminDeps): Preparation<'compromiseKey'> =>
  async (request) => {
    const report = { keyId: request.id, since: Date.parse(request.sinceTime) };
    await explained(() => checkCompromise(register, maker, report));
    return request;
  };
