import type { ResponseOf } from '../../../issuer/contract/index.ts';
import type { DeviceContext } from '../context.ts';
import { DeviceStateError } from '../error.ts';
import { provision } from './provision.ts';
import { provisionMsos } from './provision-msos.ts';

/** @throws DeviceStateError `notProvisioned` */
export function currentCredential({ state }: DeviceContext) {
  const { deviceReferenceId, credentialId } = state();
  if (credentialId !== undefined) return { deviceReferenceId, credentialId };
  throw new DeviceStateError('notProvisioned', 'the device has not asked for a credential yet');
}

export async function status(context: DeviceContext): Promise<ResponseOf<'getCredentialStatus'>> {
  return context.issuer.getCredentialStatus(currentCredential(context));
}

/** Takes over a newer version, if there is one: new data, new proof of provisioning, `count` new MSOs. */
export async function update(context: DeviceContext, count: number): Promise<boolean> {
  const { credentialVersionId } = await status(context);
  if (credentialVersionId === context.state().credential?.versionId) return false;
  await provision(context);
  await provisionMsos(context, count);
  return true;
}
