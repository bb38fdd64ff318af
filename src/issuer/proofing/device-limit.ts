import { DAY } from '../../conventions/time.ts';
import { credentialsAfterDeadlines } from '../credential/current-credential.ts';
import type { Holder } from '../model/index.ts';
import { documentPolicy, type IssuerPolicy } from '../policy.ts';
import type { IssuerWriter } from '../ports/store.ts';

/**
 * A device that was reset does not report deletions. After two validity periods without requests, its MSOs
 * have expired.
 */
const SILENT_VALIDITIES = 2;

interface Slots {
  readonly holder: Pick<Holder, 'holderId' | 'documentType'>;
  /** The requesting device, which does not count towards the limit. */
  readonly deviceReferenceId: string;
  readonly now: number;
}

type Policy = Pick<IssuerPolicy, 'documents'>;

function lastSignOfLife(holder: Pick<Holder, 'documentType'>, policy: Policy, now: number): number {
  return now - SILENT_VALIDITIES * documentPolicy(policy, holder.documentType).msoValidityDays * DAY;
}

/** Days since the device last fetched MSOs; undefined if it is not silent. */
export function daysSilent(
  { documentType, updatedAt }: { readonly documentType: string; readonly updatedAt: number },
  policy: Policy,
  now: number,
): number | undefined {
  const since = lastSignOfLife({ documentType }, policy, now);
  return updatedAt > since ? undefined : Math.floor((now - updatedAt) / DAY);
}

async function devicesWithCredential(writer: IssuerWriter, { holder, now }: Slots, policy: Policy) {
  const since = lastSignOfLife(holder, policy, now);
  const credentials = await credentialsAfterDeadlines(writer, holder.holderId, now);
  return credentials
    .filter(({ updatedAt }) => updatedAt > since)
    .map(({ deviceReferenceId }) => deviceReferenceId);
}

function maxWhenFull(devices: readonly string[], { holder, deviceReferenceId }: Slots, policy: Policy) {
  const { maxDevicesPerHolder } = documentPolicy(policy, holder.documentType);
  if (maxDevicesPerHolder === undefined) return undefined;
  const others = new Set(devices.filter((device) => device !== deviceReferenceId));
  return others.size >= maxDevicesPerHolder ? maxDevicesPerHolder : undefined;
}

/** The limit, if other devices have already reached it. */
export async function maxWhenProvisioned(
  writer: IssuerWriter,
  slots: Slots,
  policy: Policy,
): Promise<number | undefined> {
  if (documentPolicy(policy, slots.holder.documentType).maxDevicesPerHolder === undefined) return undefined;
  return maxWhenFull(await devicesWithCredential(writer, slots, policy), slots, policy);
}

/**
 * The limit, if no further device can be accepted. A device counts if it has the credential or may still
 * provision it.
 */
export async function maxWhenAccepted(
  writer: IssuerWriter,
  slots: Slots,
  policy: Policy,
): Promise<number | undefined> {
  const { holder, now } = slots;
  if (documentPolicy(policy, holder.documentType).maxDevicesPerHolder === undefined) return undefined;
  const since = lastSignOfLife(holder, policy, now);
  const accepted = await writer.devicesToProvision(holder.holderId, { since, now });
  return maxWhenFull([...accepted, ...(await devicesWithCredential(writer, slots, policy))], slots, policy);
}
