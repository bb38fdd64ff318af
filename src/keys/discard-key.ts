import { stateText } from '../audit/index.ts';
import { StatusError } from '../conventions/status.ts';
import type { Clock } from '../conventions/time.ts';
import { parseCertificate } from '../formats/x509/index.ts';
import type { Actor } from '../issuer/model/index.ts';
import type {
  KeyChange,
  KeyRecord,
  KeyRegister,
  KeyRegisterReader,
  KeyRegisterWriter,
} from './key-register.ts';
import { isIssuedBy } from './signer-certificate.ts';
import { updateStatusSigners } from './status-signers.ts';

/** For example `was retired on 2026-11-21 10:39 UTC by user-1`. */
async function describeStage(reader: KeyRegisterReader, { keyId, stage }: KeyRecord): Promise<string> {
  const change = await reader.lastChange(keyId);
  return change ? stateText(stage, change) : `is ${stage}`;
}

async function neverSigned(reader: KeyRegisterReader, keyId: string): Promise<KeyRecord> {
  const record = (await reader.list()).find((one) => one.keyId === keyId);
  if (record?.stage === 'next') return record;
  if (!record) throw new StatusError('KEY_NOT_FOUND', 'there is no key with this id; see diptych keys list');
  const rule = 'only one that waits for its certificate or for the end of a rotation can be discarded';
  const text = `the key ${await describeStage(reader, record)}; ${rule}`;
  throw new StatusError('KEY_WAS_USED', text);
}

async function activateOwnRoot(writer: KeyRegisterWriter, change: KeyChange): Promise<void> {
  const records = await writer.list();
  const roots = records.filter(({ role }) => role === 'iaca');
  const signer = records.find(({ role, stage }) => role === 'documentSigner' && stage === 'active');
  const own = signer && roots.find((root) => isIssuedBy(parseCertificate(signer.certificate), root));
  if (own?.stage !== 'grace') return;
  for (const root of roots) if (root.stage === 'active') await writer.setStage(root, 'retired', change);
  if (!(await writer.compromise(own.keyId))) await writer.setStage(own, 'active', change);
}

/**
 * Activates the root of the active document signer again, unless it is compromised, and retires a root that was imported with
 * the discarded signer. Status signers under that root are not needed any longer.
 */
export async function restoreRoot(writer: KeyRegisterWriter, change: KeyChange): Promise<void> {
  await activateOwnRoot(writer, change);
  await updateStatusSigners(writer, change);
}

/** Checks without changing anything. @throws StatusError if the state of the key does not allow it */
export async function checkDiscard(register: KeyRegister, keyId: string): Promise<void> {
  const requests = await register.requests();
  if (requests.some((one) => one.keyId === keyId && one.discardedAt === undefined)) return;
  await neverSigned(register, keyId);
}

/** Discards a key that never signed. The sweep destroys it later. @throws StatusError */
export async function discardKey(
  register: KeyRegister,
  clock: Clock,
  keyId: string,
  actor: Actor,
): Promise<void> {
  await register.write(async (writer) => {
    const change = { event: 'discard', actor, at: clock() } as const;
    const request = (await writer.requests()).find((one) => one.keyId === keyId);
    if (request && request.discardedAt === undefined) return writer.discardRequest(request, change);
    const record = await neverSigned(writer, keyId);
    await writer.setStage(record, 'retired', change);
    if (record.role === 'documentSigner') await restoreRoot(writer, change);
  });
}
